import { isUtf8 } from "node:buffer";

const NOT_ASCII = /[\x80-\xff]/;

/** Decoded but unvalidated parameters of a body or query, in order, duplicates included. */
export interface ReceivedParameters {
  pairs: [name: string, value: string][];
  /** Names of parameters with invalid UTF-8, invalid percent encoding or lone surrogates; not in `pairs`. */
  malformed: string[];
}

/** The query of a request's URL; empty if it has none. */
export function queryIn(url: string): string {
  const mark = url.indexOf("?");
  return mark === -1 ? "" : url.slice(mark + 1);
}

/**
 * Parses `application/x-www-form-urlencoded` from a body or query. Unlike URLSearchParams, it reports invalid UTF-8 and invalid percent
 * encoding as malformed.
 * @param bytes a latin1 string, one character per byte, as in Node's `request.url`
 * @returns null for more than `max` parameters, without decoding any
 */
export function parseForm(bytes: string, max: number): ReceivedParameters | null {
  const received: ReceivedParameters = { pairs: [], malformed: [] };
  if (bytes === "") return received;
  const parts = bytes.split("&");
  if (parts.length > max) return null;
  for (const part of parts) if (part !== "") readPart(part, received);
  return received;
}

function readPart(part: string, { pairs, malformed }: ReceivedParameters): void {
  const equals = part.indexOf("=");
  const rawName = equals === -1 ? part : part.slice(0, equals);
  const name = decodeFormComponent(rawName);
  const value = equals === -1 ? "" : decodeFormComponent(part.slice(equals + 1));
  if (name === null) malformed.push(rawName.replace(NOT_ASCII, "\ufffd"));
  else if (value === null) malformed.push(name);
  else pairs.push([name, value]);
}

/** Decodes one name or value from a latin1 string; null if it is malformed. */
export function decodeFormComponent(bytes: string): string | null {
  const text = NOT_ASCII.test(bytes) ? utf8Text(bytes) : bytes;
  if (text === null) return null;
  const spaced = text.includes("+") ? text.replaceAll("+", " ") : text;
  if (!spaced.includes("%")) return spaced;
  try {
    // Throws on malformed escapes and invalid UTF-8, overlong forms and surrogates included.
    return decodeURIComponent(spaced);
  } catch {
    return null;
  }
}

function utf8Text(bytes: string): string | null {
  const buffer = Buffer.from(bytes, "latin1");
  return isUtf8(buffer) ? buffer.toString("utf8") : null;
}
