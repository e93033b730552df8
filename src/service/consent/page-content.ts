import { reachOf } from "../../oauth/app-state.ts";
import { mayConsent } from "../../oauth/consent.ts";
import { isMerchantId } from "../../oauth/parameters.ts";
import type { Query } from "../../store/connection/query.ts";
import {
  type CatalogueScope,
  type ConsentApp,
  type ConsentMerchant,
  listConsentMerchants,
  listScopes,
} from "../../store/consent/consent-facts.ts";
import { RequestError } from "../errors.ts";
import { compareMerchants } from "../merchant-order.ts";

/** A scope of the catalogue with the app's reason for it. */
export interface ConsentScope extends CatalogueScope {
  reason: string;
  required: boolean;
}

/** True for an approved app; false for an unapproved app on a test merchant. */
export function isVerified(app: ConsentApp): boolean {
  return app.state === "APPROVED";
}

/** The scopes with the texts of catalogue and app, in the order of `names`. */
export async function describeScopes(query: Query, app: ConsentApp, names: readonly string[]): Promise<ConsentScope[]> {
  const catalogue = await listScopes(query, names);
  return names.map((name) => {
    const entry = catalogue.find((scope) => scope.name === name);
    const requested = app.scopes.find((scope) => scope.name === name);
    return {
      name,
      title: entry?.title ?? name,
      description: entry?.description ?? "",
      sensitivity: entry?.sensitivity ?? "NORMAL",
      reason: requested?.reason ?? "",
      required: requested?.required ?? false,
      ...(entry?.texts && { texts: entry.texts }),
    };
  });
}

/** The merchants of an account on which the app works. */
export interface AccountMerchants {
  /** The merchants for which the account may consent. */
  allowed: ConsentMerchant[];
  /** True if the account is a member of such merchants, but may consent for none. */
  forbidden: boolean;
}

/** Finds an account's merchants. The list is limited, but always contains `wanted` if the account is a member. */
export async function findMerchants(
  query: Query,
  app: ConsentApp,
  of: { accountId: string; wanted: string | null },
): Promise<AccountMerchants> {
  const wanted = of.wanted !== null && isMerchantId(of.wanted) ? of.wanted : null;
  const merchants = await listConsentMerchants(query, { accountId: of.accountId, wanted, appId: app.appId });
  const reach = reachOf(app.state);
  // An unapproved app works on its own developer's test merchants only.
  const reachable = merchants.filter(
    ({ developerId }) => reach === "live" || (reach === "test" && developerId === app.developerId),
  );
  const allowed = reachable.filter(({ role }) => mayConsent(role)).sort(compareMerchants);
  return { allowed, forbidden: allowed.length === 0 && reachable.length > 0 };
}

/** The scopes that a merchant's installation currently grants; none if the app is not installed. */
export function currentGrant(merchant: Pick<ConsentMerchant, "installationState" | "grantedScopes">): string[] {
  const { installationState: state, grantedScopes } = merchant;
  return state === "ACTIVE" || state === "SUSPENDED" ? grantedScopes : [];
}

/** The origin of a URL; for a native app's custom scheme only the scheme. */
export function originOf(url: string): string {
  const { origin, protocol } = new URL(url);
  return origin === "null" ? protocol : origin;
}

/** The error of a merchant for which the account may not consent. */
export function merchantRefused(description = "The account may not connect apps to this merchant."): RequestError {
  return new RequestError("permission_denied", "MERCHANT_REFUSED", description);
}
