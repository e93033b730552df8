import { createHmac, hkdfSync } from "node:crypto";
import { digestsEqual } from "./digest.ts";
import { decodeKey } from "./secret.ts";

/** What a successor's secret is derived from. Ids are UUID strings, salt and presented secret 32 bytes. */
export interface SuccessorInput {
  label: "access" | "refresh";
  familyId: string;
  /** The id of the token whose secret is being derived. */
  newId: string;
  /** From the row of the new refresh token, erased there once the pair can no longer be asked for again. */
  salt: Uint8Array;
  /** The secret part of the refresh token that was presented. */
  presentedSecret: Uint8Array;
}

/** The keys of TOKEN_KEY, ready to derive. Holds secrets: never logged, never serialized. */
export interface KeySet {
  /** The id of the key that derives now; kept beside each salt. */
  readonly currentKeyId: string;
  /** Every key's id, the deriving one first. */
  readonly keyIds: readonly string[];
  /** The 32-byte secret of a successor under the key `keyId`; null if TOKEN_KEY no longer has that key. */
  deriveSuccessor(keyId: string, input: SuccessorInput): Buffer | null;
  /** The CSRF token of a session and what else the form is bound to (43 characters of base64url). */
  csrfToken(sessionId: string, ...boundTo: readonly string[]): string;
  /** True if `presented` is the CSRF token of exactly this session and these parts under any key of the set. */
  csrfMatches(presented: string, sessionId: string, ...boundTo: readonly string[]): boolean;
}

/** Why TOKEN_KEY was refused. */
export type KeyError = "empty" | "malformed" | "duplicate";

export type ParsedKeys = { kind: "keys"; keys: KeySet } | { kind: "malformed"; reason: KeyError };

interface Key {
  id: string;
  successor: Buffer;
  csrf: Buffer;
}

/** Reads TOKEN_KEY: one or more keys of 32 bytes in canonical base64url, separated by commas; the first derives, all verify. */
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

/** HKDF-SHA-256 with one label per use, so that no use can be turned against another and the key's id tells nothing of the key. */
function expandKey(bytes: Buffer): Key {
  const expand = (label: string, size: number) =>
    Buffer.from(hkdfSync("sha256", bytes, "", `latchkey/v1/${label}`, size));
  return {
    id: expand("key-id", 8).toString("base64url"),
    successor: expand("successor", 32),
    csrf: expand("csrf", 32),
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
    csrfToken: (...parts) => authenticate(current.csrf, parts).toString("base64url"),
    csrfMatches(presented, ...parts) {
      const bytes = decodeKey(presented);
      if (bytes === null) return false;
      return keys.some((key) => digestsEqual(bytes, authenticate(key.csrf, parts)));
    },
  };
}

/** HMAC-SHA-256 over parts, each behind its length in four bytes, so that no two lists of parts give the same input. */
function authenticate(key: Buffer, parts: readonly (string | Uint8Array)[]): Buffer {
  const bytes = parts.map((part) => (typeof part === "string" ? Buffer.from(part, "utf8") : part));
  const input = Buffer.alloc(bytes.reduce((size, part) => size + 4 + part.length, 0));
  let at = 0;
  for (const part of bytes) {
    at = input.writeUInt32BE(part.length, at);
    input.set(part, at);
    at += part.length;
  }
  // One update for all: each costs as much as the hashing.
  return createHmac("sha256", key).update(input).digest();
}
