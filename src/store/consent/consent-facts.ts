import type { AppScope, AppState } from "../../model/app.ts";
import type { InstallationState } from "../../model/installation.ts";
import type { MemberRole } from "../../model/merchant.ts";
import type { Sensitivity } from "../../model/scope.ts";
import type { Query, Statement } from "../connection/query.ts";

/** An app as consent and install look at it. */
export interface ConsentAppRow {
  appId: string;
  clientId: string;
  name: string;
  purpose: string;
  website: string | null;
  supportContact: string | null;
  logoDigest: string | null;
  state: AppState;
  /** The number of the revision that is live; it rises with each change of what a reviewer looks at. */
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
  /** Its developer has a test merchant in good standing. */
  hasTestMerchant: boolean;
}

const FIND_APP: Statement = {
  name: "find-consent-app",
  text: `
    select a.id as "appId", a.client_id as "clientId", a.name, a.purpose, a.website, a.support_contact as "supportContact",
      a.logo_digest as "logoDigest", a.state, a.revision, a.confidential, a.pkce_required as "pkceRequired",
      a.redirect_uris as "redirectUris", a.scopes, a.registered_scopes as "registeredScopes",
      a.launch_url as "launchUrl", a.platform_start as "platformStart",
      a.developer_id as "developerId", h.name as "developerName",
      exists (select 1 from merchant m where m.developer_id = a.developer_id and m.state = 'ACTIVE') as "hasTestMerchant"
    from app a join account h on h.id = a.developer_id where a.client_id = $1`,
};

/** The app of a `client_id`; null if there is none. */
export async function findConsentApp(query: Query, clientId: string): Promise<ConsentAppRow | null> {
  const [app] = await query<ConsentAppRow>(FIND_APP, [clientId]);
  return app ?? null;
}

/** A merchant in good standing that an account belongs to, with what it granted one app. */
export interface ConsentMerchantRow {
  merchantId: string;
  name: string;
  test: boolean;
  /** Of a test merchant: whose it is. */
  developerId: string | null;
  role: MemberRole;
  /** Null if the app was never installed there. */
  installationState: InstallationState | null;
  grantedScopes: string[];
}

// More than anybody reads through in a list on a page; the one that is wanted is among them wherever its name stands.
const LIST_MERCHANTS: Statement = {
  name: "list-consent-merchants",
  text: `
    select m.id as "merchantId", m.name, m.test, m.developer_id as "developerId", m.role,
      i.state as "installationState", coalesce(i.granted_scopes, '{}') as "grantedScopes"
    from (
      select m.id, m.name, m.test, m.developer_id, s.role
      from membership s join merchant m on m.id = s.merchant_id and m.state = 'ACTIVE'
      where s.account_id = $1 order by m.id is not distinct from $3::text desc, lower(m.name) collate "C", m.id limit 500) m
    left join installation i on i.merchant_id = m.id and i.app_id = $2
    order by lower(m.name) collate "C", m.id`,
};

/** The merchants of an account, by name, 500 at most. @param of.wanted one that must not be left out; null: none */
export async function listConsentMerchants(
  query: Query,
  of: { accountId: string; appId: string; wanted: string | null },
): Promise<ConsentMerchantRow[]> {
  return query<ConsentMerchantRow>(LIST_MERCHANTS, [of.accountId, of.appId, of.wanted]);
}

export interface CatalogueRow {
  name: string;
  title: string;
  description: string;
  sensitivity: Sensitivity;
}

const LIST_SCOPES: Statement = {
  name: "list-consent-scopes",
  text: "select name, title, description, sensitivity from scope where name = any($1::text[])",
};

/** The catalogue's entries of these names, in any order; a retired one is still what its app says. */
export async function listScopes(query: Query, names: readonly string[]): Promise<CatalogueRow[]> {
  return query<CatalogueRow>(LIST_SCOPES, [names]);
}
