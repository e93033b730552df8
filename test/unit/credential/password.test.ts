import { expect, test } from "vitest";
import {
  findPasswordError,
  hashPassword,
  verifyAbsentAccount,
  verifyPassword,
} from "../../../src/credential/password.ts";

test("a password verifies against its own hash and no other does", async () => {
  const stored = await hashPassword("correct horse");
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await verifyPassword("correct horse", stored)).toBe(true);
  expect(await verifyPassword("correct horsf", stored)).toBe(false);
  expect(await verifyPassword("", stored)).toBe(false);
});

test("one password hashed twice gives two hashes", async () => {
  expect(await hashPassword("correct horse")).not.toBe(await hashPassword("correct horse"));
});

test("a composed and a decomposed accent are the same password", async () => {
  expect(await verifyPassword("cafe\u0301", await hashPassword("caf\u00e9"))).toBe(true);
});

test("C11 an absent account is refused for every password, at the same parameters", async () => {
  expect(await verifyAbsentAccount("correct horse")).toBe(false);
  expect(await verifyAbsentAccount("")).toBe(false);
});

test("a stored text that is not a hash throws", async () => {
  await expect(verifyPassword("correct horse", "correct horse")).rejects.toThrow();
});

test.each([
  { name: "11 characters", password: "x".repeat(11), ok: false },
  { name: "12 characters", password: "x".repeat(12), ok: true },
  { name: "12 characters of two code units", password: "\u{1f600}".repeat(12), ok: true },
  { name: "257 characters", password: "x".repeat(257), ok: false },
  { name: "half a character", password: `${"x".repeat(12)}\ud83d`, ok: false },
])("a new password with $name: allowed is $ok", ({ password, ok }) => {
  expect(findPasswordError(password) === null).toBe(ok);
});
