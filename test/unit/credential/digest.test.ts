import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { cacheKeyOf, digestsEqual, sha256 } from "../../../src/credential/digest.ts";

test("SHA-256 of abc equals the vector of FIPS 180-4", () => {
  expect(sha256("abc").toString("hex")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
});

test("bytes are digested as bytes, not as text", () => {
  const secret = Buffer.alloc(32, 0xff);
  expect(sha256(secret)).toEqual(createHash("sha256").update(secret).digest());
});

const DIGESTS = [
  { name: "the same bytes", left: sha256("a"), right: sha256("a"), equal: true },
  { name: "other bytes", left: sha256("a"), right: sha256("b"), equal: false },
  { name: "a prefix", left: sha256("a"), right: sha256("a").subarray(0, 31), equal: false },
  { name: "nothing at all", left: Buffer.alloc(0), right: sha256("a"), equal: false },
];

test.each(DIGESTS)("$name: equal is $equal", ({ left, right, equal }) => {
  expect(digestsEqual(left, right)).toBe(equal);
});

test("a cache key is the digest of the whole text and does not contain it", () => {
  expect(cacheKeyOf("lk_at_1")).toBe(sha256("lk_at_1").toString("base64url"));
  expect(cacheKeyOf("lk_at_1")).not.toBe(cacheKeyOf("lk_at_2"));
});
