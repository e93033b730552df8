const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const DIGITS = Uint8Array.from(ALPHABET, (digit) => digit.charCodeAt(0));

/** The value of each character code below 128 in base 62; 255 for a character outside the alphabet. */
const VALUES = new Uint8Array(128).fill(255);
for (const [value, code] of DIGITS.entries()) VALUES[code] = value;

// A 16-bit limb times a 6-digit chunk (62^6 < 2^36) stays below 2^53, exact in a double. Takes two thirds of the time of BigInt.
const CHUNK_DIGITS = 6;
const CHUNK = 62 ** CHUNK_DIGITS;
const HALF_CHUNK = 62 ** 3;
const LIMB = 0x10000;

/** Scratch number: little-endian limbs for 32 bytes and one extra chunk. Shared, because every use is synchronous. */
const limbs = new Float64Array(20);

/**
 * Writes bytes as one big-endian number in base 62 (`0-9A-Za-z`) into `out`, as ASCII, left-padded with `0` to `digits` characters
 * from `at` on. `bytes` has an even length of at most 32, and `digits` must have room for its value.
 */
export function writeBase62(bytes: Uint8Array, out: Uint8Array, at: number, digits: number): void {
  let used = bytes.length / 2;
  for (let limb = 0; limb < used; limb++) {
    const byte = bytes.length - 2 * limb - 2;
    limbs[limb] = (bytes[byte]! << 8) | bytes[byte + 1]!;
  }
  for (let end = at + digits; end > at; end -= CHUNK_DIGITS) {
    const chunk = divideByChunk(used);
    // A chunk is larger than two limbs, so the two highest limbs are now zero.
    used = Math.max(0, used - 2);
    const high = Math.floor(chunk / HALF_CHUNK);
    writeDigits(chunk - high * HALF_CHUNK, out, Math.max(at, end - 3), end);
    writeDigits(high, out, Math.max(at, end - 6), end - 3);
  }
}

/** Divides the number in the lowest `used` limbs by 62^6 and returns the remainder. */
function divideByChunk(used: number): number {
  let remainder = 0;
  for (let limb = used - 1; limb >= 0; limb--) {
    const dividend = remainder * LIMB + limbs[limb]!;
    const quotient = Math.floor(dividend / CHUNK);
    limbs[limb] = quotient;
    remainder = dividend - quotient * CHUNK;
  }
  return remainder;
}

function writeDigits(value: number, out: Uint8Array, from: number, end: number): void {
  let rest = value | 0;
  for (let at = end - 1; at >= from; at--) {
    const next = (rest / 62) | 0;
    out[at] = DIGITS[rest - next * 62]!;
    rest = next;
  }
}

/** Encodes bytes as `digits` base 62 characters. */
export function encodeBase62(bytes: Uint8Array, digits: number): string {
  const out = Buffer.allocUnsafe(digits);
  writeBase62(bytes, out, 0, digits);
  return out.toString("latin1");
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
 * Reads `digits` base 62 digits of `text` from `start` as one big-endian number of `size` bytes (even, at most 32).
 * Null if the number needs more bytes. The characters must have passed `isBase62`.
 */
export function decodeBase62(text: string, start: number, digits: number, size: number): Uint8Array | null {
  const end = start + digits;
  let at = start;
  let used = 0;
  // The short chunk comes first, so that all others have the same weight.
  for (let next = start + (digits % CHUNK_DIGITS || CHUNK_DIGITS); at < end; next += CHUNK_DIGITS) {
    let carry = 0;
    while (at < next) carry = carry * 62 + VALUES[text.charCodeAt(at++)]!;
    for (let limb = 0; limb < used; limb++) {
      const product = limbs[limb]! * CHUNK + carry;
      carry = Math.floor(product / LIMB);
      limbs[limb] = product - carry * LIMB;
    }
    for (; carry > 0; carry = Math.floor(carry / LIMB)) limbs[used++] = carry % LIMB;
    if (used > size / 2) return null;
  }
  return limbsToBytes(used, size);
}

function limbsToBytes(used: number, size: number): Uint8Array {
  const bytes = new Uint8Array(size);
  for (let limb = 0; limb < used; limb++) {
    bytes[size - 2 * limb - 2] = limbs[limb]! >>> 8;
    bytes[size - 2 * limb - 1] = limbs[limb]! & 0xff;
  }
  return bytes;
}
