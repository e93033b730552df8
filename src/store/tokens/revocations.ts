import { micros, type Query, type Statement, timestamp, type Write } from "../connection/query.ts";
import { idBounds, within } from "./id-bounds.ts";
import { CLIENT_COLUMNS, CLIENT_JOINS, type ClientKey, type ClientRow } from "./token-rows.ts";

export interface RevokeKey extends ClientKey {
  /** At most one of the two ids is set, by the type of the presented token. */
  accessId: string | null;
  refreshId: string | null;
}

/** One row for each key, in the order of the keys. `kind` is null if there is no such token. Times are microseconds. */
export type LockedToken = ClientRow & {
  kind: "access" | "refresh" | null;
  id: string;
  digest: Buffer;
  expiresAt: number;
  revokedAt: number | null;
  familyId: string;
  appId: string;
  merchantId: string;
  accountId: string;
  installationId: string;
  familyEndedAt: number | null;
  now: number;
};

// Lock order: access tokens by id, then families by id. Refresh tokens are only read, because revoking a refresh token changes only its
// family.
const LOCK: Statement = {
  name: "lock-for-revoke",
  readOnly: true,
  text: `
    with q as (
      select * from unnest($1::uuid[], $2::uuid[], $3::text[], $4::uuid[])
        with ordinality as q(access_id, refresh_id, client_id, secret_id, n)
    ), a as materialized (
      select * from access_token where id = any($1) and ${within("id", 5)} order by id for update
    ), t as (
      select 'access' as kind, id, digest, expires_at, revoked_at, family_id from a
      union all
      select 'refresh', id, digest, expires_at, null, family_id from refresh_token where id = any($2) and ${within("id", 7)}
    ), f as materialized (
      select * from token_family where id = any(array(select family_id from t)) order by id for update
    )
    select t.kind, t.id, t.digest, ${micros("t.expires_at")} as "expiresAt", ${micros("t.revoked_at")} as "revokedAt",
      f.id as "familyId", f.app_id as "appId", f.merchant_id as "merchantId", f.account_id as "accountId",
      f.installation_id as "installationId", ${micros("f.ended_at")} as "familyEndedAt",
      ${CLIENT_COLUMNS}, ${micros("clock_timestamp()")} as now
    from q ${CLIENT_JOINS}
    left join t on t.id = coalesce(q.access_id, q.refresh_id) and t.kind = case when q.access_id is null then 'refresh' else 'access' end
    left join f on f.id = t.family_id
    order by q.n`,
};

/** Locks access tokens and families, and reads the facts for the decision. */
export async function lockForRevoke(query: Query, keys: readonly RevokeKey[]): Promise<LockedToken[]> {
  const accessIds = keys.map((key) => key.accessId);
  const refreshIds = keys.map((key) => key.refreshId);
  return query<LockedToken>(LOCK, [
    accessIds,
    refreshIds,
    keys.map((key) => key.clientId),
    keys.map((key) => key.secretId),
    ...idBounds(accessIds),
    ...idBounds(refreshIds),
  ]);
}

const REVOKE: Statement = {
  name: "revoke-access-tokens",
  text: `
    update access_token a set revoked_at = ${timestamp("w.at")} from unnest($1::uuid[], $2::float8[]) as w(id, at)
    where a.id = w.id and ${within("a.id", 3)} and a.revoked_at is null`,
};

/** Revokes locked access tokens. */
export function revokeAccessTokens(revocations: readonly { id: string; at: number }[]): Write {
  const ids = revocations.map((one) => one.id);
  return { statement: REVOKE, values: [ids, revocations.map((one) => one.at), ...idBounds(ids)] };
}
