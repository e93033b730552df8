const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/** The value of each digit by its character code. */
const VALUES = new Uint8Array(128);
for (const [value, digit] of [...ALPHABET].entries()) VALUES[digit.charCodeAt(0)] = value;

/** The number of digits that are converted at a time: 62^8 is below 2^53, so a chunk fits a number. */
const CHUNK_DIGITS = 8;
const CHUNK = 62n ** BigInt(CHUNK_DIGITS);

/**
 * Encodes bytes as one big-endian number of `digits` base 62 digits (`0-9A-Za-z`), left-padded with `0`. `digits` must have room for the
 * number.
 */
export function encodeBase62(bytes: Uint8Array, digits: number): string {
  let rest = BigInt(`0x${Buffer.from(bytes).toString("hex")}`);
  let text = "";
  while (text.length < digits) {
    text = encodeChunk(Number(rest % CHUNK)) + text;
    rest /= CHUNK;
  }
  return text.slice(-digits);
}

function encodeChunk(value: number): string {
  let text = "";
  for (let rest = value; text.length < CHUNK_DIGITS; rest = Math.floor(rest / 62)) text = ALPHABET[rest % 62]! + text;
  return text;
}

/** True if every character of `text` is a base 62 digit. */
export function isBase62(text: string): boolean {
  return /^[0-9A-Za-z]*$/.test(text);
}

/** Decodes base 62 digits as one big-endian number of `size` bytes; null if it needs more. `text` must have passed `isBase62`. */
export function decodeBase62(text: string, size: number): Uint8Array | null {
  // The short chunk comes first, so that all others have the same weight.
  let end = text.length % CHUNK_DIGITS;
  let number = BigInt(decodeChunk(text, 0, end));
  for (; end < text.length; end += CHUNK_DIGITS) {
    number = number * CHUNK + BigInt(decodeChunk(text, end, end + CHUNK_DIGITS));
  }
  const hex = number.toString(16).padStart(size * 2, "0");
  return hex.length > size * 2 ? null : new Uint8Array(Buffer.from(hex, "hex"));
}

function decodeChunk(text: string, start: number, end: number): number {
  let value = 0;
  for (let at = start; at < end; at++) value = value * 62 + VALUES[text.charCodeAt(at)]!;
  return value;
}
