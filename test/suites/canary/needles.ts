/** A secret that no output may contain, in every form in which it could leak. */
export interface Needle {
  name: string;
  forms: Buffer[];
}

/** The token format: a prefix such as `lk_at_`, 22 digits of id, 43 of secret, 6 of checksum. */
const TOKEN = /^[a-z]+_(?:at|rt|ac|cs|sk|it)_[0-9A-Za-z]{22}([0-9A-Za-z]{43})[0-9A-Za-z]{6}$/;
const RAW = /^[A-Za-z0-9_-]{43}$/;
const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** The forms to search for: the text, and 256-bit secrets also as bytes, hex and base64. */
export function needleOf(name: string, text: string): Needle {
  if (text.length < 16) throw new Error(`${name} is too short to be distinguishable from chance`);
  const token = TOKEN.exec(text)?.[1];
  const bytes = token !== undefined ? fromBase62(token) : RAW.test(text) ? Buffer.from(text, "base64url") : null;
  const written = [text, ...(token === undefined ? [] : [token])];
  const encoded = bytes === null ? [] : [bytes.toString("hex"), bytes.toString("base64").replace(/=+$/, "")];
  return {
    name,
    forms: [...[...written, ...encoded].map((form) => Buffer.from(form)), ...(bytes === null ? [] : [bytes])],
  };
}

function fromBase62(digits: string): Buffer {
  let value = 0n;
  for (const digit of digits) value = value * 62n + BigInt(DIGITS.indexOf(digit));
  return Buffer.from(value.toString(16).padStart(64, "0"), "hex");
}

/** The names of the secrets that a text contains. */
export function findNeedles(haystack: Buffer | string, needles: readonly Needle[]): string[] {
  const bytes = typeof haystack === "string" ? Buffer.from(haystack) : haystack;
  return needles.filter(({ forms }) => forms.some((form) => bytes.includes(form))).map(({ name }) => name);
}
