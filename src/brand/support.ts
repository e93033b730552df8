const MAX_LENGTH = 254;

// Without percent signs and quotes, so that the address needs no escaping in mails and logs.
const EMAIL = /^[A-Za-z0-9.!#$&'*+/=?^_`{|}~-]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+$/;

/** The reason why a text cannot be the platform's support contact; null if it can. */
export function supportError(text: string): string | null {
  if (text.length <= MAX_LENGTH && (EMAIL.test(text) || isHttpsUrl(text))) return null;
  return `must be an e-mail address, or an https URL without user name, of at most ${MAX_LENGTH} characters`;
}

/** True for an e-mail address. @param contact a text that passed `supportError` */
export function isSupportEmail(contact: string): boolean {
  return EMAIL.test(contact);
}

/** The target of a link to the support contact. @param contact a text that passed `supportError` */
export function supportHref(contact: string): string {
  if (!isSupportEmail(contact)) return contact;
  const at = contact.lastIndexOf("@");
  // The local part may contain characters that end the address in a URL, such as `?`. @see RFC 6068 §2
  return `mailto:${encodeURIComponent(contact.slice(0, at))}${contact.slice(at)}`;
}

function isHttpsUrl(text: string): boolean {
  if (!/^https:\/\/[\x21-\x7e]+$/i.test(text) || !URL.canParse(text)) return false;
  const { username, password } = new URL(text);
  return username === "" && password === "";
}
