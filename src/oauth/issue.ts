import { type AppState, reachOf } from "./app-state.ts";
import { type MemberRole, mayConsent } from "./consent.ts";
import { type OAuthReason, type Rejection, reject } from "./errors.ts";
import { isS256Challenge, isState } from "./parameters.ts";
import { isRegisteredRedirectUri } from "./redirect-uri.ts";
import { intersectScopes, isWithin, type ScopeSet } from "./scope.ts";
import type { AccountState, InstallationState, MerchantState } from "./states.ts";

/** A code request, from the consent page or from the platform's own consent. */
export interface IssueRequest {
  redirectUri: string;
  /** As granted by the account. */
  scopes: ScopeSet;
  /** As requested by the app. */
  requestedScopes: ScopeSet;
  state: string;
  /** S256 challenge; null if the app sent none. */
  codeChallenge: string | null;
}

export interface IssueApp {
  state: AppState;
  confidential: boolean;
  pkceRequired: boolean;
  redirectUris: readonly string[];
  scopes: readonly { name: string }[];
  /** `scopes` without restricted scopes that no operator granted. */
  registeredScopes: ScopeSet;
  developerId: string;
}

export interface IssueMerchant {
  state: MerchantState;
  test: boolean;
  /** The developer who owns a test merchant; null otherwise. */
  developerId: string | null;
}

export interface IssueFacts {
  request: IssueRequest;
  app: IssueApp | null;
  merchant: IssueMerchant | null;
  /** The consenting account and its role in the merchant; null if unknown. */
  account: { state: AccountState; role: MemberRole | null } | null;
  /** The installation, null before the first Issue. Suspensions outlive an uninstall. */
  installation: { state: InstallationState; suspendedBy: readonly string[] } | null;
}

export type IssueDecision =
  | {
      kind: "issue";
      /** The code's scopes, without restricted scopes that no operator granted. */
      scopes: string[];
      /** The other requested scopes of the app; null for none. */
      ungranted: string[] | null;
    }
  | Rejection;

/**
 * Decides whether to issue a code. Repeats the checks of authorize, because state may change before the approval. Reasons that fulfil
 * `isPageReason` must be shown on a page; all others are redirected to the app.
 * @see RFC 6749 §4.1.2, §10.12; RFC 9700 §4.1
 */
export function decideIssue({ request, app, merchant, account, installation }: IssueFacts): IssueDecision {
  if (app === null) return reject("client_unknown");
  if (reachOf(app.state) === "none") return reject("client_unusable");
  if (!isRegisteredRedirectUri(request.redirectUri, app)) return reject("redirect_uri_unregistered");
  const reason =
    findRequestError(request, app) ??
    findMemberError(account) ??
    findMerchantError(merchant, app) ??
    (installation !== null && installation.suspendedBy.length > 0 ? "installation_refused" : null);
  return reason === null ? grantScopes(request, app) : reject(reason);
}

function findRequestError(request: IssueRequest, app: IssueApp): OAuthReason | null {
  if (!isState(request.state)) return request.state === "" ? "state_missing" : "state_malformed";
  if (request.codeChallenge !== null) return isS256Challenge(request.codeChallenge) ? null : "challenge_malformed";
  return app.confidential && !app.pkceRequired ? null : "challenge_missing";
}

function findMemberError(account: IssueFacts["account"]): OAuthReason | null {
  if (account === null || account.state !== "ACTIVE") return "account_refused";
  return mayConsent(account.role) ? null : "role_refused";
}

function findMerchantError(merchant: IssueMerchant | null, app: IssueApp): OAuthReason | null {
  if (merchant === null || merchant.state !== "ACTIVE") return "merchant_refused";
  if (reachOf(app.state) === "live") return null;
  return merchant.test && merchant.developerId === app.developerId ? null : "test_only";
}

function grantScopes(request: IssueRequest, app: IssueApp): IssueDecision {
  if (request.scopes.length === 0) return reject("scope_missing");
  const names = app.scopes.map(({ name }) => name);
  const live = reachOf(app.state) === "live";
  if (!isWithin(request.scopes, live ? app.registeredScopes : names)) return reject("scope_unregistered");
  const scopes = intersectScopes(request.scopes, app.registeredScopes);
  if (scopes.length === 0) return reject("scope_unregistered");
  const requested = intersectScopes([...request.scopes, ...request.requestedScopes], names);
  const ungranted = requested.filter((scope) => !scopes.includes(scope));
  return { kind: "issue", scopes, ungranted: ungranted.length === 0 ? null : ungranted };
}
