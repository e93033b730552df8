import { createHmac, hkdfSync } from "node:crypto";
import { digestsEqual } from "./digest.ts";
import { type SealedSecret, sealSecret, unsealSecret } from "./seal.ts";
import { decodeKey, secretMatches } from "./secret.ts";

/** Inputs of a successor secret. Ids are UUID strings; salt and presented secret are 32 bytes. */
export interface SuccessorInput {
  label: "access" | "refresh";
  familyId: string;
  /** The id of the derived token. */
  newId: string;
  /** Stored in the row of the new refresh token, and erased when the retry window ends. */
  salt: Uint8Array;
  /** The secret part of the refresh token that was presented. */
  presentedSecret: Uint8Array;
}

/** The expanded keys of TOKEN_KEY. Secret: never log or serialize. */
export interface KeySet {
  /** The id of the key that derives new secrets; stored with each salt. */
  readonly currentKeyId: string;
  /** All key ids, the current one first. */
  readonly keyIds: readonly string[];
  /** Derives a 32-byte successor secret with the key `keyId`; null if TOKEN_KEY no longer contains that key. */
  deriveSuccessor(keyId: string, input: SuccessorInput): Buffer | null;
  /** The secret (32 bytes) of a mailed link, from its 32-byte salt. The database alone cannot compute it. */
  deriveLinkSecret(salt: Uint8Array): Buffer;
  /** The secret with the SHA-256 `digest` that a key of the set derives from the salt; null if no key derives it. */
  findLinkSecret(salt: Uint8Array, digest: Uint8Array): Buffer | null;
  /** The CSRF token (43 base64url characters) of a session. `boundTo` are further values that the token is bound to. */
  csrfToken(sessionId: string, ...boundTo: readonly string[]): string;
  /** True if `presented` is the CSRF token of this session and these values, made with any key of the set. */
  csrfMatches(presented: string, sessionId: string, ...boundTo: readonly string[]): boolean;
  /** HMAC-SHA-256 over the parts of a WebAuthn challenge. */
  authenticateChallenge(...parts: readonly (string | Uint8Array)[]): Buffer;
  /** True if any key of the set made `mac` for these parts. */
  challengeMatches(mac: Uint8Array, ...parts: readonly (string | Uint8Array)[]): boolean;
  /** Encrypts a secret for the database. `context` names the row of the secret; `open` needs the same `context`. */
  seal(context: string, secret: Uint8Array): SealedSecret;
  /** The secret; null if TOKEN_KEY no longer contains the key, or the secret was sealed for another context. */
  open(context: string, sealed: SealedSecret): Buffer | null;
}

/** Why TOKEN_KEY is invalid. */
export type KeyError = "empty" | "malformed" | "duplicate";

export type ParsedKeys = { kind: "keys"; keys: KeySet } | { kind: "malformed"; reason: KeyError };

interface Key {
  id: string;
  successor: Buffer;
  csrf: Buffer;
  seal: Buffer;
  link: Buffer;
  challenge: Buffer;
}

/** Parses TOKEN_KEY: comma-separated 32-byte keys in canonical base64url. The first key derives, all keys verify. */
export function parseKeySet(text: string): ParsedKeys {
  if (text === "") return { kind: "malformed", reason: "empty" };
  const keys: Key[] = [];
  for (const part of text.split(",")) {
    const bytes = decodeKey(part.trim());
    if (bytes === null) return { kind: "malformed", reason: "malformed" };
    const key = expandKey(bytes);
    if (keys.some(({ id }) => id === key.id)) return { kind: "malformed", reason: "duplicate" };
    keys.push(key);
  }
  return { kind: "keys", keys: createKeySet(keys) };
}

/** Derives a key per use and the key id by HKDF-SHA-256 with a label each, so that the stored key id reveals no key. @see RFC 5869 §3.2 */
function expandKey(bytes: Buffer): Key {
  const expand = (label: string, size: number) =>
    Buffer.from(hkdfSync("sha256", bytes, "", `latchkey/v1/${label}`, size));
  return {
    id: expand("key-id", 8).toString("base64url"),
    successor: expand("successor", 32),
    csrf: expand("csrf", 32),
    seal: expand("seal", 32),
    link: expand("link", 32),
    challenge: expand("challenge", 32),
  };
}

function createKeySet(keys: Key[]): KeySet {
  const current = keys[0]!;
  return {
    currentKeyId: current.id,
    keyIds: keys.map(({ id }) => id),
    deriveSuccessor(keyId, input) {
      const key = keys.find(({ id }) => id === keyId);
      if (key === undefined) return null;
      return authenticate(key.successor, [input.label, input.familyId, input.newId, input.salt, input.presentedSecret]);
    },
    deriveLinkSecret: (salt) => authenticate(current.link, [salt]),
    findLinkSecret(salt, digest) {
      const secrets = keys.map(({ link }) => authenticate(link, [salt]));
      return secrets.find((secret) => secretMatches(secret, digest)) ?? null;
    },
    csrfToken: (...parts) => authenticate(current.csrf, parts).toString("base64url"),
    csrfMatches(presented, ...parts) {
      const bytes = decodeKey(presented);
      if (bytes === null) return false;
      return keys.some((key) => digestsEqual(bytes, authenticate(key.csrf, parts)));
    },
    authenticateChallenge: (...parts) => authenticate(current.challenge, parts),
    challengeMatches: (mac, ...parts) => keys.some((key) => digestsEqual(mac, authenticate(key.challenge, parts))),
    seal: (context, secret) => ({ keyId: current.id, sealed: sealSecret(current.seal, context, secret) }),
    open(context, { keyId, sealed }) {
      const key = keys.find(({ id }) => id === keyId);
      return key === undefined ? null : unsealSecret(key.seal, context, sealed);
    },
  };
}

/** HMAC-SHA-256 over length-prefixed parts (four bytes each), so that distinct lists never collide. */
function authenticate(key: Buffer, parts: readonly (string | Uint8Array)[]): Buffer {
  const bytes = parts.map((part) => (typeof part === "string" ? Buffer.from(part, "utf8") : part));
  const input = Buffer.alloc(bytes.reduce((size, part) => size + 4 + part.length, 0));
  let at = 0;
  for (const part of bytes) {
    at = input.writeUInt32BE(part.length, at);
    input.set(part, at);
    at += part.length;
  }
  // One `update` call for all parts: each call costs as much as the hashing.
  return createHmac("sha256", key).update(input).digest();
}
