import { hash } from "node:crypto";
import type { Query } from "../../store/connection/query.ts";
import type { ConsentApp } from "../../store/consent/consent-facts.ts";
import { RequestError } from "../errors.ts";
import { type ConsentScope, describeScopes, findMerchants, isVerified, merchantRefused } from "./page-content.ts";

/** The content of a consent page that an approval covers. */
export interface PageContent {
  app: ConsentApp;
  scopes: readonly ConsentScope[];
  /** The only merchant on the page, or `MERCHANT_CHOICE` if the form selects one of several merchants. */
  merchantId: string;
}

/** A placeholder that cannot be a merchant id. */
export const MERCHANT_CHOICE = "*";

/** The digest of the app with its revision, the scopes with their texts, and the merchant. */
export function digestPage({ app, scopes, merchantId }: PageContent): string {
  const { clientId, name, purpose, developerName, website, supportContact, logoDigest } = app;
  const verified = isVerified(app);
  // Without a privacy policy, the digest equals that of the previous release, so that its open pages stay valid.
  const privacyPolicy = app.privacyPolicy ?? undefined;
  const shown = {
    clientId,
    name,
    purpose,
    developerName,
    website,
    supportContact,
    verified,
    logoDigest,
    privacyPolicy,
  };
  return hash("sha256", JSON.stringify([app.revision, shown, scopes, merchantId]), "base64url");
}

export interface ApprovedPage {
  /** The digest in the form token. */
  pageDigest: string;
  app: ConsentApp;
  requestedScopes: readonly string[];
  merchantId: string;
  accountId: string;
}

/** @throws RequestError CONSENT_CHANGED if the content has changed since the page was shown, MERCHANT_REFUSED */
export async function requireUnchangedPage(query: Query, approved: ApprovedPage): Promise<void> {
  const { app, merchantId, accountId } = approved;
  const scopes = await describeScopes(query, app, approved.requestedScopes);
  const isUnchanged = (shownMerchant: string) =>
    digestPage({ app, scopes, merchantId: shownMerchant }) === approved.pageDigest;
  if (isUnchanged(merchantId) || isUnchanged(MERCHANT_CHOICE)) return;
  const { allowed } = await findMerchants(query, app, { accountId, wanted: merchantId });
  if (allowed.every((merchant) => merchant.merchantId !== merchantId)) throw merchantRefused();
  throw new RequestError(
    "failed_precondition",
    "CONSENT_CHANGED",
    "The app, a scope or the merchant has changed since the page was shown. Show it again.",
  );
}
