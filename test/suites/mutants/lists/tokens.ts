import type { Mutant } from "../mutant.ts";

/** The rules of codes and refresh tokens. */
// biome-ignore format: one line per mutant
export const TOKEN_MUTANTS: Mutant[] = [
  { id: "code-of-another-client", flaw: "a code is accepted from another client than it was issued to", in: "findRequestError", drop: "code_foreign", test: "rejects without a change", quick: true },
  { id: "code-for-another-redirect", flaw: "redirect_uri is not compared at the token endpoint", in: "findRequestError", drop: "code_redirect_uri", test: "rejects without a change" },
  { id: "code-without-end", flaw: "an expired code is accepted", in: "decideExchange", drop: "code_expired", test: "K5 a code is valid until the microsecond before its expiry" },
  { id: "code-replay-harmless", flaw: "the replay of a code does not revoke the tokens of its first use", in: "decideExchange", condition: "facts.familyEnded", is: true, test: "K1 RFC 6749 §4.1.2 a second redemption revokes the family" },
  { id: "code-used-twice", flaw: "a code is redeemed twice", in: "decideExchange", drop: "code.usedAt", test: "K1 RFC 6749 §4.1.2 redeeming a code twice revokes its family with one event" },
  { id: "pkce-left-out", flaw: "PKCE is skipped if the verifier is missing", in: "findVerifierError", replace: '"code_verifier_missing"', by: "null", test: "rejects without a change" },
  { id: "pkce-not-compared", flaw: "any verifier matches the challenge", in: "findVerifierError", condition: "request.verifierMatches", is: true, test: "rejects without a change" },
  { id: "pkce-downgrade", flaw: "PKCE downgrade: a verifier is accepted where no challenge was sent", in: "findVerifierError", replace: 'request.codeVerifier === null ? null : "code_verifier_unexpected"', by: "null", test: "rejects without a change" },
  { id: "pkce-plain", flaw: "the method plain, or a missing method, is accepted", in: "findChallengeError", condition: '"S256"', is: false, test: "P1 plain" },
  { id: "pkce-not-required", flaw: "a public client may omit PKCE", in: "findChallengeError", replace: 'required ? "challenge_missing" : null', by: "null", test: "P1 an app that must use PKCE" },
  { id: "code-of-suspended-account", flaw: "a suspended account's code is redeemed", in: "findContextError", drop: "code_account_suspended", test: "rejects without a change" },
  { id: "code-undoes-uninstall", flaw: "a code issued before an uninstallation installs the app again", in: "findContextError", drop: ["marks.installation, code.issuedAt", "code_marked"], test: "rejects without a change" },
  { id: "refresh-of-another-client", flaw: "a refresh token is accepted from another client", in: "findTokenError", drop: "refresh_foreign", test: "rejections without a change" },
  { id: "refresh-without-end", flaw: "an expired refresh token is accepted", in: "findTokenError", drop: "refresh_expired", test: "T7 expired" },
  { id: "refresh-of-ended-family", flaw: "a revoked grant is refreshed", in: "findTokenError", drop: "refresh_family_ended", test: "rejections without a change" },
  { id: "refresh-reuse-harmless", flaw: "refresh token reuse is rejected without revoking the family", in: "decideRefresh", replace: 'if (position === "ancestor") return { kind: "reuse", reason: "refresh_reused" };', by: 'if (position === "ancestor") return reject("refresh_reused");', test: "T6 RFC 9700 §4.14.2 reuse revokes the family", quick: true },
  { id: "refresh-window-never-closes", flaw: "the retry window stays open after the successor is used", in: "positionOf", drop: "family.currentUsedAt", test: "T6 RFC 9700 §4.14.2 reuse revokes the family" },
  { id: "refresh-window-for-ever", flaw: "the retry window never ends", in: "isInWindow", condition: "Math.max", is: true, test: "T6 after the window the parent of an unused successor is rejected, and its family stays active" },
  { id: "refresh-window-counts-outages", flaw: "an outage of the service consumes the retry window", in: "isInWindow", replace: "now - usedAt - pair.outage", by: "now - usedAt", test: "T6 after the window the parent of an unused successor is rejected, and its family stays active" },
  { id: "refresh-late-parent-ends-family", flaw: "a retry after the window is treated as reuse", in: "decideRefresh", replace: "rejectLateParent(family)", by: '{ kind: "reuse", reason: "refresh_reused" }', test: "T6 after the window the parent of an unused successor is invalid_grant, and the family stays active" },
  { id: "refresh-late-parent-forgotten", flaw: "the successor of a stolen token stays valid after the app presents the parent late", in: "decideRefresh", drop: "family.lateParentAt", test: "T6 RFC 9700 §4.14.2 reuse revokes the family" },
  { id: "refresh-late-parent-audited-twice", flaw: "each use of a late parent writes an audit event", in: "rejectLateParent", replace: 'lateParentAt === null ? { kind: "late_parent", reason } : reject(reason)', by: '{ kind: "late_parent", reason }', test: "marks its family with one audit event, and the use of the successor revokes it" },
  { id: "refresh-late-parent-not-in-group", flaw: "a late parent and its successor in one batch are decided independently", in: "markLateParent", drop: "batch.families.get", test: "revokes it also if the successor is used in the same batch" },
  { id: "exchange-keeps-late-family", flaw: "a family with a late parent stays active after the app is authorized again", in: "redeem", drop: "endLateFamilies", test: "revokes the marked family once" },
  { id: "refresh-dead-pair", flaw: "a retry returns an expired access token", in: "isInWindow", condition: "secondsLeft", is: false, test: "never returns an expired access token: an app's shorter lifetime limits the window" },
  { id: "ungranted-scope-refreshed", flaw: "a refresh grants a scope that the merchant did not grant", in: "withoutUngranted", replace: "!ungrantedScopes.includes(scope)", by: "true", test: "T13 requested scopes that the merchant did not grant are ignored" },
  { id: "refresh-wider-scope", flaw: "a refresh grants scopes beyond the original grant", in: "findScopeError", drop: "refresh_scope_wider", test: "T2 a wider scope" },
  { id: "public-client-keeps", flaw: "a public client's refresh token is not rotated", in: "refreshModeOf", condition: "app.confidential", is: true, test: "RFC 9700 §2.2.2 a public app always" },
];
