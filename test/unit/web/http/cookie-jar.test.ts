import { expect, test } from "vitest";
import { cookieJar } from "../../../../src/web/http/cookie-jar.ts";

const https = cookieJar(true);
const loopback = cookieJar(false);

test("on https the session cookie is bound to the host and https, and hidden from scripts", () => {
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
