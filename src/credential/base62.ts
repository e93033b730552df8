const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** The value of each character code below 128 in base 62; 255 for a character outside the alphabet. */
const VALUES = new Uint8Array(128).fill(255);
for (let value = 0; value < 62; value++) VALUES[ALPHABET.charCodeAt(value)] = value;

// Limbs of 16 bits taken with chunks of 5 digits (62^5 < 2^30) keep every product below 2^47, exact in a double.
const CHUNK_DIGITS = 5;
const POWERS = [1, 62, 62 ** 2, 62 ** 3, 62 ** 4, 62 ** 5];
const LIMB = 0x10000;

/**
 * Writes bytes as one big-endian number in base 62 (`0-9A-Za-z`), left-padded with `0` to `digits` characters.
 * `digits` must have room for the value; digits that do not fit are lost. `bytes` has an even length.
 */
export function encodeBase62(bytes: Uint8Array, digits: number): string {
  const limbs: number[] = [];
  for (let at = 0; at < bytes.length; at += 2) limbs.push((bytes[at]! << 8) | bytes[at + 1]!);
  let text = "";
  while (text.length < digits) {
    const width = Math.min(CHUNK_DIGITS, digits - text.length);
    text = chunkToText(divideInPlace(limbs, POWERS[width]!), width) + text;
  }
  return text;
}

/** Divides the big-endian number in `limbs` by `divisor`, leaves the quotient there and returns the remainder. */
function divideInPlace(limbs: number[], divisor: number): number {
  let remainder = 0;
  for (let at = 0; at < limbs.length; at++) {
    const dividend = remainder * LIMB + limbs[at]!;
    const quotient = Math.floor(dividend / divisor);
    limbs[at] = quotient;
    remainder = dividend - quotient * divisor;
  }
  return remainder;
}

function chunkToText(chunk: number, width: number): string {
  let text = "";
  let rest = chunk;
  for (let digit = 0; digit < width; digit++) {
    text = ALPHABET[rest % 62] + text;
    rest = Math.floor(rest / 62);
  }
  return text;
}

/** True if every character of `text` from `start` on is a base 62 digit. */
export function isBase62(text: string, start: number): boolean {
  for (let at = start; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code > 127 || VALUES[code] === 255) return false;
  }
  return true;
}

/**
 * Reads `digits` base 62 digits of `text` from `start` as one big-endian number of `size` bytes (even).
 * Null if the number needs more bytes. The characters must have passed `isBase62`.
 */
export function decodeBase62(text: string, start: number, digits: number, size: number): Uint8Array | null {
  const limbs = new Array<number>(size / 2).fill(0);
  const end = start + digits;
  for (let at = start; at < end; ) {
    const width = Math.min(CHUNK_DIGITS, end - at);
    let carry = 0;
    for (let digit = 0; digit < width; digit++) carry = carry * 62 + VALUES[text.charCodeAt(at++)]!;
    const power = POWERS[width]!;
    for (let limb = limbs.length - 1; limb >= 0; limb--) {
      const product = limbs[limb]! * power + carry;
      carry = Math.floor(product / LIMB);
      limbs[limb] = product - carry * LIMB;
    }
    if (carry !== 0) return null;
  }
  const bytes = new Uint8Array(size);
  for (let limb = 0; limb < limbs.length; limb++) {
    bytes[limb * 2] = limbs[limb]! >>> 8;
    bytes[limb * 2 + 1] = limbs[limb]! & 0xff;
  }
  return bytes;
}
