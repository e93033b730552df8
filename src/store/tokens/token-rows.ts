import type { AppState, RefreshMode } from "../../model/app.ts";
import type { InstallationState } from "../../model/installation.ts";
import type { MerchantState, Party } from "../../model/merchant.ts";
import { micros } from "../connection/query.ts";

/** Who presents, as text from the request: looked up beside the locked rows, so that one statement answers both. */
export interface ClientKey {
  clientId: string;
  /** The id inside the presented secret; null if none, or none of ours, was presented. */
  secretId: string | null;
}

/** The app that presents itself and the secret it presents, null where there is none. Moments are microseconds. */
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

/** SQL: the app and the secret that `q.client_id` and `q.secret_id` name; another app's secret is none. */
export const CLIENT_JOINS = `
  left join app c on c.client_id = q.client_id
  left join app_secret s on s.id = q.secret_id and s.app_id = c.id`;

/** What surrounds a code or family, read unlocked but for the installation of a code. Moments are microseconds. */
export interface SurroundingsRow {
  installationState: InstallationState;
  installationVersion: number;
  suspendedBy: Party[];
  grantedScopes: string[];
  installationMark: number | null;
  installationLastUsedAt: number | null;
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

/** SQL: the columns of a SurroundingsRow, for a `from` with SURROUNDINGS_JOINS and an installation `i`. */
export const SURROUNDINGS_COLUMNS = `
  i.state as "installationState", i.version as "installationVersion", i.suspended_by as "suspendedBy",
  i.granted_scopes as "grantedScopes", ${micros("i.not_before")} as "installationMark",
  ${micros("i.last_used_at")} as "installationLastUsedAt",
  ${micros("i.last_refreshed_at")} as "installationLastRefreshedAt", m.state as "merchantState", m.test as "merchantTest",
  a.client_id as "clientId", a.state as "appState", a.registered_scopes as "registeredScopes",
  ${micros("ma.moment")} as "appMark", ${micros("mm.moment")} as "merchantMark", ${micros("me.moment")} as "everythingMark"`;

/** SQL: what surrounds the row `owner`, a code or a family, each by its primary key. */
export function surroundingsJoins(owner: string): string {
  return `
  left join merchant m on m.id = ${owner}.merchant_id
  left join app a on a.id = ${owner}.app_id
  left join not_before_mark ma on ma.kind = 'APP' and ma.subject_id = ${owner}.app_id::text
  left join not_before_mark mm on mm.kind = 'MERCHANT' and mm.subject_id = ${owner}.merchant_id
  left join not_before_mark me on me.kind = 'EVERYTHING' and me.subject_id = ''`;
}

/** A set of scopes as one text: arrays of arrays do not travel as a parameter, and no scope holds a space. */
export function joinScopes(scopes: readonly string[]): string {
  return scopes.join(" ");
}

/** SQL: the array again. */
export function splitScopes(expression: string): string {
  return `string_to_array(${expression}, ' ')`;
}
