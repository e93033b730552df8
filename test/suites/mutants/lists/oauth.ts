import type { Mutant } from "../mutant.ts";

/** Further rules of the protocol. */
// biome-ignore format: one line per mutant
export const OAUTH_MUTANTS: Mutant[] = [
  { id: "scope-not-intersected", flaw: "a token keeps scopes that the app or the merchant has lost", in: "effectiveScopes", replace: "intersectScopes(token, installation.grantedScopes, app.registeredScopes)", by: "intersectScopes(token, installation.grantedScopes)", test: "exactly the intersection of the three sets" },
  { id: "mark-beside-birth", flaw: "a revocation by time misses grants issued at exactly that time", in: "endsAt", replace: "mark >= authorizedAt", by: "mark > authorizedAt", test: "I3 a family with" },
  { id: "active-without-end", flaw: "an expired access token is active", in: "inactiveToken", drop: "expired", test: "RFC 7662 §2.2 inactive" },
  { id: "active-refresh-as-bearer", flaw: "a refresh token is accepted as an access token", in: "inactiveToken", drop: "refresh", test: "RFC 7662 §2.2 inactive" },
  { id: "active-test-merchant", flaw: "an unreviewed app's token is active at every resource server", in: "decideActive", drop: "test_merchant", test: "RFC 7662 §2.2 inactive" },
  { id: "active-after-revocation", flaw: "a revoked token is active", in: "inactiveFamily", drop: "family_ended", test: "RFC 7662 §2.2 inactive" },
  { id: "active-on-suspended-merchant", flaw: "tokens of a suspended merchant are active", in: "inactiveContext", drop: "merchant.state", test: "RFC 7662 §2.2 inactive" },
  { id: "revoke-of-another-client", flaw: "one client revokes another's token", in: "decideRevoke", drop: "token_foreign", test: "another app's access token" },
  { id: "secret-not-compared", flaw: "any secret authenticates", in: "findSecretError", replace: 'secretMatches ? null : "client_secret_wrong"', by: "null", test: "RFC 6749 §5.2 rejects" },
  { id: "secret-left-out", flaw: "a confidential client authenticates without its secret", in: "findSecretError", replace: '"client_secret_missing"', by: "null", test: "RFC 6749 §5.2 rejects" },
  { id: "secret-after-its-end", flaw: "a retired secret authenticates after its expiry", in: "isSecretLive", condition: "secret.retiresAt === null || secret.retiresAt > now", is: true, test: "L5 a secret is valid" },
  { id: "redirect-by-prefix", flaw: "redirect URIs match by prefix", in: "isRegisteredRedirectUri", replace: "app.redirectUris.includes(presented)", by: "app.redirectUris.some((uri) => presented.startsWith(uri))", test: "R1 RFC 9700 §4.1.3", quick: true },
  { id: "redirect-with-wildcard", flaw: "wildcards in redirect URIs", in: "findUriError", condition: 'uri.includes("*")', is: false, test: "R2" },
  { id: "redirect-with-an-answer", flaw: "a redirect URI with its own `code` parameter is accepted", in: "decideRegistration", condition: "hasResponseParameter", is: false, test: "R2" },
  { id: "redirect-with-userinfo", flaw: "a redirect URI with user information (https://good@evil) is accepted", in: "findHostError", drop: "USERINFO", test: "R2" },
  { id: "redirect-unparseable", flaw: "a redirect URI that no URL parser accepts is registered", in: "findSchemeError", condition: "URL.canParse(uri)", is: true, test: "R2" },
  { id: "redirect-removed-meanwhile", flaw: "a code is sent to a redirect URI that has been removed", in: "decideIssue", drop: "redirect_uri_unregistered", test: "§4.1.2 does not issue" },
  { id: "redirect-header-injection", flaw: "`state` is not encoded and injects parameters", in: "buildRedirect", replace: "encodeURIComponent(value)", by: "value", test: "state is returned byte for byte" },
  { id: "answer-without-iss", flaw: "mix-up: the authorization response has no `iss`", in: "buildRedirect", drop: "iss", test: "RFC 6749 §4.1.2.1, RFC 9207 §2 an error carries error, description, state and iss" },
  { id: "consent-by-member", flaw: "a member who is neither owner nor manager connects apps to a merchant", in: "mayConsent", replace: 'role === "OWNER" || role === "MANAGER"', by: "role !== null", test: "may consent:" },
  { id: "consent-remembered-for-public", flaw: "codes are issued without consent for a public client, which can be impersonated", in: "isConsentRemembered", condition: "facts.confidential", is: false, test: "C8 RFC 6749 §10.2 consent remembered" },
  { id: "consent-beyond-request", flaw: "more scopes are approved than were requested", in: "findApprovalError", drop: "scope_not_requested", test: "the approved scopes" },
  { id: "interaction-of-another", flaw: "an account answers another account's interaction", in: "decideInteraction", drop: "foreign", test: "C2 for another account" },
  { id: "install-token-twice", flaw: "a single-use token is used twice", in: "decideInstall", condition: "token.usedAt", is: false, test: "shows an error page" },
  { id: "session-after-sign-out", flaw: "a session outlives its sign-out", in: "decideSession", drop: "ended", test: "C10 signed out" },
  { id: "duplicates-taken", flaw: "parameter pollution: the first of two values is used", in: "collectParameters", replace: "duplicated.add(name)", by: "continue", test: "collecting parameters" },
  { id: "own-app-reviewed", flaw: "a developer approves an app of their own", in: "decideAppTransition", drop: "OWN_APP", test: "an account cannot review its own app" },
  { id: "limit-one-more", flaw: "the limit on failures is never reached", in: "decideAttempt", replace: "limit.failures", by: "limit.failures * 1_000", test: "L6 C11" },
];
