import { type MemberRole, mayConsent } from "./consent.ts";
import { type OAuthReason, type Rejection, reject } from "./errors.ts";
import { endsAt, isMarked, type Marks } from "./not-before.ts";
import { isVerifier } from "./parameters.ts";
import { effectiveScopes, type ScopeSet, toScopeSet } from "./scope.ts";
import type { AccountState, InstallationState, MerchantState } from "./states.ts";

/** The code's locked row. Timestamps are microseconds of the database's clock. */
export interface CodeFacts {
  appId: string;
  redirectUri: string;
  /** S256; null if the authorization request sent none. */
  codeChallenge: string | null;
  /** When the code was issued; becomes `authorizedAt` of its family. */
  issuedAt: number;
  expiresAt: number;
  usedAt: number | null;
  scopes: ScopeSet;
  /** True if the exchange replaces the installation's granted scopes; false for a remembered consent. */
  replacesGrant: boolean;
}

/** The code's current context. The installation's row is locked with the code. */
export interface CodeContext {
  account: {
    state: AccountState;
    /** Codes issued at or before this time are invalid. Set by a suspension; resuming keeps it. */
    codesEndedAt: number | null;
    /** The current role in the merchant; null if the account is no longer a member. */
    role: MemberRole | null;
  };
  merchant: { state: MerchantState };
  installation: {
    state: InstallationState;
    /** 0 until its first code is exchanged. */
    version: number;
    /** The suspending parties, kept while uninstalled: a re-install lifts no suspension. */
    suspendedBy: readonly string[];
    grantedScopes: ScopeSet;
    /** When granted scopes were last taken back without a consent; null if never. */
    scopesRemovedAt: number | null;
  };
  app: { registeredScopes: ScopeSet };
  marks: Marks;
}

export interface ExchangeRequest {
  /** The authenticated app's id. */
  appId: string;
  redirectUri: string | null;
  codeVerifier: string | null;
  /** True if the digest of the presented secret equals the stored digest. */
  secretMatches: boolean;
  /** True if S256 of the verifier equals the code's challenge (compared in constant time); false if one of them is missing. */
  verifierMatches: boolean;
}

export interface ExchangeFacts {
  request: ExchangeRequest;
  /** Null if no row has the presented id. */
  code: CodeFacts | null;
  /** True if the code's family has ended; false if the code has no family. */
  familyEnded: boolean;
  context: CodeContext | null;
}

export type ExchangeDecision =
  | {
      kind: "redeem";
      /** The scopes of the code, stored with the family. */
      requested: string[];
      /** The effective scopes, for the response. */
      scopes: string[];
      /** The installation's granted scopes after this exchange; unchanged for remembered consent. */
      granted: string[];
      /** The installation's version after this exchange: incremented by the first install and each re-install. */
      installationVersion: number;
      /** True for the first install and each re-install. */
      installs: boolean;
    }
  /** A valid request with a used code: revoke its family, append one event, then return the reason. */
  | { kind: "replay"; reason: OAuthReason }
  | Rejection;

/**
 * Decides an authorization code exchange. Only a fully valid replay revokes the family; other rejections change nothing.
 * @see RFC 6749 §4.1.3, §4.1.2, §10.5; RFC 7636 §4.6
 * @param now microseconds of the database's clock, read after locking the code
 */
export function decideExchange(facts: ExchangeFacts, now: number): ExchangeDecision {
  const { request, code, context } = facts;
  if (request.redirectUri === null) return reject("redirect_uri_missing");
  if (code === null || context === null || !request.secretMatches) return reject("code_unknown");
  const requestError = findRequestError(request, code);
  if (requestError !== null) return reject(requestError);
  // RFC 6749 §4.1.2: a code used more than once MUST be denied, and its tokens SHOULD be revoked.
  if (code.usedAt !== null)
    return facts.familyEnded ? reject("code_reused") : { kind: "replay", reason: "code_reused" };
  if (code.expiresAt <= now) return reject("code_expired");
  const contextError = findContextError(code, context);
  return contextError === null ? redeem(code, context) : reject(contextError);
}

/** Errors of the request. A request with such an error changes nothing, because its sender has not proved possession of the code. */
function findRequestError(request: ExchangeRequest, code: CodeFacts): OAuthReason | null {
  // RFC 6749 §4.1.3: ensure that the code was issued to the authenticated client, and that redirect_uri is identical.
  if (code.appId !== request.appId) return "code_foreign";
  if (code.redirectUri !== request.redirectUri) return "code_redirect_uri";
  return findVerifierError(request, code.codeChallenge);
}

/** Accepts a verifier if and only if a challenge was sent. @see RFC 7636 §4.6; RFC 9700 §2.1.1 (PKCE downgrade) */
function findVerifierError(request: ExchangeRequest, challenge: string | null): OAuthReason | null {
  if (challenge === null) return request.codeVerifier === null ? null : "code_verifier_unexpected";
  if (request.codeVerifier === null) return "code_verifier_missing";
  if (!isVerifier(request.codeVerifier)) return "code_verifier_malformed";
  return request.verifierMatches ? null : "code_verifier_wrong";
}

function findContextError(
  code: CodeFacts,
  { account, merchant, installation, marks }: CodeContext,
): OAuthReason | null {
  // A re-install keeps the mark of the uninstall, so a code issued before the uninstall cannot re-install the app.
  if (endsAt(marks.installation, code.issuedAt)) return "code_installation_ended";
  if (isMarked(code.issuedAt, marks)) return "code_marked";
  if (account.state !== "ACTIVE" || endsAt(account.codesEndedAt, code.issuedAt)) return "code_account_suspended";
  if (merchant.state === "CLOSED") return "code_merchant_ended";
  if (merchant.state !== "ACTIVE") return "code_merchant_suspended";
  if (!mayConsent(account.role)) return "code_role_refused";
  if (installation.state === "SUSPENDED" || installation.suspendedBy.length > 0) return "code_installation_suspended";
  // The exchange of an older code would grant the removed scopes again.
  if (code.replacesGrant && endsAt(installation.scopesRemovedAt, code.issuedAt)) return "code_scopes_removed";
  // A remembered consent needs an active installation; it cannot install the app.
  return code.replacesGrant || installation.state === "ACTIVE" ? null : "code_installation_ended";
}

function redeem(code: CodeFacts, { installation, app }: CodeContext): ExchangeDecision {
  const requested = toScopeSet(code.scopes);
  const granted = toScopeSet(code.replacesGrant ? code.scopes : installation.grantedScopes);
  const scopes = effectiveScopes({ token: requested, installation: { grantedScopes: granted }, app });
  if (scopes.length === 0) return reject("code_scope_empty");
  const installs = installation.state !== "ACTIVE";
  const installationVersion = installation.version + (installs ? 1 : 0);
  return { kind: "redeem", requested, scopes, granted, installs, installationVersion };
}
