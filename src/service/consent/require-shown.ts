import { hash } from "node:crypto";
import type { Query } from "../../store/connection/query.ts";
import type { ConsentAppRow } from "../../store/consent/consent-facts.ts";
import { RequestError } from "../errors.ts";
import type { ConsentScopeRecord } from "./records.ts";
import { describeScopes, findMerchants, toApp } from "./shown.ts";

/** Everything of a consent page that an approval covers. */
export interface Shown {
  app: ConsentAppRow;
  scopes: readonly ConsentScopeRecord[];
  /** The only merchant of the page; `CHOICE` where the form names one of several. */
  merchantId: string;
}

/** No merchant has this id. */
export const CHOICE = "*";

/** Names what a page shows: the app with its revision, the scopes with their texts and whether each is required, and the merchant. */
export function digestShown({ app, scopes, merchantId }: Shown): string {
  return hash("sha256", JSON.stringify([app.revision, toApp(app), scopes, merchantId]), "base64url");
}

export interface Approved {
  /** The digest that the form carries. */
  shown: string;
  app: ConsentAppRow;
  requestedScopes: readonly string[];
  merchantId: string;
  accountId: string;
}

/** Refuses an approval of a page that showed something else than what would be granted now. */
export async function requireShown(query: Query, approved: Approved): Promise<void> {
  const { app, merchantId, accountId } = approved;
  const scopes = await describeScopes(query, app, approved.requestedScopes);
  const isShown = (on: string) => digestShown({ app, scopes, merchantId: on }) === approved.shown;
  if (isShown(merchantId) || isShown(CHOICE)) return;
  const { open } = await findMerchants(query, app, { accountId, wanted: merchantId });
  if (open.every((merchant) => merchant.merchantId !== merchantId)) throw merchantRefused();
  throw new RequestError(
    "failed_precondition",
    "CONSENT_CHANGED",
    "The app, a scope or the merchant has changed since the page was shown. Show it again.",
  );
}

/** The form names a merchant that is not the account's to connect. */
export function merchantRefused(description = "The account may not connect apps to this merchant."): RequestError {
  return new RequestError("permission_denied", "MERCHANT_REFUSED", description);
}
