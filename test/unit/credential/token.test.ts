import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { sha256 } from "../../../src/credential/digest.ts";
import {
  createTokenFormat,
  isTokenPrefix,
  TOKEN_TYPES,
  type TokenError,
  type TokenType,
} from "../../../src/credential/token.ts";
import vectors from "./token-vectors.json" with { type: "json" };

const lk = createTokenFormat();
const SOUND = vectors.vectors[0]!.token;
const ID = "0197c3a2-7b1e-7c44-9a5d-3f2e1d0c0b0a";

/** A v4-shaped or any other UUID: the format keeps all 128 bits. */
const anyId = fc.uint8Array({ minLength: 16, maxLength: 16 }).map((bytes) => {
  const hex = Buffer.from(bytes).toString("hex");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
});
const anySecret = fc.uint8Array({ minLength: 32, maxLength: 32 });

describe("vectors of another implementation", () => {
  test.each(vectors.vectors)("$name", ({ prefix, type, id, secret, token }) => {
    const format = createTokenFormat(prefix);
    const bytes = Buffer.from(secret, "hex");
    expect(format.format(type as TokenType, id, bytes)).toBe(token);
    expect(format.parse(token, type as TokenType)).toEqual({ kind: "token", type, id, secret: new Uint8Array(bytes) });
  });
});

test("every token is lk_, its type, and 71 digits of base 62", () => {
  for (const type of TOKEN_TYPES) expect(lk.create(type, ID).text).toMatch(new RegExp(`^lk_${type}_[0-9A-Za-z]{71}$`));
});

test("parsing reverses formatting for any id and secret", () => {
  fc.assert(
    fc.property(fc.constantFrom(...TOKEN_TYPES), anyId, anySecret, (type, id, secret) => {
      expect(lk.parse(lk.format(type, id, secret), ...TOKEN_TYPES)).toEqual({ kind: "token", type, id, secret });
    }),
    { numRuns: 200 },
  );
});

test("one wrong character is detected without the database", () => {
  const text = lk.format("rt", ID, Buffer.alloc(32, 0xa7));
  const digit = fc.constantFrom(..."0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz");
  fc.assert(
    fc.property(fc.nat({ max: 70 }), digit, (at, replacement) => {
      const index = 6 + at;
      fc.pre(text[index] !== replacement);
      const wrong = text.slice(0, index) + replacement + text.slice(index + 1);
      expect(lk.parse(wrong, "rt")).toMatchObject({ kind: "malformed" });
    }),
    { numRuns: 300 },
  );
});

const FAULTS: { name: string; text: string; reason: TokenError }[] = [
  { name: "empty", text: "", reason: "length" },
  { name: "one character short", text: SOUND.slice(0, -1), reason: "length" },
  { name: "one character long", text: `${SOUND}0`, reason: "length" },
  { name: "a line feed after it", text: `${SOUND}\n`, reason: "length" },
  { name: "10 kB", text: "lk_at_".padEnd(10_000, "0"), reason: "length" },
  { name: "another prefix of the same length", text: SOUND.replace("lk_", "kl_"), reason: "prefix" },
  { name: "the prefix in capitals", text: SOUND.replace("lk_", "LK_"), reason: "prefix" },
  { name: "an unknown type", text: SOUND.replace("_at_", "_xx_"), reason: "type" },
  { name: "no underscore after the type", text: SOUND.replace("_at_", "_at0"), reason: "type" },
  { name: "a sound token of another type", text: lk.create("rt", ID).text, reason: "type" },
  { name: "a hyphen among the digits", text: `${SOUND.slice(0, 20)}-${SOUND.slice(21)}`, reason: "alphabet" },
  { name: "a letter outside ASCII", text: `${SOUND.slice(0, 20)}é${SOUND.slice(21)}`, reason: "alphabet" },
  { name: "a zero byte in the checksum", text: `${SOUND.slice(0, -1)}\0`, reason: "alphabet" },
  { name: "a wrong checksum", text: `${SOUND.slice(0, -1)}J`, reason: "checksum" },
  {
    name: "a type changed under its checksum",
    text: lk.create("rt", ID).text.replace("_rt_", "_at_"),
    reason: "checksum",
  },
  {
    name: "an id of 2^128 under a right checksum",
    text: "lk_at_7n42DGM5Tflk9n8mt7Fhc800000000000000000000000000000000000000000013eMG6o",
    reason: "overflow",
  },
  {
    name: "the greatest id under a right checksum",
    text: "lk_at_zzzzzzzzzzzzzzzzzzzzzz00000000000000000000000000000000000000000014JpoGy",
    reason: "overflow",
  },
  {
    name: "a secret of 2^256 under a right checksum",
    text: "lk_at_0000000000000000000001yhjskwdA6OZ1AL1YmHWZWm8LLG7HjnuCA2j5rOw8Xp21HZXMM",
    reason: "overflow",
  },
  {
    name: "the greatest secret under a right checksum",
    text: "lk_at_0000000000000000000001zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz0R97qH",
    reason: "overflow",
  },
  {
    name: "a checksum 2^32 too high",
    text: "lk_at_000000000000000000000100000000000000000000000000000000000000000014kjA8A",
    reason: "overflow",
  },
];

describe("malformed", () => {
  test.each(FAULTS)("$name is malformed: $reason", ({ text, reason }) => {
    expect(lk.parse(text, "at")).toEqual({ kind: "malformed", reason });
  });
});

test("a token of one of the expected types is parsed, and without expected types none is", () => {
  const { text } = lk.create("rt", ID);
  expect(lk.parse(text, "at", "rt")).toMatchObject({ kind: "token", type: "rt", id: ID });
  expect(lk.parse(text)).toEqual({ kind: "malformed", reason: "type" });
});

test("a token of one prefix is malformed under another", () => {
  expect(createTokenFormat("kl").parse(SOUND, "at")).toEqual({ kind: "malformed", reason: "prefix" });
});

test("a new token's digest is the SHA-256 of its secret part, from the random source that was passed in", () => {
  const secret = Buffer.alloc(32, 7);
  const { text, digest } = lk.create("sk", ID, () => secret);
  expect(text).toBe(lk.format("sk", ID, secret));
  expect(digest).toEqual(sha256(secret));
});

test("two new tokens of one id differ", () => {
  expect(lk.create("cs", ID).text).not.toBe(lk.create("cs", ID).text);
});

test("format throws for an id that is not a UUID and a secret of another length", () => {
  expect(() => lk.format("at", "app_1", Buffer.alloc(32))).toThrow(TypeError);
  expect(() => lk.format("at", ID, Buffer.alloc(31))).toThrow(TypeError);
});

const PREFIXES = [
  { name: "two letters", prefix: "lk", fits: true },
  { name: "letters and digits", prefix: "Shop1", fits: true },
  { name: "16 characters", prefix: "a".repeat(16), fits: true },
  { name: "empty", prefix: "", fits: false },
  { name: "17 characters", prefix: "a".repeat(17), fits: false },
  { name: "a digit first", prefix: "1k", fits: false },
  { name: "an underscore", prefix: "l_k", fits: false },
  { name: "a letter outside ASCII", prefix: "lé", fits: false },
];

test.each(PREFIXES)("a prefix of $name: $fits", ({ prefix, fits }) => {
  expect(isTokenPrefix(prefix)).toBe(fits);
  if (!fits) expect(() => createTokenFormat(prefix)).toThrow(RangeError);
});
