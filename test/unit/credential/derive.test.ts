import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type KeySet, parseKeySet, type SuccessorInput } from "../../../src/credential/derive.ts";

const key = (fill: number) => Buffer.alloc(32, fill).toString("base64url");

function keySet(...fills: number[]): KeySet {
  const parsed = parseKeySet(fills.map(key).join(","));
  if (parsed.kind !== "keys") throw new Error(parsed.reason);
  return parsed.keys;
}

const INPUT: SuccessorInput = {
  label: "access",
  familyId: "0197c3a2-7b1e-7c44-9a5d-3f2e1d0c0b0a",
  newId: "0197c3a2-7b1e-7c44-9a5d-3f2e1d0c0b0b",
  salt: Buffer.alloc(32, 1),
  presentedSecret: Buffer.alloc(32, 2),
};

const KEY_LISTS = [
  { name: "nothing", text: "", reason: "empty" },
  { name: "31 bytes", text: Buffer.alloc(31, 1).toString("base64url"), reason: "malformed" },
  { name: "33 bytes", text: Buffer.alloc(33, 1).toString("base64url"), reason: "malformed" },
  { name: "a padded key", text: `${key(1)}=`, reason: "malformed" },
  { name: "a key in plain base64", text: Buffer.alloc(32, 0xff).toString("base64").slice(0, 43), reason: "malformed" },
  { name: "stray bits in the last character", text: `${"A".repeat(42)}B`, reason: "malformed" },
  { name: "an empty entry", text: `${key(1)},`, reason: "malformed" },
  { name: "one key twice", text: `${key(1)},${key(1)}`, reason: "duplicate" },
] as const;

test.each(KEY_LISTS)("TOKEN_KEY of $name is invalid: $reason", ({ text, reason }) => {
  expect(parseKeySet(text)).toEqual({ kind: "malformed", reason });
});

test("TOKEN_KEY may have spaces around its commas", () => {
  expect(parseKeySet(` ${key(1)} , ${key(2)} `).kind).toBe("keys");
});

test("the first key derives, and key ids do not reveal the keys", () => {
  const keys = keySet(1, 2);
  expect(keys.keyIds).toEqual([keySet(1).currentKeyId, keySet(2).currentKeyId]);
  expect(keys.currentKeyId).toBe(keys.keyIds[0]);
  expect(keys.currentKeyId).toMatch(/^[A-Za-z0-9_-]{11}$/);
  expect(key(1)).not.toContain(keys.currentKeyId);
});

describe("successors", () => {
  // The value was computed by another program from RFC 5869 and RFC 2104.
  test("the derivation is stable across versions", () => {
    const secret = keySet(1).deriveSuccessor(keySet(1).currentKeyId, INPUT);
    expect(secret?.toString("hex")).toBe("e9f1e1e5f736d290d53678bc4a1d734e6c01b1f340195ab3b82e1c39f7bf7164");
  });

  test("T5 the same request and key derive the same secret on every replica and during rotation", () => {
    const before = keySet(1);
    const rolled = keySet(2, 1);
    expect(rolled.currentKeyId).not.toBe(before.currentKeyId);
    expect(rolled.deriveSuccessor(before.currentKeyId, INPUT)).toEqual(
      before.deriveSuccessor(before.currentKeyId, INPUT),
    );
  });

  test("a removed key derives nothing", () => {
    expect(keySet(2).deriveSuccessor(keySet(1).currentKeyId, INPUT)).toBeNull();
  });

  const CHANGES: { name: string; change: Partial<SuccessorInput> }[] = [
    { name: "label", change: { label: "refresh" } },
    { name: "family", change: { familyId: INPUT.newId } },
    { name: "new id", change: { newId: INPUT.familyId } },
    { name: "salt", change: { salt: Buffer.alloc(32, 3) } },
    { name: "presented secret", change: { presentedSecret: Buffer.alloc(32, 3) } },
  ];

  test.each(CHANGES)("another $name derives another secret", ({ change }) => {
    const keys = keySet(1);
    expect(keys.deriveSuccessor(keys.currentKeyId, { ...INPUT, ...change })).not.toEqual(
      keys.deriveSuccessor(keys.currentKeyId, INPUT),
    );
  });

  test("another key derives another secret", () => {
    const [first, second] = [keySet(1), keySet(2)];
    expect(first.deriveSuccessor(first.currentKeyId, INPUT)).not.toEqual(
      second.deriveSuccessor(second.currentKeyId, INPUT),
    );
  });

  test("a text that moves to the next part derives another secret", () => {
    const keys = keySet(1);
    const text = fc.string({ maxLength: 8 });
    fc.assert(
      fc.property(text, text, text, (a, b, c) => {
        fc.pre(b !== "");
        const left = keys.deriveSuccessor(keys.currentKeyId, { ...INPUT, familyId: a + b, newId: c });
        const right = keys.deriveSuccessor(keys.currentKeyId, { ...INPUT, familyId: a, newId: b + c });
        expect(left).not.toEqual(right);
      }),
      { numRuns: 100 },
    );
  });
});

describe("CSRF tokens", () => {
  test("C1 a token is valid only for its session and interaction", () => {
    const keys = keySet(1);
    const token = keys.csrfToken("session-1", "interaction-1");
    expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(keys.csrfMatches(token, "session-1", "interaction-1")).toBe(true);
    expect(keys.csrfMatches(token, "session-2", "interaction-1")).toBe(false);
    expect(keys.csrfMatches(token, "session-1", "interaction-2")).toBe(false);
    expect(keys.csrfMatches(token, "session-1i", "nteraction-1")).toBe(false);
  });

  test("a token of a rotated key is valid until the key is removed", () => {
    const token = keySet(1).csrfToken("s", "i");
    expect(keySet(2, 1).csrfMatches(token, "s", "i")).toBe(true);
    expect(keySet(2).csrfMatches(token, "s", "i")).toBe(false);
  });

  test.each([
    { name: "an empty one", token: "" },
    { name: "43 zeros", token: "A".repeat(43) },
    { name: "a long one", token: "A".repeat(10_000) },
    { name: "one outside ASCII", token: "é".repeat(43) },
  ])("$name is no token", ({ token }) => {
    expect(keySet(1).csrfMatches(token, "s", "i")).toBe(false);
  });
});

describe("sealed secrets", () => {
  const secret = Buffer.from("the signing secret");

  test("open with their key and context only, also after a rotation", () => {
    const sealed = keySet(1).seal("row/1", secret);
    expect(sealed.sealed.includes(secret)).toBe(false);
    expect(keySet(2, 1).open("row/1", sealed)).toEqual(secret);
    expect(keySet(1).open("row/2", sealed)).toBeNull();
    expect(keySet(2).open("row/1", sealed)).toBeNull();
    expect(keySet(2).open("row/1", { ...sealed, keyId: keySet(2).currentKeyId })).toBeNull();
  });

  test("do not open after any byte was changed or lost", () => {
    const { keyId, sealed } = keySet(1).seal("row/1", secret);
    for (let at = 0; at < sealed.length; at++) {
      const changed = Buffer.from(sealed);
      changed[at]! ^= 1;
      expect(keySet(1).open("row/1", { keyId, sealed: changed })).toBeNull();
      expect(keySet(1).open("row/1", { keyId, sealed: sealed.subarray(0, at) })).toBeNull();
    }
  });
});
