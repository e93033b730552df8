/** An image of the platform. */
export interface BrandLogo {
  image: Uint8Array;
  /** `image/png`, `image/jpeg` or `image/webp`. */
  mediaType: string;
  /** SHA-256 of `image` in base64url; part of the logo's URL. */
  digest: string;
}

/** The platform's identity on the pages. Null: not set. */
export interface Brand {
  name: string | null;
  /** `#rrggbb`, checked by `accentError`. */
  accent: string | null;
  logo: BrandLogo | null;
  /** Where people get help: an e-mail address or an https URL, checked by `supportError`. */
  support: string | null;
}

export const NO_BRAND: Brand = { name: null, accent: null, logo: null, support: null };

/** The name of a platform that sets none. */
export const DEFAULT_NAME = "Latchkey";

const MAX_NAME = 60;

/** The reason why a text cannot be the platform's name; null if it can. */
export function nameError(text: string): string | null {
  const isLegal = text.trim() === text && text !== "" && !/\p{C}/u.test(text);
  if (isLegal && [...text].length <= MAX_NAME) return null;
  return `must have 1 to ${MAX_NAME} characters, no control characters and no spaces at either end`;
}

/** Merges brands: each part comes from the first brand that sets it. */
export function mergeBrands(first: Brand, second: Brand): Brand {
  return {
    name: first.name ?? second.name,
    accent: first.accent ?? second.accent,
    logo: first.logo ?? second.logo,
    support: first.support ?? second.support,
  };
}

const SIGNATURES: readonly [mediaType: string, test: (bytes: Buffer) => boolean][] = [
  ["image/png", (bytes) => bytes.toString("latin1", 0, 8) === "\x89PNG\r\n\x1a\n"],
  ["image/jpeg", (bytes) => bytes.toString("latin1", 0, 3) === "\xff\xd8\xff"],
  ["image/webp", (bytes) => bytes.toString("latin1", 0, 4) === "RIFF" && bytes.toString("latin1", 8, 12) === "WEBP"],
];

/** The media type by the signature of an image file; null for other files. SVG is refused: it can contain scripts. */
export function imageTypeOf(file: Uint8Array): string | null {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  return SIGNATURES.find(([, test]) => test(bytes))?.[0] ?? null;
}
