import { hash } from "node:crypto";
import { expect, test } from "vitest";
import { csrfMatches, csrfTokenFor, newFormSecret } from "../../../../src/web/http/csrf.ts";

const secret = newFormSecret();
const token = csrfTokenFor("session", secret);

test("a token matches itself and nothing else", () => {
  expect(csrfMatches(token, token)).toBe(true);
});

test.each([
  ["none", null],
  ["an empty one", ""],
  ["a shorter one", token.slice(1)],
  ["a longer one", `${token}A`],
  ["one of another session", csrfTokenFor("session", newFormSecret())],
  ["one of a signed-out form with the same cookie value", csrfTokenFor("form", secret)],
  ["the cookie itself", secret],
  ["the digest under which a session is stored", hash("sha256", secret, "base64url")],
])("C1 is refused: %s", (_name, presented) => {
  expect(csrfMatches(token, presented)).toBe(false);
});

test("every browser has its own secret, of 256 bits", () => {
  expect(newFormSecret()).not.toBe(newFormSecret());
  expect(Buffer.from(secret, "base64url")).toHaveLength(32);
});
