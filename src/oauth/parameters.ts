import { toScopeSet } from "./scope.ts";

/** The maximum length of a `client_id` in characters. A longer value is rejected without a query. */
const CLIENT_ID_MAX = 255;
/** Longest `state`, in UTF-8 bytes. */
const STATE_MAX_BYTES = 2048;

// Unicode control characters: C0, DEL and C1.
const CONTROL = /\p{Cc}/u;
// RFC 6749 appendix A: VSCHAR = %x20-7E.
const VSCHARS = /^[\x20-\x7e]+$/;
// RFC 6749 §3.3: scope-token = 1*( %x21 / %x23-5B / %x5D-7E ).
const SCOPE_TOKEN = /^[\x21\x23-\x5b\x5d-\x7e]+$/;
// RFC 7636 §4.1: code-verifier = 43*128unreserved.
const VERIFIER = /^[A-Za-z0-9\-._~]{43,128}$/;
// RFC 7636 §4.2, S256: base64url of 32 bytes, without padding.
const S256_CHALLENGE = /^[A-Za-z0-9_-]{43}$/;
const MERCHANT_ID = /^[A-Za-z0-9._-]{1,64}$/;

/** True if `value` is a well-formed string without control characters. */
export function isLegalText(value: unknown): value is string {
  return typeof value === "string" && value.isWellFormed() && !CONTROL.test(value);
}

/** True if `text` is a valid `client_id`: 1 to 255 printable ASCII characters. @see RFC 6749 §A.1 */
export function isClientId(text: string): boolean {
  return text.length <= CLIENT_ID_MAX && VSCHARS.test(text);
}

/** True if `text` is a valid `merchant_id`. */
export function isMerchantId(text: string): boolean {
  return MERCHANT_ID.test(text);
}

/** True if `text` is a valid `state`: legal text of 1 to 2,048 UTF-8 bytes. @see RFC 6749 §A.5 (VSCHAR only) */
export function isState(text: string): boolean {
  // Checks the length first: a text with more characters than allowed bytes is too long, and need not be counted.
  return text.length > 0 && text.length <= STATE_MAX_BYTES && isLegalText(text) && utf8Length(text) <= STATE_MAX_BYTES;
}

function utf8Length(text: string): number {
  let bytes = 0;
  for (const character of text) {
    const code = character.codePointAt(0)!;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return bytes;
}

/** True if `text` is a scope token. @see RFC 6749 §3.3 */
export function isScopeToken(text: string): boolean {
  return SCOPE_TOKEN.test(text);
}

/** The canonical set of a `scope` parameter; null if malformed. @see RFC 6749 §3.3 */
export function parseScope(text: string): string[] | null {
  const tokens = text.split(" ");
  return tokens.every(isScopeToken) ? toScopeSet(tokens) : null;
}

/** True if `text` is an S256 code challenge: 43 base64url characters. @see RFC 7636 §4.2 */
export function isS256Challenge(text: string): boolean {
  return S256_CHALLENGE.test(text);
}

/** True if `text` is a code verifier: 43 to 128 unreserved characters. @see RFC 7636 §4.1 */
export function isVerifier(text: string): boolean {
  return VERIFIER.test(text);
}

/** Received parameters, by name. */
export interface RawParameters {
  /** The first value of each name; empty values count as absent. */
  values: ReadonlyMap<string, string>;
  /** The names that occur more than once. */
  duplicated: ReadonlySet<string>;
}

/**
 * Collects the name and value pairs of a query, form or JSON body without normalizing them.
 * @see RFC 6749 §3.1 (parameters without a value count as omitted; duplicates are an error)
 */
export function collectParameters(pairs: Iterable<readonly [name: string, value: string]>): RawParameters {
  const seen = new Set<string>();
  const values = new Map<string, string>();
  const duplicated = new Set<string>();
  for (const [name, value] of pairs) {
    if (seen.has(name)) duplicated.add(name);
    else if (value !== "") values.set(name, value);
    seen.add(name);
  }
  return { values, duplicated };
}
