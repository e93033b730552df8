import type { AppScope, AppState } from "../../model/app.ts";
import type { InstallationState } from "../../model/installation.ts";
import type { MemberRole, Party } from "../../model/merchant.ts";
import type { ScopeValues } from "../apps/scopes.ts";
import { micros, type Query, type Statement } from "../connection/query.ts";
import { nameKey } from "../connection/search.ts";
import { REVOKED } from "../installations/health-conditions.ts";

/** The columns of an app that consent and install pages need. */
export interface ConsentApp {
  appId: string;
  clientId: string;
  name: string;
  purpose: string;
  website: string | null;
  supportContact: string | null;
  privacyPolicy: string | null;
  logoDigest: string | null;
  /** Microseconds. */
  createdAt: number;
  state: AppState;
  /** The number of the live revision; each approved change of reviewed content increments it. */
  revision: number;
  confidential: boolean;
  pkceRequired: boolean;
  redirectUris: string[];
  scopes: AppScope[];
  registeredScopes: string[];
  launchUrl: string | null;
  platformStart: boolean;
  developerId: string;
  developerName: string;
  /** True if the app's developer has an active test merchant. */
  hasTestMerchant: boolean;
}

const FIND_APP: Statement = {
  name: "find-consent-app",
  text: `
    select a.id as "appId", a.client_id as "clientId", a.name, a.purpose, a.website, a.support_contact as "supportContact",
      a.privacy_policy as "privacyPolicy", a.logo_digest as "logoDigest",
      ${micros("a.created_at")} as "createdAt", a.state, a.revision, a.confidential, a.pkce_required as "pkceRequired",
      a.redirect_uris as "redirectUris", a.scopes, a.registered_scopes as "registeredScopes",
      a.launch_url as "launchUrl", a.platform_start as "platformStart",
      a.developer_id as "developerId", h.name as "developerName",
      exists (select 1 from merchant m where m.developer_id = a.developer_id and m.state = 'ACTIVE') as "hasTestMerchant"
    from app a join account h on h.id = a.developer_id where a.client_id = $1`,
};

/** Finds an app by its `client_id`; null if there is none. */
export async function findConsentApp(query: Query, clientId: string): Promise<ConsentApp | null> {
  const [app] = await query<ConsentApp>(FIND_APP, [clientId]);
  return app ?? null;
}

/** An active merchant of an account, with its installation of one app. */
export interface ConsentMerchant {
  merchantId: string;
  name: string;
  test: boolean;
  /** The developer of a test merchant; null for other merchants. */
  developerId: string | null;
  role: MemberRole;
  /** Null if the app was never installed there. */
  installationState: InstallationState | null;
  grantedScopes: string[];
  /** True if the installation is active, but its newest tokens have expired. */
  expired: boolean;
  /** True if it is `expired` because the tokens were revoked. */
  revoked: boolean;
  /** The parties that suspended the installation. Suspensions outlive an uninstall. */
  suspendedBy: Party[];
}

// The limit bounds the page. The subquery sorts the wanted merchant first, so that the limit never removes it.
const LIST_MERCHANTS: Statement = {
  name: "list-consent-merchants",
  text: `
    select m.id as "merchantId", m.name, m.test, m.developer_id as "developerId", m.role,
      i.state as "installationState", coalesce(i.granted_scopes, '{}') as "grantedScopes",
      coalesce(i.state = 'ACTIVE' and i.tokens_expire_at < clock_timestamp(), false) as expired,
      coalesce(i.state = 'ACTIVE' and i.tokens_expire_at < clock_timestamp() and ${REVOKED}, false) as revoked,
      coalesce(i.suspended_by, '{}') as "suspendedBy"
    from (
      select m.id, m.name, m.test, m.developer_id, s.role
      from membership s join merchant m on m.id = s.merchant_id and m.state = 'ACTIVE'
      where s.account_id = $1 order by m.id is not distinct from $3::text desc, ${nameKey("m")}, m.id limit 500) m
    left join installation i on i.merchant_id = m.id and i.app_id = $2
    order by ${nameKey("m")}, m.id`,
};

/** Lists at most 500 merchants of an account by name. @param of.wanted a merchant that the list must contain */
export async function listConsentMerchants(
  query: Query,
  of: { accountId: string; appId: string; wanted: string | null },
): Promise<ConsentMerchant[]> {
  return query<ConsentMerchant>(LIST_MERCHANTS, [of.accountId, of.appId, of.wanted]);
}

/** The texts of a scope in the catalogue. */
export type CatalogueScope = Omit<ScopeValues, "retired">;

const LIST_SCOPES: Statement = {
  name: "list-consent-scopes",
  text: `select name, title, description, sensitivity, nullif(texts, '{}') as texts from scope where name = any($1::text[])`,
};

/** Lists the catalogue entries with these names, including retired ones, in no particular order. */
export async function listScopes(query: Query, names: readonly string[]): Promise<CatalogueScope[]> {
  return query<CatalogueScope>(LIST_SCOPES, [names]);
}
