import type { AccountState } from "../../model/account.ts";
import type { MemberRole } from "../../model/merchant.ts";
import { guarded, micros, type Query, type Statement, timestamp, type Write } from "../connection/query.ts";
import {
  CLIENT_JOINS,
  type ClientKey,
  contextJoins,
  joinScopes,
  type LockedRow,
  lockedColumns,
  splitScopes,
} from "./token-rows.ts";

export interface CodeKey extends ClientKey {
  /** The id inside the presented code; null if it is malformed. */
  codeId: string | null;
}

/** The code's own columns. Times are microseconds. */
export interface CodeColumns {
  id: string;
  digest: Buffer;
  appId: string;
  merchantId: string;
  accountId: string;
  installationId: string;
  redirectUri: string;
  scopes: string[];
  codeChallenge: string | null;
  replacesGrant: boolean;
  issuedAt: number;
  expiresAt: number;
  usedAt: number | null;
}

/** One row for each key, in the order of the keys. If `id` is null, there is no such code, and only the columns of the client are set. */
export type LockedCode = LockedRow &
  Omit<CodeColumns, "id"> & {
    id: string | null;
    accountState: AccountState;
    /** The current role in the merchant; null if the account is no longer a member. */
    accountRole: MemberRole | null;
    codesEndedAt: number | null;
    /** The ids of active families of the same account and installation that have a late parent. These families are not locked. */
    lateFamilies: string[];
    /** When granted scopes were last taken back without a consent; null if never. */
    scopesRemovedAt: number | null;
    /** The recorded expiry of the installation's newest tokens; null if none is recorded. */
    tokensExpireAt: number | null;
  };

const INSTALLATION =
  "id, state, version, suspended_by, granted_scopes, scopes_removed_at, not_before, last_used_at, last_refreshed_at, last_failed_at, tokens_expire_at";

// Lock order: codes by id, then installations by id. The inner array(…) is complete before the second lock. An exchange of a used code does not change its installation, so it is read without a lock.
const LOCK: Statement = {
  name: "lock-codes",
  readOnly: true,
  text: `
    with q as (
      select * from unnest($1::uuid[], $2::text[], $3::uuid[]) with ordinality as q(code_id, client_id, secret_id, n)
    ), l as materialized (
      select * from authorization_code where id = any($1) order by id for update
    ), locked as materialized (
      select ${INSTALLATION} from installation
      where id = any(array(select installation_id from l where used_at is null)) order by id for update
    ), i as (
      select * from locked
      union all
      select ${INSTALLATION} from installation
      where id = any(array(select installation_id from l where used_at is not null)) and id <> all(array(select id from locked))
    )
    select l.id, l.digest, l.redirect_uri as "redirectUri", l.scopes, l.code_challenge as "codeChallenge", l.replaces_grant as "replacesGrant", ${micros("l.issued_at")} as "issuedAt",
      ${micros("l.expires_at")} as "expiresAt", ${micros("l.used_at")} as "usedAt",
      h.state as "accountState", k.role as "accountRole", ${micros("h.codes_ended_at")} as "codesEndedAt",
      array(select f.id from token_family f where f.installation_id = l.installation_id and f.account_id = l.account_id
        and f.late_parent_at is not null and f.ended_at is null) as "lateFamilies",
      ${micros("i.scopes_removed_at")} as "scopesRemovedAt", ${micros("i.tokens_expire_at")} as "tokensExpireAt", ${lockedColumns("l")}
    from q ${CLIENT_JOINS}
    left join l on l.id = q.code_id
    left join i on i.id = l.installation_id
    left join account h on h.id = l.account_id
    left join membership k on k.merchant_id = l.merchant_id and k.account_id = l.account_id
    ${contextJoins("l")}
    order by q.n`,
};

/** Locks the codes and the installations of unused codes, and reads the facts for the decision. */
export async function lockCodes(query: Query, keys: readonly CodeKey[]): Promise<LockedCode[]> {
  return query<LockedCode>(LOCK, [
    keys.map((key) => key.codeId),
    keys.map((key) => key.clientId),
    keys.map((key) => key.secretId),
  ]);
}

export interface FamilyEnd {
  id: string;
  endedAt: number | null;
}

const LOCK_FAMILIES: Statement = {
  name: "lock-families",
  readOnly: true,
  text: `
    with l as materialized (select id, ended_at from token_family where id = any($1::uuid[]) order by id for update)
    select id, ${micros("ended_at")} as "endedAt" from l`,
};

/**
 * Locks families by id. Runs as a separate statement after the other locks, because a statement that has waited for a lock does not see
 * families that were inserted meanwhile.
 */
export async function lockFamilies(query: Query, ids: readonly string[]): Promise<FamilyEnd[]> {
  return ids.length === 0 ? [] : query<FamilyEnd>(LOCK_FAMILIES, [ids]);
}

/** The exchange of a code for a family with its first tokens. Times are microseconds. */
export interface Redemption {
  code: CodeColumns;
  at: number;
  familyScopes: readonly string[];
  familyExpiresAt: number;
  access: { id: string; digest: Buffer; expiresAt: number };
  /** Null for apps with refresh mode NONE. */
  refresh: { id: string; digest: Buffer; expiresAt: number } | null;
}

// The family's primary key is the code's id, so a second redemption fails.
const REDEEM: Statement = {
  name: "redeem-codes",
  text: `
    with w as (
      select * from unnest($1::uuid[], $2::float8[], $3::text[], $4::float8[], $5::uuid[], $6::bytea[], $7::float8[],
        $8::uuid[], $9::bytea[], $10::float8[])
      as w(code_id, at, scopes, family_expires_at, access_id, access_digest, access_expires_at, refresh_id, refresh_digest,
        refresh_expires_at)
    ), spent as (
      update authorization_code c set used_at = ${timestamp("w.at")} from w where c.id = w.code_id and c.used_at is null
      returning c.id
    ), family as (
      insert into token_family (id, app_id, merchant_id, installation_id, account_id, scopes, authorized_at, current_id, expires_at,
        ungranted_scopes)
      select c.id, c.app_id, c.merchant_id, c.installation_id, c.account_id, ${splitScopes("w.scopes")}, c.issued_at,
        w.refresh_id, ${timestamp("w.family_expires_at")}, c.ungranted_scopes
      from w join authorization_code c on c.id = w.code_id
      returning id
    ), refresh as (
      insert into refresh_token (id, family_id, digest, issued_at, expires_at)
      select refresh_id, code_id, refresh_digest, ${timestamp("at")}, ${timestamp("refresh_expires_at")} from w
      where refresh_id is not null
    ), access as (
      insert into access_token (id, family_id, digest, scopes, issued_at, expires_at)
      select access_id, code_id, access_digest, ${splitScopes("scopes")}, ${timestamp("at")}, ${timestamp("access_expires_at")} from w
    )
    ${guarded("family", "spent")}`,
};

/** Marks codes as used and inserts their families, all or none. */
export function redeemCodes(redemptions: readonly Redemption[]): Write {
  const values = [
    redemptions.map((one) => one.code.id),
    redemptions.map((one) => one.at),
    redemptions.map((one) => joinScopes(one.familyScopes)),
    redemptions.map((one) => one.familyExpiresAt),
    redemptions.map((one) => one.access.id),
    redemptions.map((one) => one.access.digest),
    redemptions.map((one) => one.access.expiresAt),
    redemptions.map((one) => one.refresh?.id ?? null),
    redemptions.map((one) => one.refresh?.digest ?? null),
    redemptions.map((one) => one.refresh?.expiresAt ?? null),
  ];
  return { statement: REDEEM, values, guard: "a code was already used" };
}

/** The state of an installation after exchanges. */
export interface InstallationGrant {
  id: string;
  version: number;
  grantedScopes: readonly string[];
  /** True for a first install or a re-install. */
  installs: boolean;
  connectedBy: string;
  at: number;
}

const GRANT: Statement = {
  name: "grant-installations",
  text: `
    with granted as (
      update installation i set
        version = w.version, granted_scopes = ${splitScopes("w.scopes")}, state = 'ACTIVE', changed_at = ${timestamp("w.at")},
        connected_by_id = case when w.installs then w.connected_by else i.connected_by_id end,
        connected_at = case when w.installs then ${timestamp("w.at")} else i.connected_at end,
        ended_at = null, ended_by = null
      from unnest($1::uuid[], $2::int[], $3::text[], $4::boolean[], $5::uuid[], $6::float8[])
        as w(id, version, scopes, installs, connected_by, at)
      where i.id = w.id and i.state <> 'SUSPENDED'
      returning i.id
    )
    ${guarded("granted")}`,
};

/** Updates installations that `lockCodes` has locked. Each may occur at most once. */
export function grantInstallations(grants: readonly InstallationGrant[]): Write {
  const values = [
    grants.map((one) => one.id),
    grants.map((one) => one.version),
    grants.map((one) => joinScopes(one.grantedScopes)),
    grants.map((one) => one.installs),
    grants.map((one) => one.connectedBy),
    grants.map((one) => one.at),
  ];
  return { statement: GRANT, values, guard: "a locked installation changed" };
}

/** An expired installation with new tokens. */
export interface RenewedInstallation {
  id: string;
  /** Microseconds. */
  expireAt: number;
}

const RENEW: Statement = {
  name: "renew-expired-installations",
  text: `
    update installation i set tokens_expire_at = ${timestamp("w.expire_at")}
    from unnest($1::uuid[], $2::float8[]) as w(id, expire_at) where i.id = w.id`,
};

/** Records the new expiry in the transaction of the exchange, so that an installation that was connected again never appears as expired. */
export function renewExpired(renewed: readonly RenewedInstallation[]): Write {
  return { statement: RENEW, values: [renewed.map((one) => one.id), renewed.map((one) => one.expireAt)] };
}
