import type { KeySet } from "../../credential/derive.ts";
import { createSalt, digestSecret, secretMatches } from "../../credential/secret.ts";
import type { TokenFormat } from "../../credential/token.ts";
import { expiryAfter, type Lifetimes, secondsLeft } from "../../oauth/lifetimes.ts";
import type { SuccessorPair } from "../../store/tokens/refresh-tokens.ts";
import type { TokenDependencies } from "./dependencies.ts";

/** The response of Exchange and Refresh. */
export interface TokenPair {
  accessToken: string;
  tokenType: "Bearer";
  /** Seconds. */
  expiresIn: number;
  /** Null for apps with refresh mode NONE. */
  refreshToken: string | null;
  /** Seconds; null without a refresh token. */
  refreshTokenExpiresIn: number | null;
  /** The effective scopes, canonical. */
  scopes: string[];
  merchantId: string;
  installationId: string;
}

/** The text of a token and its expiry in microseconds. */
interface IssuedToken {
  text: string;
  expiresAt: number;
}

interface IssuedPair {
  access: IssuedToken;
  refresh: IssuedToken | null;
  scopes: string[];
  family: { merchantId: string; installationId: string };
}

/** The response for issued tokens. `now` is microseconds. */
export function toTokenPair({ access, refresh, scopes, family }: IssuedPair, now: number): TokenPair {
  return {
    accessToken: access.text,
    tokenType: "Bearer",
    expiresIn: secondsLeft(access.expiresAt, now),
    refreshToken: refresh?.text ?? null,
    refreshTokenExpiresIn: refresh && secondsLeft(refresh.expiresAt, now),
    scopes,
    merchantId: family.merchantId,
    installationId: family.installationId,
  };
}

/** The presented refresh token and its family. */
interface Parent {
  familyId: string;
  /** The secret part of the presented token, without which the successor cannot be derived. */
  secret: Uint8Array;
}

/** A successor pair with its secrets, which are not stored. */
export interface Successor {
  pair: SuccessorPair;
  refreshSecret: Buffer;
  accessSecret: Buffer;
}

/** Derives the tokens that replace a refresh token, so that a retry can derive them again. `now` is microseconds, lifetimes are seconds. */
export function createSuccessor(
  { keys, random }: Pick<TokenDependencies, "keys" | "random">,
  parent: Parent,
  given: { now: number; lifetimes: Lifetimes; refreshId: string; accessId: string },
): Successor {
  const { now, lifetimes, refreshId: id, accessId } = given;
  const salt = Buffer.from(createSalt(random));
  const keyId = keys.currentKeyId;
  const { refreshSecret, accessSecret } = derive(keys, parent, { id, accessId, salt, keyId })!;
  const pair: SuccessorPair = {
    id,
    digest: digestSecret(refreshSecret),
    expiresAt: expiryAfter(now, lifetimes.refresh),
    salt,
    keyId,
    accessId,
    accessDigest: digestSecret(accessSecret),
    accessExpiresAt: expiryAfter(now, lifetimes.access),
    accessRevokedAt: null,
    outage: 0,
  };
  return { pair, refreshSecret, accessSecret };
}

/** The response for a successor. `now` is microseconds. */
export function formatSuccessor(
  format: TokenFormat,
  { pair, refreshSecret, accessSecret }: Successor,
  { now, ...response }: Pick<IssuedPair, "scopes" | "family"> & { now: number },
): TokenPair {
  const access = { text: format.format("at", pair.accessId, accessSecret), expiresAt: pair.accessExpiresAt };
  const refresh = { text: format.format("rt", pair.id, refreshSecret), expiresAt: pair.expiresAt };
  return toTokenPair({ ...response, access, refresh }, now);
}

export type Recovery =
  | { kind: "recovered"; successor: Successor }
  /** The successor cannot be derived again. This does not count as reuse. */
  | { kind: "lost"; reason: "salt_erased" | "key_gone" | "digest_differs" };

/** Derives the successor pair of an earlier rotation again and compares it with the stored digests. */
export function recoverSuccessor(keys: KeySet, parent: Parent, pair: SuccessorPair | undefined): Recovery {
  const { salt, keyId } = pair ?? {};
  if (pair === undefined || !salt || !keyId) return { kind: "lost", reason: "salt_erased" };
  const secrets = derive(keys, parent, { id: pair.id, accessId: pair.accessId, salt, keyId });
  if (secrets === null) return { kind: "lost", reason: "key_gone" };
  const { refreshSecret, accessSecret } = secrets;
  const same = secretMatches(refreshSecret, pair.digest) && secretMatches(accessSecret, pair.accessDigest);
  if (!same) return { kind: "lost", reason: "digest_differs" };
  return { kind: "recovered", successor: { pair, refreshSecret, accessSecret } };
}

/** The secrets of both tokens; null if the key is no longer in TOKEN_KEY. */
function derive(
  keys: KeySet,
  { familyId, secret: presentedSecret }: Parent,
  { id, accessId, salt, keyId }: { id: string; accessId: string; salt: Uint8Array; keyId: string },
): { refreshSecret: Buffer; accessSecret: Buffer } | null {
  const from = { familyId, salt, presentedSecret };
  const refreshSecret = keys.deriveSuccessor(keyId, { label: "refresh", newId: id, ...from });
  const accessSecret = keys.deriveSuccessor(keyId, { label: "access", newId: accessId, ...from });
  return refreshSecret === null || accessSecret === null ? null : { refreshSecret, accessSecret };
}
