import type { AccountState } from "../../model/account.ts";
import type { AppScope, AppState } from "../../model/app.ts";
import type { InstallationState } from "../../model/installation.ts";
import type { MemberRole, MerchantState, Party } from "../../model/merchant.ts";
import { micros, type Query, type Statement, timestamp, type Write } from "../connection/query.ts";
import type { CodeColumns } from "./codes.ts";
import { joinScopes, splitScopes } from "./token-rows.ts";

/** The app, merchant and consenting account of a code. */
export interface IssueKey {
  clientId: string;
  merchantId: string;
  /** Null if the requested id is malformed. */
  accountId: string | null;
}

/** One row for each key, in the order of the keys. If a row does not exist, its id and the columns that depend on it are null. */
export interface LockedForIssue {
  appId: string | null;
  state: AppState;
  confidential: boolean;
  pkceRequired: boolean;
  redirectUris: string[];
  scopes: AppScope[];
  registeredScopes: string[];
  developerId: string;
  codeTtl: number | null;
  merchantId: string | null;
  merchantState: MerchantState;
  merchantTest: boolean;
  merchantDeveloperId: string | null;
  accountId: string | null;
  accountState: AccountState;
  role: MemberRole | null;
  installationId: string | null;
  installationState: InstallationState;
  suspendedBy: Party[];
  /** The database's clock after the locks, in microseconds. */
  now: number;
  newCodeId: string;
}

// Locks the installation although it does not change, because an uninstall must revoke every code that was issued before it.
const LOCK: Statement = {
  name: "lock-for-issue",
  readOnly: true,
  text: `
    with q as (
      select * from unnest($1::text[], $2::text[], $3::uuid[]) with ordinality as q(client_id, merchant_id, account_id, n)
    ), i as materialized (
      select id, app_id, merchant_id, state, suspended_by from installation
      where id = any(array(
        select x.id from q join app a on a.client_id = q.client_id
        join installation x on x.app_id = a.id and x.merchant_id = q.merchant_id))
      order by id for update
    )
    select a.id as "appId", a.state, a.confidential, a.pkce_required as "pkceRequired", a.redirect_uris as "redirectUris",
      a.scopes, a.registered_scopes as "registeredScopes", a.developer_id as "developerId", a.code_ttl as "codeTtl",
      m.id as "merchantId", m.state as "merchantState", m.test as "merchantTest", m.developer_id as "merchantDeveloperId",
      h.id as "accountId", h.state as "accountState", s.role,
      i.id as "installationId", i.state as "installationState", i.suspended_by as "suspendedBy",
      ${micros("clock_timestamp()")} as now, uuidv7() as "newCodeId"
    from q
    left join app a on a.client_id = q.client_id
    left join merchant m on m.id = q.merchant_id
    left join account h on h.id = q.account_id
    left join membership s on s.account_id = h.id and s.merchant_id = m.id
    left join i on i.app_id = a.id and i.merchant_id = m.id
    order by q.n`,
};

/** Locks the installations that exist, and reads the facts for the decision. */
export async function lockForIssue(query: Query, keys: readonly IssueKey[]): Promise<LockedForIssue[]> {
  return query<LockedForIssue>(LOCK, [
    keys.map((key) => key.clientId),
    keys.map((key) => key.merchantId),
    keys.map((key) => key.accountId),
  ]);
}

const CREATE: Statement = {
  name: "create-installations",
  text: `
    insert into installation (app_id, merchant_id)
    select distinct app_id, merchant_id from unnest($1::uuid[], $2::text[]) as w(app_id, merchant_id) order by 1, 2
    on conflict (app_id, merchant_id) do nothing`,
};

/** Inserts missing installations in state PENDING. The caller must lock and read them afterwards. */
export async function createInstallations(
  query: Query,
  pairs: readonly { appId: string; merchantId: string }[],
): Promise<void> {
  if (pairs.length === 0) return;
  await query(CREATE, [pairs.map((pair) => pair.appId), pairs.map((pair) => pair.merchantId)]);
}

export interface NewCode extends Omit<CodeColumns, "usedAt"> {
  /** The scopes that the app requested and the account did not grant; null if there are none. */
  ungrantedScopes: readonly string[] | null;
}

const NOTE_PENDING_AGAIN: Statement = {
  name: "note-codes-of-uninstalled",
  text: `
    update installation i set pending_since = ${timestamp("w.issued_at")}
    from unnest($1::uuid[], $2::float8[]) as w(id, issued_at)
    where i.id = w.id and i.state = 'UNINSTALLED'`,
};

/** Notes the codes of uninstalled apps on their installations, which `lockForIssue` has locked. */
export function notePendingAgain(codes: readonly NewCode[]): Write {
  const values = [codes.map((code) => code.installationId), codes.map((code) => code.issuedAt)];
  return { statement: NOTE_PENDING_AGAIN, values };
}

const INSERT: Statement = {
  name: "insert-codes",
  text: `
    insert into authorization_code (id, digest, app_id, merchant_id, account_id, installation_id, redirect_uri, scopes,
      code_challenge, replaces_grant, issued_at, expires_at, ungranted_scopes)
    select id, digest, app_id, merchant_id, account_id, installation_id, redirect_uri, ${splitScopes("scopes")},
      code_challenge, replaces_grant, ${timestamp("issued_at")}, ${timestamp("expires_at")},
      ${splitScopes("ungranted_scopes")}
    from unnest($1::uuid[], $2::bytea[], $3::uuid[], $4::text[], $5::uuid[], $6::uuid[], $7::text[], $8::text[], $9::text[],
      $10::boolean[], $11::float8[], $12::float8[], $13::text[])
    as w(id, digest, app_id, merchant_id, account_id, installation_id, redirect_uri, scopes, code_challenge, replaces_grant,
      issued_at, expires_at, ungranted_scopes)`,
};

/** Inserts codes for installations that `lockForIssue` has locked. */
export function insertCodes(codes: readonly NewCode[]): Write {
  const values = [
    codes.map((code) => code.id),
    codes.map((code) => code.digest),
    codes.map((code) => code.appId),
    codes.map((code) => code.merchantId),
    codes.map((code) => code.accountId),
    codes.map((code) => code.installationId),
    codes.map((code) => code.redirectUri),
    codes.map((code) => joinScopes(code.scopes)),
    codes.map((code) => code.codeChallenge),
    codes.map((code) => code.replacesGrant),
    codes.map((code) => code.issuedAt),
    codes.map((code) => code.expiresAt),
    codes.map((code) => code.ungrantedScopes && joinScopes(code.ungrantedScopes)),
  ];
  return { statement: INSERT, values };
}
