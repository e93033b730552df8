import fc from "fast-check";
import { expect, test } from "vitest";
import { decodeBase62, encodeBase62, isBase62 } from "../../../src/credential/base62.ts";

const SIZES = [
  { size: 4, digits: 6 },
  { size: 16, digits: 22 },
  { size: 32, digits: 43 },
];

/** The same conversion, one digit at a time. */
function encodeByDigit(bytes: Uint8Array, digits: number): string {
  const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
  let rest = BigInt(`0x${Buffer.from(bytes).toString("hex")}`);
  let text = "";
  for (let digit = 0; digit < digits; digit++) {
    text = alphabet[Number(rest % 62n)] + text;
    rest /= 62n;
  }
  return text;
}

test.each(SIZES)("$size bytes have $digits digits and decode to the same bytes", ({ size, digits }) => {
  // 0 and 255 often: leading zeros and carries.
  const byte = fc.oneof(fc.constantFrom(0, 255), fc.nat({ max: 255 }));
  fc.assert(
    fc.property(fc.array(byte, { minLength: size, maxLength: size }), (values) => {
      const bytes = Uint8Array.from(values);
      const text = encodeBase62(bytes, digits);
      expect(text).toBe(encodeByDigit(bytes, digits));
      expect(decodeBase62(text, size)).toEqual(bytes);
    }),
    { numRuns: 300 },
  );
});

test.each(SIZES)("the largest number of $size bytes decodes, and the next one is null", ({ size, digits }) => {
  const last = encodeBase62(new Uint8Array(size).fill(255), digits);
  const code = last.charCodeAt(digits - 1);
  expect(decodeBase62(last, size)).toEqual(new Uint8Array(size).fill(255));
  expect(decodeBase62(last.slice(0, -1) + String.fromCharCode(code + 1), size)).toBeNull();
  expect(decodeBase62("z".repeat(digits), size)).toBeNull();
});

test("only 0-9, A-Z and a-z are base 62 digits", () => {
  const digits = Array.from({ length: 0x250 }, (_, code) => String.fromCharCode(code)).filter((text) => isBase62(text));
  expect(digits.join("")).toBe("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz");
});
