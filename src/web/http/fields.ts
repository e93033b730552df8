import { isUtf8 } from "node:buffer";
import { isLegalText } from "../../oauth/parameters.ts";
import { PageError } from "../errors/page-error.ts";

const MAX_FIELDS = 200;

/** The fields of a form or query, each a single string unless it is read with `all`. */
export interface Fields {
  /** The value of a field; null if it was not sent. Sent twice, it is refused, with the same value too. */
  one(name: string): string | null;
  /** The values of a field that may repeat, such as checkboxes; the same value twice is refused. */
  all(name: string): string[];
}

/**
 * Reads `application/x-www-form-urlencoded` without repairing anything: broken escapes, bytes that are no UTF-8, control characters
 * and names in brackets (`scope[]`, which other frameworks would turn into arrays) are refused.
 *
 * @param latin1 one character for each byte, as Node gives a URL
 * @param repeatable the fields that may come more than once
 * @throws PageError 400
 */
export function parseFields(latin1: string, repeatable: readonly string[] = []): Fields {
  const parts = latin1.split("&").filter((part) => part !== "");
  if (parts.length > MAX_FIELDS) throw malformed();
  const values = new Map<string, string[]>();
  for (const part of parts) {
    const [name, value] = parsePair(part);
    const seen = values.get(name) ?? [];
    if (seen.length > 0 && (!repeatable.includes(name) || seen.includes(value))) throw malformed();
    values.set(name, [...seen, value]);
  }
  return {
    one: (name) => values.get(name)?.[0] ?? null,
    all: (name) => values.get(name) ?? [],
  };
}

function parsePair(part: string): [name: string, value: string] {
  const equals = part.indexOf("=");
  const name = decode(equals === -1 ? part : part.slice(0, equals));
  const value = equals === -1 ? "" : decode(part.slice(equals + 1));
  if (/[[\]]/.test(name)) throw malformed();
  return [name, value];
}

function decode(latin1: string): string {
  const bytes = Buffer.from(latin1, "latin1");
  if (!isUtf8(bytes)) throw malformed();
  const text = decodeEscapes(bytes.toString("utf8").replaceAll("+", " "));
  // Lines of a text area are the only control characters that a person can type.
  if (!isLegalText(text.replaceAll("\r\n", ""))) throw malformed();
  return text;
}

function decodeEscapes(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw malformed();
  }
}

function malformed(): PageError {
  return new PageError(400, "form_malformed");
}
