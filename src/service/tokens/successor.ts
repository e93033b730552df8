import type { KeySet } from "../../credential/derive.ts";
import { digestsEqual, sha256 } from "../../credential/digest.ts";
import { createSalt } from "../../credential/secret.ts";
import { expiryAfter, type Lifetimes } from "../../oauth/lifetimes.ts";
import type { SuccessorPair } from "../../store/tokens/refresh-tokens.ts";
import type { TokenDependencies } from "./dependencies.ts";

/** What a pair descends from: the presented refresh token and its family. */
export interface Parent {
  familyId: string;
  /** The secret part of the presented refresh token: without it nobody derives the pair. */
  secret: Uint8Array;
}

/** A pair with its secrets, which are stored nowhere. */
export interface Successor {
  pair: SuccessorPair;
  refreshSecret: Buffer;
  accessSecret: Buffer;
}

/** The pair that a rotation gives, derived so that it can be given once more. `now` is microseconds, lifetimes are seconds. */
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
    digest: sha256(refreshSecret),
    expiresAt: expiryAfter(now, lifetimes.refresh),
    salt,
    keyId,
    accessId,
    accessDigest: sha256(accessSecret),
    accessExpiresAt: expiryAfter(now, lifetimes.access),
    accessRevokedAt: null,
    outage: 0,
  };
  return { pair, refreshSecret, accessSecret };
}

export type Recovery =
  | { kind: "recovered"; successor: Successor }
  /** Why the pair cannot be given again; nobody's reuse. */
  | { kind: "lost"; reason: "salt_erased" | "key_gone" | "digest_differs" };

/** The pair of an earlier rotation once more, if what is derived is what was stored. */
export function recoverSuccessor(keys: KeySet, parent: Parent, pair: SuccessorPair | undefined): Recovery {
  const { salt, keyId } = pair ?? {};
  if (pair === undefined || !salt || !keyId) return { kind: "lost", reason: "salt_erased" };
  const secrets = derive(keys, parent, { id: pair.id, accessId: pair.accessId, salt, keyId });
  if (secrets === null) return { kind: "lost", reason: "key_gone" };
  const { refreshSecret, accessSecret } = secrets;
  const same =
    digestsEqual(sha256(refreshSecret), pair.digest) && digestsEqual(sha256(accessSecret), pair.accessDigest);
  if (!same) return { kind: "lost", reason: "digest_differs" };
  return { kind: "recovered", successor: { pair, refreshSecret, accessSecret } };
}

/** Both secrets; null if the key is gone from TOKEN_KEY. */
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
