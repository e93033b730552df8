import { describe, expect, it, test } from "vitest";
import { readCookie } from "../../../src/http/read-cookie.ts";
import { sessionCookieName } from "../../../src/http/session-cookie.ts";
import { cookieJar } from "../../../src/web/http/cookie-jar.ts";

const TOKEN = "Yq3v-0_sessiontokenofthebrowser0123456789ABC";

describe("the session cookie that the pages write", () => {
  it.each([true, false])("is the one that the authorize route reads, secure: %s", (secure) => {
    const written = cookieJar(secure).write("session", TOKEN, 60);
    expect(readCookie(written.split(";")[0], sessionCookieName(secure))).toBe(TOKEN);
  });
});

test.each([
  ["among others", "a=b; __Host-latchkey=tok_en-1; c=d", "tok_en-1"],
  ["no header", undefined, null],
  ["only other cookies", "a=b", null],
  ["only the name without a prefix, which sibling hosts can set", "latchkey=abc", null],
  ["only a longer name", "__Host-latchkey-form=abc", null],
  ["two values, one of them planted", "__Host-latchkey=a; __Host-latchkey=b", null],
  ["the same value twice", "__Host-latchkey=a; __Host-latchkey=a", null],
  ["a quoted value", '__Host-latchkey="abc"', null],
  ["a percent-encoded value", "__Host-latchkey=a%20b", null],
  ["a value with a space", "__Host-latchkey=a b", null],
  ["an empty value", "__Host-latchkey=", null],
  ["a value of the maximum length", `__Host-latchkey=${"a".repeat(256)}`, "a".repeat(256)],
  ["a longer value", `__Host-latchkey=${"a".repeat(257)}`, null],
])("the session cookie is read: %s", (_name, header, value) => {
  expect(readCookie(header, sessionCookieName(true))).toBe(value);
});
