import { createHash } from "node:crypto";
import { createTokenFormat, type TokenType } from "../../../../src/credential/token.ts";
import { uuidToBytes } from "../../../../src/credential/uuid.ts";

const format = createTokenFormat();

/**
 * The token of a row that `fill.ts` wrote. Its secret is the SHA-256 of its id, so that millions can be written by one statement and any of
 * them presented: `sha256(sha256(uuid_send(id)))` is its digest.
 */
export function tokenOf(type: TokenType, id: string): string {
  return format.format(type, id, createHash("sha256").update(uuidToBytes(id)).digest());
}

/** SQL: the digest of such a token. */
export const digestOf = (id: string): string => `sha256(sha256(uuid_send(${id})))`;
