import { isUtf8 } from "node:buffer";
import { HttpError } from "../edge-fault.ts";
import { type ReceivedParameters, refuseTooMany } from "./received.ts";

/**
 * Reads a JSON object whose members are strings, and nothing else that is JSON. JSON.parse would keep the last of two members with one
 * name and would build whatever the text nests, so the few tokens that are legal here are read one by one, each character once.
 * @throws HttpError 400 for anything else, and for too many parameters
 */
export function readJson(body: Buffer): ReceivedParameters {
  if (!isUtf8(body)) throw notFlat();
  const received: ReceivedParameters = { pairs: [], malformed: [] };
  const scanner: Scanner = { text: body.toString("utf8"), at: 0 };
  expect(scanner, "{");
  if (!accept(scanner, "}")) {
    do {
      readMember(scanner, received);
      refuseTooMany(received.pairs.length + received.malformed.length);
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
  // Escapes can write half a surrogate pair, which is no text and cannot be sent on.
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
    // The slice has no unescaped quote inside, so it is one string or, for control characters and bad escapes, no JSON.
    return JSON.parse(scanner.text.slice(start, end));
  } catch {
    throw notFlat();
  }
}

/** The index after the closing quote; behind the end of the text if there is none. */
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

// JSON's four; a byte order mark is none of them.
function skipSpace(scanner: Scanner): void {
  while (" \t\n\r".includes(scanner.text[scanner.at] ?? "x")) scanner.at += 1;
}
