import { reachOf } from "../../oauth/app-state.ts";
import { mayConsent } from "../../oauth/consent.ts";
import { isMerchantId } from "../../oauth/parameters.ts";
import type { Query } from "../../store/connection/query.ts";
import {
  type ConsentAppRow,
  type ConsentMerchantRow,
  listConsentMerchants,
  listScopes,
} from "../../store/consent/consent-facts.ts";
import type { ConsentAppRecord, ConsentMerchantRecord, ConsentScopeRecord } from "./records.ts";

/** What the pages show of an app. */
export function toApp(app: ConsentAppRow): ConsentAppRecord {
  const { clientId, name, purpose, developerName, website, supportContact, logoDigest } = app;
  const verified = app.state === "APPROVED";
  return { clientId, name, purpose, developerName, website, supportContact, verified, logoDigest };
}

/** Scopes with what the catalogue and the app say of them, in the order of `names`. */
export async function describeScopes(
  query: Query,
  app: ConsentAppRow,
  names: readonly string[],
): Promise<ConsentScopeRecord[]> {
  const catalogue = await listScopes(query, names);
  return names.map((name) => {
    const entry = catalogue.find((scope) => scope.name === name);
    const asked = app.scopes.find((scope) => scope.name === name);
    return {
      name,
      title: entry?.title ?? name,
      description: entry?.description ?? "",
      sensitivity: entry?.sensitivity ?? "NORMAL",
      reason: asked?.reason ?? "",
      required: asked?.required ?? false,
    };
  });
}

/** The merchants of an account, as far as they matter to one app. */
export interface AccountMerchants {
  /** Where the account may connect the app. */
  open: ConsentMerchantRow[];
  /** The account is a member where the app works, but may consent nowhere. */
  forbidden: boolean;
}

/** `wanted` is the merchant that the request is about, if it names one: it is there however many the account has */
export async function findMerchants(
  query: Query,
  app: ConsentAppRow,
  { accountId, wanted: asked }: { accountId: string; wanted: string | null },
): Promise<AccountMerchants> {
  const wanted = asked !== null && isMerchantId(asked) ? asked : null;
  const all = await listConsentMerchants(query, { accountId, wanted, appId: app.appId });
  const reach = reachOf(app.state);
  // An unapproved app works on its own developer's test merchants only.
  const within = all.filter(
    ({ developerId }) => reach === "live" || (reach === "test" && developerId === app.developerId),
  );
  const open = within.filter(({ role }) => mayConsent(role));
  return { open, forbidden: open.length === 0 && within.length > 0 };
}

export function toMerchant({ merchantId, name, test, ...row }: ConsentMerchantRow): ConsentMerchantRecord {
  return { merchantId, name, test, grantedScopes: grantedOn(row) };
}

/** What a merchant's installation holds at the moment; nothing where the app is not installed. */
export function grantedOn(row: Pick<ConsentMerchantRow, "installationState" | "grantedScopes">): string[] {
  return row.installationState === "ACTIVE" || row.installationState === "SUSPENDED" ? row.grantedScopes : [];
}

/** Where a URL leads, for people: its origin, or of a native app's own scheme the scheme alone. */
export function originOf(url: string): string {
  const { origin, protocol } = new URL(url);
  return origin === "null" ? protocol : origin;
}
