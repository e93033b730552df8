import { crc32 } from "node:zlib";
import { decodeBase62, encodeBase62, isBase62 } from "./base62.ts";
import { createSecret, digestSecret, type RandomSource, SECRET_BYTES } from "./secret.ts";
import { uuidFromBytes, uuidToBytes } from "./uuid.ts";

/** at: access token, rt: refresh token, ac: authorization code, cs: client secret, sk: service key, it: install token. */
export const TOKEN_TYPES = ["at", "rt", "ac", "cs", "sk", "it"] as const;
export type TokenType = (typeof TOKEN_TYPES)[number];

const ID_BYTES = 16;
const ID_DIGITS = 22;
const SECRET_DIGITS = 43;
const CHECKSUM_BYTES = 4;
const CHECKSUM_DIGITS = 6;

/** Why a text is not a token; for logs only. `type` means a token of a type that was not expected. */
export type TokenError = "length" | "prefix" | "type" | "alphabet" | "checksum" | "overflow";

export interface Token {
  type: TokenType;
  /** The lower-case UUID of the row that holds the secret's digest. */
  id: string;
  /** 32 bytes. Never stored, never logged. */
  secret: Uint8Array;
}

export type ParsedToken = ({ kind: "token" } & Token) | { kind: "malformed"; reason: TokenError };

export interface NewToken {
  /** The token's text, shown once. */
  text: string;
  /** SHA-256 of the secret part, for the row. */
  digest: Buffer;
}

/** The token format under one prefix: `<prefix>_<type>_`, 22 digits of id, 43 of secret, 6 of CRC-32 over all before them. */
export interface TokenFormat {
  readonly prefix: string;
  /** The text of a token. Throws a TypeError unless `id` is a UUID and `secret` has 32 bytes. */
  format(type: TokenType, id: string, secret: Uint8Array): string;
  /** Creates a token with a new random secret. */
  create(type: TokenType, id: string, random?: RandomSource): NewToken;
  /** Parses a presented token of one of the `expected` types. The checksum catches typing errors without a database query. */
  parse(text: string, ...expected: TokenType[]): ParsedToken;
}

/** True if `prefix` is a valid TOKEN_PREFIX: a letter, then up to 15 letters or digits. */
export function isTokenPrefix(prefix: string): boolean {
  return /^[A-Za-z][A-Za-z0-9]{0,15}$/.test(prefix);
}

/** The format with `prefix` (TOKEN_PREFIX). Throws a RangeError unless `isTokenPrefix` holds. */
export function createTokenFormat(prefix = "lk"): TokenFormat {
  if (!isTokenPrefix(prefix)) throw new RangeError("a token prefix is a letter and up to 15 letters or digits");
  const format: TokenFormat["format"] = (type, id, secret) => formatToken(`${prefix}_${type}_`, id, secret);
  return {
    prefix,
    format,
    create(type, id, random) {
      const secret = createSecret(random);
      return { text: format(type, id, secret), digest: digestSecret(secret) };
    },
    parse: (text, ...expected) => parseToken(`${prefix}_`, text, expected),
  };
}

/** `head` is everything before the id. */
function formatToken(head: string, id: string, secret: Uint8Array): string {
  if (secret.length !== SECRET_BYTES) throw new TypeError("a token's secret has 32 bytes");
  const body = head + encodeBase62(uuidToBytes(id), ID_DIGITS) + encodeBase62(secret, SECRET_DIGITS);
  return body + encodeBase62(toBytes(crc32(body)), CHECKSUM_DIGITS);
}

/** The four big-endian bytes of an unsigned number. */
function toBytes(number: number): Uint8Array {
  return Uint8Array.of(number >>> 24, number >>> 16, number >>> 8, number);
}

function parseToken(head: string, text: string, expected: readonly TokenType[]): ParsedToken {
  const idAt = head.length + 3;
  const secretAt = idAt + ID_DIGITS;
  const checksumAt = secretAt + SECRET_DIGITS;
  if (text.length !== checksumAt + CHECKSUM_DIGITS) return { kind: "malformed", reason: "length" };
  if (!text.startsWith(head)) return { kind: "malformed", reason: "prefix" };
  const type = findType(text, head.length);
  if (type === null || !expected.includes(type)) return { kind: "malformed", reason: "type" };
  if (!isBase62(text.slice(idAt))) return { kind: "malformed", reason: "alphabet" };
  const checksum = decodeBase62(text.slice(checksumAt), CHECKSUM_BYTES);
  const id = decodeBase62(text.slice(idAt, secretAt), ID_BYTES);
  const secret = decodeBase62(text.slice(secretAt, checksumAt), SECRET_BYTES);
  if (checksum === null || id === null || secret === null) return { kind: "malformed", reason: "overflow" };
  if (!isChecksumOf(checksum, text.slice(0, checksumAt))) return { kind: "malformed", reason: "checksum" };
  return { kind: "token", type, id: uuidFromBytes(id), secret };
}

/** The type and underscore at `at`; null for an unknown type. */
function findType(text: string, at: number): TokenType | null {
  for (const type of TOKEN_TYPES) if (text.startsWith(type, at) && text[at + 2] === "_") return type;
  return null;
}

function isChecksumOf(checksum: Uint8Array, body: string): boolean {
  return toBytes(crc32(body)).every((byte, at) => byte === checksum[at]);
}
