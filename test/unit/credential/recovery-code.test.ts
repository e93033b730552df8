import { expect, test } from "vitest";
import { createRecoveryCode, recoveryCodeDigest } from "../../../src/credential/recovery-code.ts";

test("a code has 80 random bits in four groups", () => {
  expect(createRecoveryCode()).toMatch(/^[A-Z2-7]{4}(-[A-Z2-7]{4}){3}$/);
  expect(createRecoveryCode((size) => new Uint8Array(size))).toBe("AAAA-AAAA-AAAA-AAAA");
  expect(new Set(Array.from({ length: 100 }, () => createRecoveryCode())).size).toBe(100);
});

test("case, spaces and hyphens do not matter; the account does", () => {
  const digest = recoveryCodeDigest("a", "AAAA-BBBB-CCCC-DDDD");
  expect(recoveryCodeDigest("a", " aaaabbbb cccc-dddd ")).toEqual(digest);
  expect(recoveryCodeDigest("b", "AAAA-BBBB-CCCC-DDDD")).not.toEqual(digest);
});

test.each(["", "AAAA-BBBB-CCCC", "AAAA-BBBB-CCCC-DDD1", "A".repeat(10_000)])("%j is no code", (text) => {
  expect(recoveryCodeDigest("a", text)).toBeNull();
});
