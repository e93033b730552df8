import { expect, test } from "vitest";
import { sha256 } from "../../../src/credential/digest.ts";
import {
  createClientId,
  createSalt,
  createSecret,
  createSessionToken,
  digestSecret,
  findSessionDigest,
  secretMatches,
} from "../../../src/credential/secret.ts";

test("secrets and salts are 32 bytes and never the same twice", () => {
  expect(createSecret()).toHaveLength(32);
  expect(createSalt()).toHaveLength(32);
  expect(createSecret()).not.toEqual(createSecret());
});

test("a client id is app_ and 22 base 62 digits from the random source", () => {
  expect(createClientId()).toMatch(/^app_[0-9A-Za-z]{22}$/);
  expect(createClientId((size) => Buffer.alloc(size, 0xff))).toBe("app_7n42DGM5Tflk9n8mt7Fhc7");
});

test("a session token is 43 characters of base64url, and its digest is of its bytes", () => {
  const { token, digest } = createSessionToken((size) => Buffer.alloc(size, 9));
  expect(token).toBe(Buffer.alloc(32, 9).toString("base64url"));
  expect(digest).toEqual(sha256(Buffer.alloc(32, 9)));
  expect(findSessionDigest(token)).toEqual(digest);
});

const MALFORMED = [
  { name: "empty", token: "" },
  { name: "42 characters", token: "A".repeat(42) },
  { name: "44 characters", token: "A".repeat(44) },
  { name: "padded", token: `${"A".repeat(42)}=` },
  { name: "base64 of the other alphabet", token: `${"A".repeat(42)}+` },
  { name: "stray bits in the last character", token: `${"A".repeat(42)}B` },
  { name: "a letter outside ASCII", token: `${"A".repeat(42)}é` },
];

test.each(MALFORMED)("a session token that is $name has no digest", ({ token }) => {
  expect(findSessionDigest(token)).toBeNull();
});

test("only the same secret matches a digest", () => {
  const secret = Buffer.alloc(32, 1);
  expect(digestSecret(secret)).toEqual(sha256(secret));
  expect(secretMatches(secret, digestSecret(secret))).toBe(true);
  expect(secretMatches(Buffer.alloc(32, 2), digestSecret(secret))).toBe(false);
});
