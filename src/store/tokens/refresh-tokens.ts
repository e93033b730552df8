import { guarded, micros, type Query, type Statement, timestamp, type Write } from "../connection/query.ts";
import { idBounds, within } from "./id-bounds.ts";
import { outageSince } from "./outages.ts";
import {
  CLIENT_JOINS,
  type ClientKey,
  contextJoins,
  joinScopes,
  type LockedRow,
  lockedColumns,
  splitScopes,
} from "./token-rows.ts";

export interface RefreshKey extends ClientKey {
  /** The id inside the presented refresh token; null if it is malformed. */
  tokenId: string | null;
}

/**
 * One row for each key, in the order of the keys. If `id` is null, there is no such token, and only the columns of the client are set.
 * Times are microseconds.
 */
export interface LockedRefreshToken extends LockedRow {
  id: string | null;
  digest: Buffer;
  expiresAt: number;
  usedAt: number | null;
  successorId: string | null;
  successorAccessId: string | null;
  successorScopes: string[] | null;
  /** The client address that rotated the token. */
  usedFrom: string | null;
  /** The first other client address that retried the rotation. */
  retriedFrom: string | null;
  familyId: string;
  familyScopes: string[];
  familyUngrantedScopes: string[] | null;
  authorizedAt: number;
  currentId: string | null;
  currentUsedAt: number | null;
  lateParentAt: number | null;
  endedAt: number | null;
}

// Lock order: tokens by id, then families by id. The inner array(…) is complete before the families are locked. A join would read a family
// as it was before the wait for the lock on its token.
const LOCK: Statement = {
  name: "lock-refresh-tokens",
  readOnly: true,
  text: `
    with q as (
      select * from unnest($1::uuid[], $2::text[], $3::uuid[]) with ordinality as q(token_id, client_id, secret_id, n)
    ), r as materialized (
      select * from refresh_token where id = any($1) and ${within("id", 4)} order by id for update
    ), f as materialized (
      select * from token_family where id = any(array(select family_id from r)) order by id for update
    )
    select r.id, r.digest, ${micros("r.expires_at")} as "expiresAt", ${micros("r.used_at")} as "usedAt",
      r.successor_id as "successorId", r.successor_access_id as "successorAccessId", r.successor_scopes as "successorScopes",
      r.used_from as "usedFrom", r.retried_from as "retriedFrom",
      f.id as "familyId", f.scopes as "familyScopes", f.ungranted_scopes as "familyUngrantedScopes",
      ${micros("f.authorized_at")} as "authorizedAt",
      f.current_id as "currentId", ${micros("f.current_accepted_at")} as "currentUsedAt",
      ${micros("f.late_parent_at")} as "lateParentAt", ${micros("f.ended_at")} as "endedAt",
      ${lockedColumns("f")}
    from q ${CLIENT_JOINS}
    left join r on r.id = q.token_id
    left join f on f.id = r.family_id
    left join installation i on i.id = f.installation_id
    ${contextJoins("f")}
    order by q.n`,
};

/** Locks refresh tokens, then their families, and reads the facts for the decision. */
export async function lockRefreshTokens(query: Query, keys: readonly RefreshKey[]): Promise<LockedRefreshToken[]> {
  const ids = keys.map((key) => key.tokenId);
  return query<LockedRefreshToken>(LOCK, [
    ids,
    keys.map((key) => key.clientId),
    keys.map((key) => key.secretId),
    ...idBounds(ids),
  ]);
}

/** The refresh and access token issued by a rotation. */
export interface SuccessorPair {
  id: string;
  digest: Buffer;
  expiresAt: number;
  /** Null once the salt is erased, after the retry window. */
  salt: Buffer | null;
  keyId: string | null;
  accessId: string;
  accessDigest: Buffer;
  accessExpiresAt: number;
  accessRevokedAt: number | null;
  /** Microseconds of service outage since the rotation. */
  outage: number;
}

const READ_PAIRS: Statement = {
  name: "read-pairs",
  readOnly: true,
  text: `
    select r.id, r.digest, ${micros("r.expires_at")} as "expiresAt", r.salt, r.key_id as "keyId", a.id as "accessId",
      a.digest as "accessDigest", ${micros("a.expires_at")} as "accessExpiresAt", ${micros("a.revoked_at")} as "accessRevokedAt",
      ${outageSince("r.issued_at")} as outage
    from unnest($1::uuid[], $2::uuid[]) as q(refresh_id, access_id)
    join refresh_token r on r.id = q.refresh_id and ${within("r.id", 3)}
    join access_token a on a.id = q.access_id and ${within("a.id", 5)}`,
};

/**
 * Reads the pairs of rotated tokens. Runs as a separate statement after the lock, because a statement that has waited for a lock does not
 * see the rotation that held the lock.
 */
export async function readPairs(
  query: Query,
  keys: readonly { refreshId: string; accessId: string }[],
): Promise<SuccessorPair[]> {
  if (keys.length === 0) return [];
  const refreshIds = keys.map((key) => key.refreshId);
  const accessIds = keys.map((key) => key.accessId);
  const bounds = [...idBounds(refreshIds), ...idBounds(accessIds)];
  return query<SuccessorPair>(READ_PAIRS, [refreshIds, accessIds, ...bounds]);
}

/** The replacement of a refresh token by its successor. Times are microseconds. */
export interface Rotation {
  presentedId: string;
  familyId: string;
  at: number;
  /** The client address; null if unknown. */
  address: string | null;
  scopes: readonly string[];
  next: { id: string; digest: Buffer; expiresAt: number; salt: Buffer; keyId: string };
  access: { id: string; digest: Buffer; expiresAt: number };
}

// All inserts depend on the compare-and-set of the family's current token, so a second rotation of the same token inserts nothing.
const ROTATE: Statement = {
  name: "rotate-refresh-tokens",
  text: `
    with w as (
      select * from unnest($1::uuid[], $2::uuid[], $3::float8[], $4::text[], $5::uuid[], $6::bytea[], $7::float8[],
        $8::bytea[], $9::text[], $10::uuid[], $11::bytea[], $12::float8[], $13::text[])
      as w(presented_id, family_id, at, scopes, next_id, next_digest, next_expires_at, salt, key_id, access_id, access_digest,
        access_expires_at, address)
    ), moved as (
      update token_family f set current_id = w.next_id, current_accepted_at = null, generation = f.generation + 1,
        expires_at = greatest(f.expires_at, ${timestamp("w.next_expires_at")}, ${timestamp("w.access_expires_at")})
      from w where f.id = w.family_id and f.current_id = w.presented_id and f.ended_at is null
      returning w.*
    ), spent as (
      update refresh_token r set used_at = ${timestamp("moved.at")}, successor_id = moved.next_id,
        successor_access_id = moved.access_id, successor_scopes = ${splitScopes("moved.scopes")}, salt = null, key_id = null,
        used_from = moved.address
      from moved where r.id = moved.presented_id and ${within("r.id", 14)}
    ), refresh as (
      insert into refresh_token (id, family_id, digest, issued_at, expires_at, salt, key_id)
      select next_id, family_id, next_digest, ${timestamp("at")}, ${timestamp("next_expires_at")}, salt, key_id from moved
    ), access as (
      insert into access_token (id, family_id, digest, scopes, issued_at, expires_at)
      select access_id, family_id, access_digest, ${splitScopes("scopes")}, ${timestamp("at")}, ${timestamp("access_expires_at")} from moved
    )
    ${guarded("moved")}`,
};

const NOT_CURRENT = "a refresh token is not the current one of its family";

/** Replaces current refresh tokens by their successors. */
export function rotateRefreshTokens(rotations: readonly Rotation[]): Write {
  const values = [
    rotations.map((one) => one.presentedId),
    rotations.map((one) => one.familyId),
    rotations.map((one) => one.at),
    rotations.map((one) => joinScopes(one.scopes)),
    rotations.map((one) => one.next.id),
    rotations.map((one) => one.next.digest),
    rotations.map((one) => one.next.expiresAt),
    rotations.map((one) => one.next.salt),
    rotations.map((one) => one.next.keyId),
    rotations.map((one) => one.access.id),
    rotations.map((one) => one.access.digest),
    rotations.map((one) => one.access.expiresAt),
    rotations.map((one) => one.address),
    ...idBounds(rotations.map((one) => one.presentedId)),
  ];
  return { statement: ROTATE, values, guard: NOT_CURRENT };
}

/** A retry of a rotation from another client address. */
export interface RetryElsewhere {
  id: string;
  address: string;
}

const NOTE_RETRIES: Statement = {
  name: "note-retries-elsewhere",
  text: `
    update refresh_token r set retried_from = w.address from unnest($1::uuid[], $2::text[]) as w(id, address)
    where r.id = w.id and ${within("r.id", 3)} and r.retried_from is null`,
};

/** Records the first retry of each token from another client address. */
export function noteRetriesElsewhere(retries: readonly RetryElsewhere[]): Write {
  const ids = retries.map((one) => one.id);
  return { statement: NOTE_RETRIES, values: [ids, retries.map((one) => one.address), ...idBounds(ids)] };
}

/** The issue of an access token for a refresh token that stays current. Times are microseconds. */
export interface Acceptance {
  presentedId: string;
  familyId: string;
  at: number;
  scopes: readonly string[];
  access: { id: string; digest: Buffer; expiresAt: number };
}

// Accepting the current token ends the retry window of its parent, so the salt of the current token is erased.
const ACCEPT: Statement = {
  name: "accept-refresh-tokens",
  text: `
    with w as (
      select * from unnest($1::uuid[], $2::uuid[], $3::float8[], $4::text[], $5::uuid[], $6::bytea[], $7::float8[])
      as w(presented_id, family_id, at, scopes, access_id, access_digest, access_expires_at)
    ), latest as (
      select family_id, presented_id, min(at) as at, max(access_expires_at) as access_expires_at from w group by 1, 2
    ), accepted as (
      update token_family f set current_accepted_at = coalesce(f.current_accepted_at, ${timestamp("latest.at")}),
        expires_at = greatest(f.expires_at, ${timestamp("latest.access_expires_at")})
      from latest where f.id = latest.family_id and f.current_id = latest.presented_id and f.ended_at is null
      returning f.id
    ), erased as (
      update refresh_token r set salt = null, key_id = null from latest
      where r.id = latest.presented_id and ${within("r.id", 8)} and r.salt is not null
    ), issued as (
      insert into access_token (id, family_id, digest, scopes, issued_at, expires_at)
      select access_id, family_id, access_digest, ${splitScopes("scopes")}, ${timestamp("at")}, ${timestamp("access_expires_at")}
      from w join accepted on accepted.id = w.family_id
      returning id
    )
    ${guarded("issued")}`,
};

/** Issues access tokens for refresh tokens that stay current. */
export function acceptRefreshTokens(acceptances: readonly Acceptance[]): Write {
  const values = [
    acceptances.map((one) => one.presentedId),
    acceptances.map((one) => one.familyId),
    acceptances.map((one) => one.at),
    acceptances.map((one) => joinScopes(one.scopes)),
    acceptances.map((one) => one.access.id),
    acceptances.map((one) => one.access.digest),
    acceptances.map((one) => one.access.expiresAt),
    ...idBounds(acceptances.map((one) => one.presentedId)),
  ];
  return { statement: ACCEPT, values, guard: NOT_CURRENT };
}
