import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  collectParameters,
  isClientId,
  isLegalText,
  isMerchantId,
  isS256Challenge,
  isScopeToken,
  isState,
  isVerifier,
  parseScope,
} from "../../../src/oauth/parameters.ts";

const TEXTS = [
  { name: "plain text", value: "abc", legal: true },
  { name: "letters of any script and emoji", value: "héllo 你好 🙂", legal: true },
  { name: "a quote, a backslash, angle brackets", value: '"\\<>', legal: true },
  { name: "a line feed", value: "a\nb", legal: false },
  { name: "a carriage return", value: "a\rb", legal: false },
  { name: "a tab", value: "a\tb", legal: false },
  { name: "a zero byte", value: "a\0b", legal: false },
  { name: "DEL", value: "a\x7fb", legal: false },
  { name: "a control beyond ASCII", value: "a\u0085b", legal: false },
  { name: "half a surrogate pair", value: "a\ud800b", legal: false },
  { name: "a number", value: 1, legal: false },
  { name: "an array", value: ["a"], legal: false },
  { name: "nothing", value: undefined, legal: false },
];

test.each(TEXTS)("$name: legal is $legal", ({ value, legal }) => {
  expect(isLegalText(value)).toBe(legal);
});

const STATES = [
  { name: "one character", text: "x", fits: true },
  { name: "2048 bytes of ASCII", text: "x".repeat(2048), fits: true },
  { name: "2049 bytes of ASCII", text: "x".repeat(2049), fits: false },
  { name: "1024 two-byte letters", text: "é".repeat(1024), fits: true },
  { name: "1025 two-byte letters", text: "é".repeat(1025), fits: false },
  { name: "512 four-byte emoji", text: "🙂".repeat(512), fits: true },
  { name: "513 four-byte emoji", text: "🙂".repeat(513), fits: false },
  { name: "682 three-byte letters and two more bytes", text: `${"你".repeat(682)}xx`, fits: true },
  { name: "683 three-byte letters", text: "你".repeat(683), fits: false },
  { name: "1024 of the last two-byte character", text: "\u07ff".repeat(1024), fits: true },
  { name: "683 of the first three-byte character", text: "\u0800".repeat(683), fits: false },
  { name: "682 of the last three-byte character", text: "\uffff".repeat(682), fits: true },
  { name: "513 of the first four-byte character", text: "\u{10000}".repeat(513), fits: false },
  { name: "a control character", text: "a\x01b", fits: false },
  { name: "half a surrogate pair", text: "\udfff", fits: false },
  { name: "nothing", text: "", fits: false },
];

test.each(STATES)("a state of $name: $fits", ({ text, fits }) => {
  expect(isState(text)).toBe(fits);
});

test("a state's length is counted in UTF-8 bytes", () => {
  // Legal characters of every width, often at the edges between widths; no sample is thrown away.
  const edges = fc.constantFrom(
    " ",
    "~",
    "\u00a0",
    "\u07ff",
    "\u0800",
    "\ud7ff",
    "\ue000",
    "\uffff",
    "\u{10000}",
    "\u{10ffff}",
  );
  const texts = fc.string({ unit: edges, minLength: 500, maxLength: 1500 });
  fc.assert(
    fc.property(texts, (text) => {
      expect(isState(text)).toBe(Buffer.byteLength(text) <= 2048);
    }),
    { numRuns: 50 },
  );
});

const CLIENT_IDS = [
  { name: "a generated id", text: "app_7n42DGM5Tflk9n8mt7Fhc7", fits: true },
  { name: "255 characters", text: "a".repeat(255), fits: true },
  { name: "256 characters", text: "a".repeat(256), fits: false },
  { name: "10 kB", text: "a".repeat(10_000), fits: false },
  { name: "nothing", text: "", fits: false },
  { name: "a control character", text: "app_\0", fits: false },
  { name: "a line feed at the end", text: "app_1\n", fits: false },
  { name: "a letter outside ASCII", text: "app_é", fits: false },
];

test.each(CLIENT_IDS)("A2 a client_id of $name: $fits", ({ text, fits }) => {
  expect(isClientId(text)).toBe(fits);
});

const SCOPES = [
  { name: "one", text: "orders:read", set: ["orders:read"] },
  { name: "A6 sorted", text: "b a", set: ["a", "b"] },
  { name: "A6 repeated", text: "a b a", set: ["a", "b"] },
  {
    name: "every allowed character",
    text: "!#$%&'()*+,-./09:;<=>?@AZ[]^_`az{|}~",
    set: ["!#$%&'()*+,-./09:;<=>?@AZ[]^_`az{|}~"],
  },
  { name: "A5 a line feed", text: "a\nb", set: null },
  { name: "A5 a quote", text: 'a"b', set: null },
  { name: "A5 a backslash", text: "a\\b", set: null },
  { name: "A5 a letter outside ASCII", text: "é", set: null },
  { name: "a tab between", text: "a\tb", set: null },
  { name: "two spaces", text: "a  b", set: null },
  { name: "a space at the end", text: "a ", set: null },
  { name: "a space at the start", text: " a", set: null },
  { name: "nothing", text: "", set: null },
];

test.each(SCOPES)("RFC 6749 §3.3 a scope of $name", ({ text, set }) => {
  expect(parseScope(text)).toEqual(set);
});

test("RFC 6749 §3.3 a scope token has only characters of the grammar", () => {
  for (let code = 0; code < 0x100; code++) {
    const allowed = code === 0x21 || (code >= 0x23 && code <= 0x5b) || (code >= 0x5d && code <= 0x7e);
    expect(isScopeToken(String.fromCharCode(code))).toBe(allowed);
  }
});

const CHALLENGES = [
  { name: "43 characters", text: "A".repeat(43), fits: true },
  { name: "every kind of character", text: `AZaz09-_${"b".repeat(35)}`, fits: true },
  { name: "42 characters", text: "A".repeat(42), fits: false },
  { name: "44 characters", text: "A".repeat(44), fits: false },
  { name: "129 characters", text: "A".repeat(129), fits: false },
  { name: "43 with padding", text: `${"A".repeat(42)}=`, fits: false },
  { name: "43 and padding", text: `${"A".repeat(43)}=`, fits: false },
  { name: "plain base64", text: `${"A".repeat(42)}+`, fits: false },
  { name: "a dot, which only `plain` can have", text: `${"A".repeat(42)}.`, fits: false },
  { name: "a line feed at the end", text: `${"A".repeat(43)}\n`, fits: false },
];

test.each(CHALLENGES)("P2 RFC 7636 §4.2 a challenge of $name: $fits", ({ text, fits }) => {
  expect(isS256Challenge(text)).toBe(fits);
});

const VERIFIERS = [
  { name: "43 characters", text: "a".repeat(43), fits: true },
  { name: "128 characters", text: "a".repeat(128), fits: true },
  { name: "every kind of character", text: `AZaz09-._~${"b".repeat(33)}`, fits: true },
  { name: "42 characters", text: "a".repeat(42), fits: false },
  { name: "129 characters", text: "a".repeat(129), fits: false },
  { name: "padding", text: `${"a".repeat(43)}=`, fits: false },
  { name: "a space", text: `${"a".repeat(43)} `, fits: false },
  { name: "a letter outside ASCII", text: `${"a".repeat(43)}é`, fits: false },
  { name: "a line feed at the end", text: `${"a".repeat(43)}\n`, fits: false },
];

test.each(VERIFIERS)("P2 RFC 7636 §4.1 a verifier of $name: $fits", ({ text, fits }) => {
  expect(isVerifier(text)).toBe(fits);
});

test.each([
  { name: "letters, digits, dot, underscore, hyphen", text: "Shop_1.eu-2", fits: true },
  { name: "64 characters", text: "m".repeat(64), fits: true },
  { name: "65 characters", text: "m".repeat(65), fits: false },
  { name: "a slash", text: "a/b", fits: false },
  { name: "nothing", text: "", fits: false },
])("a merchant_id of $name: $fits", ({ text, fits }) => {
  expect(isMerchantId(text)).toBe(fits);
});

describe("collecting parameters", () => {
  test.each([
    { name: "each once", query: "a=1&b=2", values: { a: "1", b: "2" }, duplicated: [] },
    { name: "§3.1 an empty value is an absent one", query: "a=&b=2", values: { b: "2" }, duplicated: [] },
    { name: "§3.1 twice with two values", query: "a=1&a=2", values: { a: "1" }, duplicated: ["a"] },
    { name: "B1 twice with the same value", query: "a=1&a=1", values: { a: "1" }, duplicated: ["a"] },
    { name: "once empty and once not", query: "a=&a=1", values: {}, duplicated: ["a"] },
    { name: "a space is a value", query: "a=+", values: { a: " " }, duplicated: [] },
  ])("RFC 6749 $name", ({ query, values, duplicated }) => {
    const collected = collectParameters([...new URLSearchParams(query)]);
    for (const [name, value] of Object.entries(values)) expect(collected.values.get(name)).toBe(value);
    expect([...collected.duplicated]).toEqual(duplicated);
  });

  test("B3 names of Object.prototype are ordinary names", () => {
    const pairs = [...new URLSearchParams("__proto__=1&constructor=2")];
    const { values, duplicated } = collectParameters(pairs);
    expect([...values]).toEqual(pairs);
    expect(duplicated.size).toBe(0);
    expect(collectParameters([]).values.get("constructor")).toBeUndefined();
  });
});
