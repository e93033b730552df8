import { isLegalText } from "../../oauth/parameters.ts";
import { validateText } from "../text-validation.ts";
import { requireNoViolations, violation } from "../violations.ts";

/** @throws RequestError INVALID with every field whose error is not null */
export function requireValid(fields: Readonly<Record<string, string | null>>): void {
  requireNoViolations(Object.entries(fields).flatMap(([field, description]) => violation(field, description)));
}

// One @ between printable ASCII characters without spaces. Finds typing errors and excludes addresses with look-alike letters.
const EMAIL = /^[!-?A-~]{1,64}@[!-?A-~]{1,189}$/;

export function findEmailError(email: string): string | null {
  return EMAIL.test(email) ? null : "E-mail must be an address such as ada@example.com, in ASCII.";
}

/** Normalizes an e-mail address for storage and lookup. */
export function toEmail(text: string): string {
  return text.toLowerCase();
}

/** Validates a name of an account or merchant. Invisible and direction-changing characters are invalid: consent pages show the name. */
export function findNameError(name: string): string | null {
  return isText(name, 200) && validateText(name.trim(), { min: 1, max: 200 }) === null
    ? null
    : "Name must have 1 to 200 characters, none of them a control character or an invisible one.";
}

export function findPasskeyNameError(name: string): string | null {
  return isText(name, 60) && validateText(name.trim(), { min: 1, max: 60 }) === null
    ? null
    : "Name must have 1 to 60 characters, none of them a control character or an invisible one.";
}

/** Validates the prefix or the searched text of a list; empty matches everything. */
export function findPrefixError(prefix: string): string | null {
  return prefix === "" || isText(prefix, 200) ? null : "At most 200 characters, none of them a control character.";
}

function isText(text: string, longest: number): boolean {
  return text.length <= longest && isLegalText(text);
}
