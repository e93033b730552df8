import { type OAuthReason, type Rejection, reject } from "./errors.ts";
import { isVerifier } from "./parameters.ts";
import { effectiveScopes, type ScopeSet, toScopeSet } from "./scope.ts";
import {
  type AccountState,
  endsAt,
  type InstallationState,
  isMarked,
  type Marks,
  type MerchantState,
} from "./status.ts";

/** The code's row, locked. Moments are microseconds of the database's clock. */
export interface CodeFacts {
  appId: string;
  redirectUri: string;
  /** S256; null if the authorization request sent none. */
  codeChallenge: string | null;
  /** When it was issued: the `authorizedAt` of the family it founds. */
  issuedAt: number;
  expiresAt: number;
  usedAt: number | null;
  scopes: ScopeSet;
  /** False for a remembered consent, which leaves the installation's granted scopes as they are. */
  replacesGrant: boolean;
}

/** What surrounds the code at this moment; the installation's row is locked with the code. */
export interface CodeSurroundings {
  account: {
    state: AccountState;
    /** Codes issued up to this moment are dead: set by a suspension, kept when it is lifted. */
    codesEndedAt: number | null;
  };
  merchant: { state: MerchantState };
  installation: {
    state: InstallationState;
    /** 0 until its first code is exchanged. */
    version: number;
    /** The sides that hold it suspended, also while it is not installed: a re-install lifts no block. */
    suspendedBy: readonly string[];
    grantedScopes: ScopeSet;
  };
  app: { registeredScopes: ScopeSet };
  marks: Marks;
}

export interface ExchangeRequest {
  /** The authenticated app's id. */
  appId: string;
  redirectUri: string | null;
  codeVerifier: string | null;
  /** The presented secret's digest equals the stored one. */
  secretMatches: boolean;
  /** S256 of the verifier equals the code's challenge (constant time); false where either is missing. */
  verifierMatches: boolean;
}

export interface ExchangeFacts {
  request: ExchangeRequest;
  /** Null if no row has the presented id. */
  code: CodeFacts | null;
  /** The family that this code founded has ended; false if it founded none. */
  familyEnded: boolean;
  surroundings: CodeSurroundings | null;
}

export type ExchangeDecision =
  | {
      kind: "redeem";
      /** The family's scopes, for its row: what the code granted. */
      requested: string[];
      /** What the answer says: the effective scopes. */
      scopes: string[];
      /** The installation's granted scopes after this exchange; equal to before for remembered consent. */
      granted: string[];
      /** The installation's version after this exchange: 1 at first, one more at each re-install, else unchanged. */
      installationVersion: number;
      /** True if this exchange begins the installation or begins it anew. */
      installs: boolean;
    }
  /** A valid request with a used code: end its family, one event, then answer the reason. */
  | { kind: "replay"; reason: OAuthReason }
  | Rejection;

/**
 * What a code is exchanged for. RequestErrors change nothing; only a complete and valid second use ends the family of the first.
 * @see RFC 6749 §4.1.3, §4.1.2, §10.5; RFC 7636 §4.6
 * @param now microseconds of the database's clock, read after the lock was had
 */
export function decideExchange(facts: ExchangeFacts, now: number): ExchangeDecision {
  const { request, code, surroundings } = facts;
  if (request.redirectUri === null) return reject("redirect_uri_missing");
  if (code === null || surroundings === null || !request.secretMatches) return reject("code_unknown");
  const refusal = refuseRequest(request, code);
  if (refusal !== null) return reject(refusal);
  // RFC 6749 §4.1.2: a code used more than once MUST be denied, and SHOULD take the tokens issued from it along.
  if (code.usedAt !== null)
    return facts.familyEnded ? reject("code_reused") : { kind: "replay", reason: "code_reused" };
  if (code.expiresAt <= now) return reject("code_expired");
  const late = refuseSurroundings(code, surroundings);
  return late === null ? redeem(code, surroundings) : reject(late);
}

/** Faults of the request: whoever sends them has not shown the right to use the code, so nothing follows from them. */
function refuseRequest(request: ExchangeRequest, code: CodeFacts): OAuthReason | null {
  // RFC 6749 §4.1.3: ensure that the code was issued to the authenticated client, and that redirect_uri is identical.
  if (code.appId !== request.appId) return "code_foreign";
  if (code.redirectUri !== request.redirectUri) return "code_redirect_uri";
  return refuseVerifier(request, code.codeChallenge);
}

/** RFC 7636 §4.6, and RFC 9700 §2.1.1 against downgrade: a verifier is accepted exactly where a challenge was sent. */
function refuseVerifier(request: ExchangeRequest, challenge: string | null): OAuthReason | null {
  if (challenge === null) return request.codeVerifier === null ? null : "code_verifier_unexpected";
  if (request.codeVerifier === null) return "code_verifier_missing";
  if (!isVerifier(request.codeVerifier)) return "code_verifier_malformed";
  return request.verifierMatches ? null : "code_verifier_wrong";
}

function refuseSurroundings(
  code: CodeFacts,
  { account, merchant, installation, marks }: CodeSurroundings,
): OAuthReason | null {
  // An uninstall leaves its mark on the installation, so a code from before it cannot undo it.
  if (endsAt(marks.installation, code.issuedAt)) return "code_installation_ended";
  if (isMarked(code.issuedAt, marks)) return "code_marked";
  if (account.state !== "ACTIVE" || endsAt(account.codesEndedAt, code.issuedAt)) return "code_account_suspended";
  if (merchant.state === "CLOSED") return "code_merchant_ended";
  if (merchant.state !== "ACTIVE") return "code_merchant_suspended";
  if (installation.state === "SUSPENDED" || installation.suspendedBy.length > 0) return "code_installation_suspended";
  // Remembered consent was consent to an installation that stood; it begins none.
  return code.replacesGrant || installation.state === "ACTIVE" ? null : "code_installation_ended";
}

function redeem(code: CodeFacts, { installation, app }: CodeSurroundings): ExchangeDecision {
  const requested = toScopeSet(code.scopes);
  const granted = toScopeSet(code.replacesGrant ? code.scopes : installation.grantedScopes);
  const scopes = effectiveScopes({ token: requested, installation: { grantedScopes: granted }, app });
  if (scopes.length === 0) return reject("code_scope_empty");
  const installs = installation.state !== "ACTIVE";
  const installationVersion = installation.version + (installs ? 1 : 0);
  return { kind: "redeem", requested, scopes, granted, installs, installationVersion };
}
