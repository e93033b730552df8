const MAX_LENGTH = 8192;
// Our own paths have no more than this: no empty segment (`//evil`), no backslash, no percent sign, no control character. A query may
// have any other printable character; nothing decodes it on the way.
const OWN_PATH = /^\/(?:[A-Za-z0-9._~-]+(?:\/[A-Za-z0-9._~-]+)*)?(?:\?[\x21\x22\x24-\x5b\x5d-\x7e]*)?$/;

/** The path to go on with after sign-in, if it stays on this origin whoever reads it; null for anything else (cases R5). */
export function safeNextPath(text: string | null): string | null {
  if (text === null || text.length > MAX_LENGTH || !OWN_PATH.test(text)) return null;
  return text;
}

/** A link to the sign-in page that comes back to `next`. */
export function signInPath(next: string | null, again = false): string {
  const query = new URLSearchParams();
  if (next !== null && next !== "/") query.set("next", next);
  if (again) query.set("prompt", "login");
  return query.size === 0 ? "/sign-in" : `/sign-in?${query}`;
}
