import { isUtf8 } from "node:buffer";
import { type ReceivedParameters, refuseTooMany } from "./received.ts";

const NOT_ASCII = /[\x80-\xff]/;

/**
 * Reads `application/x-www-form-urlencoded`, a body's or a query's. Unlike URLSearchParams it repairs nothing: bytes that are no UTF-8
 * and percent signs that encode nothing make the parameter malformed.
 * @param bytes the text with one character for each byte (latin1), as Node gives a request's URL
 * @throws HttpError 400 for too many parameters
 */
export function readForm(bytes: string): ReceivedParameters {
  const received: ReceivedParameters = { pairs: [], malformed: [] };
  if (bytes === "") return received;
  const parts = bytes.split("&");
  refuseTooMany(parts.length);
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

/** One name or value of a form, given one character for each byte; null if it is no text. */
export function decodeFormComponent(bytes: string): string | null {
  const text = NOT_ASCII.test(bytes) ? utf8Text(bytes) : bytes;
  if (text === null) return null;
  const spaced = text.includes("+") ? text.replaceAll("+", " ") : text;
  if (!spaced.includes("%")) return spaced;
  try {
    // Strict by its definition: throws on a malformed escape and on octets that are no UTF-8, overlong forms and surrogates included.
    return decodeURIComponent(spaced);
  } catch {
    return null;
  }
}

function utf8Text(bytes: string): string | null {
  const buffer = Buffer.from(bytes, "latin1");
  return isUtf8(buffer) ? buffer.toString("utf8") : null;
}
