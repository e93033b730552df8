import type { Sensitivity } from "../../model/scope.ts";

/** The app as a merchant sees it. */
export interface ConsentAppRecord {
  clientId: string;
  name: string;
  purpose: string;
  developerName: string;
  website: string | null;
  supportContact: string | null;
  /** Reviewed and approved; false: in test. */
  verified: boolean;
  logoDigest: string | null;
}

export interface ConsentScopeRecord {
  name: string;
  title: string;
  description: string;
  sensitivity: Sensitivity;
  /** What the app needs it for. */
  reason: string;
  required: boolean;
}

/** A merchant for which the account may consent. */
export interface ConsentMerchantRecord {
  merchantId: string;
  name: string;
  test: boolean;
  /** What it granted to the app already; empty where the app is not installed. */
  grantedScopes: string[];
}

/** What to do with a browser that brought an authorize request. */
export type BeginOutcome =
  | { kind: "page"; reason: string; message: string }
  | { kind: "redirect"; redirectTo: string }
  | { kind: "interaction"; interactionId: string; signInRequired: boolean };

/** An interaction as the signed-in account may see it. */
export type ConsentView =
  | { kind: "redirect"; redirectTo: string }
  /** `prompt` asks for a sign-in of its own. */
  | { kind: "sign_in" }
  | ({ kind: "page" } & ConsentPage);

export interface ConsentPage {
  app: ConsentAppRecord;
  scopes: ConsentScopeRecord[];
  requestedScopes: string[];
  /** Of the requested ones, what the preselected merchant granted already. */
  grantedScopes: string[];
  requiredScopes: string[];
  merchants: ConsentMerchantRecord[];
  preselectedMerchantId: string | null;
  csrfToken: string;
  /** The account belongs to merchants but may consent for none of them. */
  consentForbidden: boolean;
  redirectOrigin: string;
  /** Microseconds. */
  expiresAt: number;
}

export type InstallStart = "LAUNCH_URL" | "PLATFORM" | "AT_APP";

/** What the install page shows. */
export interface InstallPage {
  app: ConsentAppRecord;
  scopes: ConsentScopeRecord[];
  merchants: ConsentMerchantRecord[];
  start: InstallStart;
  /** Where the browser goes next; null for AT_APP. */
  launchOrigin: string | null;
}
