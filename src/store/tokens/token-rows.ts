import type { AppState, RefreshMode } from "../../model/app.ts";
import type { InstallationState } from "../../model/installation.ts";
import type { MerchantState, Party } from "../../model/merchant.ts";
import { micros } from "../connection/query.ts";

/** The credentials of a request, read in the same statement as the rows that it locks. */
export interface ClientKey {
  clientId: string;
  /** The id inside the presented secret; null if no well-formed secret was presented. */
  secretId: string | null;
}

/** The app and the secret of a request. If one of them does not exist, its columns are null. Times are microseconds. */
export interface ClientRow {
  clientAppId: string | null;
  clientState: AppState;
  clientConfidential: boolean;
  clientRefreshMode: RefreshMode;
  clientCodeTtl: number | null;
  clientAccessTokenTtl: number | null;
  clientRefreshTokenTtl: number | null;
  secretDigest: Buffer | null;
  secretRetiresAt: number | null;
  secretLastUsedAt: number | null;
}

/** SQL: the columns of a ClientRow, for a `from` with CLIENT_JOINS. */
export const CLIENT_COLUMNS = `
  c.id as "clientAppId", c.state as "clientState", c.confidential as "clientConfidential",
  c.refresh_mode as "clientRefreshMode", c.code_ttl as "clientCodeTtl", c.access_token_ttl as "clientAccessTokenTtl",
  c.refresh_token_ttl as "clientRefreshTokenTtl", s.digest as "secretDigest",
  ${micros("s.retires_at")} as "secretRetiresAt", ${micros("s.last_used_at")} as "secretLastUsedAt"`;

/** SQL: the app and the secret of `q.client_id` and `q.secret_id`. Another app's secret does not match. */
export const CLIENT_JOINS = `
  left join app c on c.client_id = q.client_id
  left join app_secret s on s.id = q.secret_id and s.app_id = c.id`;

/** Merchant, app and installation of a code or family. Of these, only the installation of a code is locked. Times are microseconds. */
export interface ContextRow {
  installationState: InstallationState;
  installationVersion: number;
  suspendedBy: Party[];
  grantedScopes: string[];
  installationMark: number | null;
  installationLastUsedAt: number | null;
  /** Null also if a failed refresh was recorded later, so that the next success is recorded at once. */
  installationLastRefreshedAt: number | null;
  merchantState: MerchantState;
  merchantTest: boolean;
  clientId: string;
  appState: AppState;
  registeredScopes: string[];
  appMark: number | null;
  merchantMark: number | null;
  everythingMark: number | null;
}

/** SQL: the columns of a ContextRow, for a `from` with `contextJoins` and an installation `i`. */
export const CONTEXT_COLUMNS = `
  i.state as "installationState", i.version as "installationVersion", i.suspended_by as "suspendedBy",
  i.granted_scopes as "grantedScopes", ${micros("i.not_before")} as "installationMark",
  ${micros("i.last_used_at")} as "installationLastUsedAt",
  case when i.last_failed_at > i.last_refreshed_at then null else ${micros("i.last_refreshed_at")} end as "installationLastRefreshedAt", m.state as "merchantState", m.test as "merchantTest",
  a.client_id as "clientId", a.state as "appState", a.registered_scopes as "registeredScopes",
  ${micros("ma.moment")} as "appMark", ${micros("mm.moment")} as "merchantMark", ${micros("me.moment")} as "everythingMark"`;

/** SQL: the context of the row `owner`, a code or a family, by primary keys. */
export function contextJoins(owner: string): string {
  return `
  left join merchant m on m.id = ${owner}.merchant_id
  left join app a on a.id = ${owner}.app_id${markJoins(owner)}`;
}

/** SQL: the marks `ma`, `mm` and `me` that apply to the row `owner`, by primary keys. */
export function markJoins(owner: string): string {
  return `
  left join not_before_mark ma on ma.kind = 'APP' and ma.subject_id = ${owner}.app_id::text
  left join not_before_mark mm on mm.kind = 'MERCHANT' and mm.subject_id = ${owner}.merchant_id
  left join not_before_mark me on me.kind = 'EVERYTHING' and me.subject_id = ''`;
}

/** The not-before times that apply to a row's family, in the form that `src/oauth` reads. */
export function marksOf(row: ContextRow) {
  return {
    installation: row.installationMark,
    app: row.appMark,
    merchant: row.merchantMark,
    everything: row.everythingMark,
  };
}

/** The context of a row, in the form that `src/oauth` reads. */
export function contextOf(row: ContextRow) {
  return {
    merchant: { state: row.merchantState, test: row.merchantTest },
    installation: { state: row.installationState, grantedScopes: row.grantedScopes },
    app: { state: row.appState, registeredScopes: row.registeredScopes },
    marks: marksOf(row),
  };
}

/** The columns that are read together with a locked code or refresh token. Times are microseconds. */
export interface LockedRow extends ClientRow, ContextRow {
  appId: string;
  merchantId: string;
  accountId: string;
  installationId: string;
  /** The database's clock after the locks. */
  now: number;
  /** New ids for the tokens to issue. */
  newRefreshId: string;
  newAccessId: string;
}

/** SQL: the columns of a LockedRow, for a `from` with the owner's ids in `owner`, CLIENT_JOINS and `contextJoins`. */
export function lockedColumns(owner: string): string {
  return `
  ${owner}.app_id as "appId", ${owner}.merchant_id as "merchantId", ${owner}.account_id as "accountId",
  ${owner}.installation_id as "installationId", ${CLIENT_COLUMNS}, ${CONTEXT_COLUMNS},
  uuidv7() as "newRefreshId", uuidv7() as "newAccessId", ${micros("clock_timestamp()")} as now`;
}

/** The latest time of a batch's rows, which is after all of its locks. Microseconds. */
export function clockOf(rows: readonly { now: number }[]): number {
  return rows.reduce((latest, row) => Math.max(latest, row.now), 0);
}

/** Scopes as one text, because an array of lists of different lengths cannot be a parameter. No scope contains a space. */
export function joinScopes(scopes: readonly string[]): string {
  return scopes.join(" ");
}

/** SQL: the array from the text of `joinScopes`. */
export function splitScopes(expression: string): string {
  return `string_to_array(${expression}, ' ')`;
}
