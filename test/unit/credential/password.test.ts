import { expect, test } from "vitest";
import { hashPassword, verifyAbsentAccount, verifyPassword } from "../../../src/credential/password.ts";

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
