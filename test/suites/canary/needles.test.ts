import { expect, test } from "vitest";
import { createTokenFormat } from "../../../src/credential/token.ts";
import { findNeedles, needleOf } from "./needles.ts";

const ID = "01890a5d-ac96-774b-bcce-b302099a8057";
const SECRET = Buffer.alloc(32, 0x5a);
const token = createTokenFormat().format("at", ID, SECRET);
const needles = [
  needleOf("a token", token),
  needleOf("a session", SECRET.toString("base64url")),
  needleOf("a password", "correct horse battery"),
];

test.each<[string, string | Buffer, string[]]>([
  ["the token itself", `x ${token} y`, ["a token"]],
  ["its secret digits alone", token.slice(28, 71), ["a token"]],
  ["the bits as hex, whosever they are", SECRET.toString("hex"), ["a token", "a session"]],
  ["the bits as bytes", Buffer.concat([Buffer.from("x"), SECRET]), ["a token", "a session"]],
  ["a password in a sentence", "tried correct horse battery", ["a password"]],
  ["a token's id, its kind and its hint", `${token.slice(0, 28)} ${token.slice(-4)}`, []],
])("S1 a canary is found as %s", (_name, haystack, found) => {
  expect(findNeedles(haystack, needles)).toEqual(found);
});
