import type { FastifyRequest } from "fastify";
import type { Fields } from "./fields.ts";
import { safeNextPath } from "./next-path.ts";

/** A field of a form, and its value. */
export type TypedField = readonly [name: string, value: string];

/** The text of a form that came without a session. The browser carries it through the sign-in and back to the form. */
export interface KeptInput {
  /** The route that shows the form with the text, and does nothing else. */
  path: string;
  /** The account whose page had the form. The text is shown to no other account. */
  accountId: string;
  fields: readonly TypedField[];
}

/** The hidden field of the forms whose text survives a sign-in: the account to which the page was shown. */
export const FORM_OWNER = "form_owner";

/** The maximum size of kept input, encoded as a form, in bytes. The sign-in form has 64 KiB. */
const MAX_SIZE = 40 * 1024;

/** More fields would not fit into a form with the CSRF token. */
const MAX_FIELDS = 150;

/** The end of the paths that show kept input. */
const RESTORE = "/restore";

export function restorePath(path: string): string {
  return `${path}${RESTORE}`;
}

/** The input of the form at `path`; null if there is none, if the form names no account, or if the input is too large. */
export function keepInput({ path, accountId, fields }: KeptInput): KeptInput | null {
  const typed = fields.filter(([, value]) => value !== "");
  const kept = { path: restorePath(path), accountId, fields: typed };
  return typed.length > 0 && accountId !== "" && isSmall(kept) ? kept : null;
}

/** The named fields of a form. */
export function typedFields(fields: Fields, names: readonly string[]): TypedField[] {
  return names.flatMap((name) => fields.all(name).map((value): TypedField => [name, value]));
}

/** The value of the hidden field of the sign-in forms. */
export function writeKept({ path, accountId, fields }: KeptInput): string {
  return JSON.stringify([path, fields, accountId]);
}

/** The input in a sign-in form; null if there is none. */
export function readKept(text: string | null): KeptInput | null {
  try {
    const [path, fields, accountId] = JSON.parse(text ?? "");
    if (!safeNextPath(path)?.endsWith(RESTORE) || typeof accountId !== "string") return null;
    if (!Array.isArray(fields) || !fields.every(isTypedField)) return null;
    const kept = { path, accountId, fields };
    return isSmall(kept) ? kept : null;
  } catch {
    return null;
  }
}

/** True if a browser says that a page of this service sent the form. */
export function isSentByPage({ headers }: Pick<FastifyRequest, "headers">, publicUrl: string): boolean {
  return headers.origin === publicUrl || headers["sec-fetch-site"] === "same-origin";
}

function isTypedField(field: unknown): field is TypedField {
  return Array.isArray(field) && field.length === 2 && field.every((part) => typeof part === "string");
}

function isSmall(kept: KeptInput): boolean {
  return kept.fields.length <= MAX_FIELDS && encodeURIComponent(writeKept(kept)).length <= MAX_SIZE;
}
