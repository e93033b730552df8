import { isLegalText } from "../../oauth/parameters.ts";
import { validateText } from "../text-validation.ts";
import { refuseViolations, violation } from "../violations.ts";

/** Refuses a request with everything that is wrong with it at once. A field's description is null where nothing is. */
export function refuseErrors(fields: Readonly<Record<string, string | null>>): void {
  refuseViolations(Object.entries(fields).flatMap(([field, description]) => violation(field, description)));
}

// One @ between printable ASCII without spaces: enough to tell a typing error, and no two addresses that look alike.
const EMAIL = /^[!-?A-~]{1,64}@[!-?A-~]{1,189}$/;

export function findEmailError(email: string): string | null {
  return EMAIL.test(email) ? null : "E-mail must be an address such as ada@example.com, in ASCII.";
}

/** The form in which an e-mail is kept and looked up. */
export function toEmail(text: string): string {
  return text.toLowerCase();
}

export function findPasswordError(password: string): string | null {
  const length = [...password].length;
  return length >= 12 && length <= 256 && password.isWellFormed() ? null : "Password must have 12 to 256 characters.";
}

/** Of accounts and merchants. A developer's stands on the consent page beside what was reviewed, so nothing in it may be hidden or turn it. */
export function findNameError(name: string): string | null {
  return isText(name, 200) && validateText(name.trim(), { min: 1, max: 200 }) === null
    ? null
    : "Name must have 1 to 200 characters, none of them a control character or one that nobody sees.";
}

/** What a list may look for; empty finds everything. */
export function findPrefixError(prefix: string): string | null {
  return prefix === "" || isText(prefix, 200)
    ? null
    : "Prefix must have at most 200 characters, none of them a control character.";
}

function isText(text: string, longest: number): boolean {
  return text.length <= longest && isLegalText(text);
}
