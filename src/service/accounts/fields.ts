import { isLegalText } from "../../oauth/parameters.ts";
import { type FieldViolation, Refusal } from "../errors.ts";

/** Refuses a request with everything that is wrong with it at once. A field's description is null where nothing is. */
export function refuseFaults(fields: Readonly<Record<string, string | null>>): void {
  const violations: FieldViolation[] = [];
  for (const [field, description] of Object.entries(fields)) {
    if (description !== null) violations.push({ field, description });
  }
  if (violations.length === 0) return;
  throw new Refusal("invalid_argument", "INVALID", violations.map(({ description }) => description).join(" "), {
    violations,
  });
}

// One @ between printable ASCII without spaces: enough to tell a typing error, and no two addresses that look alike.
const EMAIL = /^[!-?A-~]{1,64}@[!-?A-~]{1,189}$/;

export function findEmailFault(email: string): string | null {
  return EMAIL.test(email) ? null : "E-mail must be an address such as ada@example.com, in ASCII.";
}

/** The form in which an e-mail is kept and looked up. */
export function toEmail(text: string): string {
  return text.toLowerCase();
}

export function findPasswordFault(password: string): string | null {
  const length = [...password].length;
  return length >= 12 && length <= 256 && password.isWellFormed() ? null : "Password must have 12 to 256 characters.";
}

export function findNameFault(name: string): string | null {
  return isText(name, 200) && name.trim() !== ""
    ? null
    : "Name must have 1 to 200 characters, none of them a control character.";
}

export function findReasonCodeFault(code: string): string | null {
  return /^[A-Za-z0-9._-]{1,64}$/.test(code)
    ? null
    : "Reason code must have 1 to 64 letters, digits, dots, underscores or hyphens.";
}

export function findReasonTextFault(text: string): string | null {
  return text === "" || isText(text.replaceAll(/[\n\r\t]/g, " "), 2000)
    ? null
    : "Reason text must have at most 2000 characters.";
}

/** What a list may look for; empty finds everything. */
export function findPrefixFault(prefix: string): string | null {
  return prefix === "" || isText(prefix, 200)
    ? null
    : "Prefix must have at most 200 characters, none of them a control character.";
}

function isText(text: string, longest: number): boolean {
  return text.length <= longest && isLegalText(text);
}
