import { isUtf8 } from "node:buffer";
import type { ReceivedParameters } from "../../http/form.ts";
import { HttpError } from "../http-error.ts";
import { MAX_PARAMETERS, tooManyParameters } from "./received.ts";

/**
 * Parses a flat JSON object of strings in linear time. Unlike JSON.parse, it keeps duplicate members and builds no nested values.
 * @throws HttpError 400 for any other body, and for too many parameters
 */
export function readJson(body: Buffer): ReceivedParameters {
  if (!isUtf8(body)) throw notFlat();
  const received: ReceivedParameters = { pairs: [], malformed: [] };
  const scanner: Scanner = { text: body.toString("utf8"), at: 0 };
  expect(scanner, "{");
  if (!accept(scanner, "}")) {
    do {
      readMember(scanner, received);
      if (received.pairs.length + received.malformed.length > MAX_PARAMETERS) throw tooManyParameters();
    } while (accept(scanner, ","));
    expect(scanner, "}");
  }
  skipSpace(scanner);
  if (scanner.at !== scanner.text.length) throw notFlat();
  return received;
}

interface Scanner {
  text: string;
  at: number;
}

function notFlat(): HttpError {
  return new HttpError(400, "The body must be one JSON object in UTF-8 whose members are all strings.");
}

function readMember(scanner: Scanner, { pairs, malformed }: ReceivedParameters): void {
  const name = readString(scanner);
  expect(scanner, ":");
  const value = readString(scanner);
  // A JSON escape can encode a lone surrogate, which protobuf strings cannot hold.
  if (name.isWellFormed() && value.isWellFormed()) pairs.push([name, value]);
  else malformed.push(name.toWellFormed());
}

function readString(scanner: Scanner): string {
  skipSpace(scanner);
  const start = scanner.at;
  if (scanner.text[start] !== '"') throw notFlat();
  const end = endOfString(scanner.text, start + 1);
  scanner.at = end;
  try {
    // The slice has no unescaped inner quote, so it is either one string or invalid JSON.
    return JSON.parse(scanner.text.slice(start, end));
  } catch {
    throw notFlat();
  }
}

/** The index after the closing quote; beyond the end of the text if it is missing. */
function endOfString(text: string, from: number): number {
  let at = from;
  while (at < text.length && text[at] !== '"') at += text[at] === "\\" ? 2 : 1;
  return at + 1;
}

function expect(scanner: Scanner, character: string): void {
  if (!accept(scanner, character)) throw notFlat();
}

function accept(scanner: Scanner, character: string): boolean {
  skipSpace(scanner);
  if (scanner.text[scanner.at] !== character) return false;
  scanner.at += 1;
  return true;
}

// JSON whitespace; a byte order mark is not part of it.
function skipSpace(scanner: Scanner): void {
  while (" \t\n\r".includes(scanner.text[scanner.at] ?? "x")) scanner.at += 1;
}
