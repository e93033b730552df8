import { expect, test } from "vitest";
import { cookieJar } from "../../../../src/web/http/cookies.ts";

const https = cookieJar(true);
const loopback = cookieJar(false);

test("on https the session cookie is bound to the host, to https and away from scripts", () => {
  expect(https.write("session", "abc", 60)).toBe(
    "__Host-latchkey=abc; Path=/; HttpOnly; SameSite=Lax; Secure; Max-Age=60",
  );
});

test("on loopback http it has neither the prefix nor Secure, which browsers would refuse", () => {
  expect(loopback.write("session", "abc", null)).toBe("latchkey=abc; Path=/; HttpOnly; SameSite=Lax");
});

test("a cookie is removed under the attributes it was set with", () => {
  expect(https.clear("session")).toBe("__Host-latchkey=; Path=/; HttpOnly; SameSite=Lax; Secure; Max-Age=0");
});

test.each([
  ["among others", "a=b; __Host-latchkey=tok_en-1; c=d", "tok_en-1"],
  ["none at all", undefined, null],
  ["only others", "a=b", null],
  ["only the plain one, which any host beside us can set", "latchkey=abc", null],
  ["only one that begins alike", "__Host-latchkey-form=abc", null],
  ["two, of which one was planted", "__Host-latchkey=a; __Host-latchkey=b", null],
  ["the same twice", "__Host-latchkey=a; __Host-latchkey=a", null],
  ["in quotes", '__Host-latchkey="abc"', null],
  ["with characters that no token has", "__Host-latchkey=a%20b", null],
  ["empty", "__Host-latchkey=", null],
])("the session cookie is read: %s", (_name, header, value) => {
  expect(https.read(header, "session")).toBe(value);
});
