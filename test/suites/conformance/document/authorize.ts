import type { Chapter } from "./requirement.ts";

/** An error page is HTML with status 400 and no Location. */
export const AUTHORIZE: Chapter = {
  title: "Authorization endpoint",
  requirements: [
    {
      id: "A1",
      section: "RFC 6749 §4.1.2.1",
      says: "A request without a client_id, or with that of an unknown, suspended, rejected, archived or unreviewed app, gets the same error page, and nothing is stored",
    },
    {
      id: "A2",
      section: "RFC 6749 §A.1",
      says: "A client_id with control characters or of 10 kB gets an error page, never 500; a client_id longer than 255 characters is not looked up",
    },
    {
      id: "A3",
      section: "RFC 6749 §3.1.1",
      says: "A response_type that is not exactly code, such as CODE or code token, gets unsupported_response_type",
    },
    { id: "A4", section: "RFC 6749 §3.1", says: "Unknown parameters are ignored" },
    {
      id: "A5",
      section: "RFC 6749 §3.3",
      says: "An unregistered scope, or a scope with forbidden characters, gets invalid_scope",
    },
    { id: "A6", section: "RFC 6749 §3.3", says: "The order and repetition of scopes have no effect" },
    {
      id: "A7",
      section: "RFC 6749 §3.1",
      says: "GET, POST with a form and POST with JSON are equivalent; other methods get 405 with Allow",
    },
    {
      id: "A8",
      section: "RFC 6749 §4.1.1",
      says: "A missing or empty state gets invalid_request; a missing or empty scope gets invalid_scope",
    },
    {
      id: "A9",
      section: "RFC 9101 §6, OpenID Connect Core §3.1.2.6",
      says: "request and request_uri are rejected with their own error codes, and nothing is fetched",
    },
    {
      id: "A10",
      section: "RFC 6749 §4.1.2",
      says: "Every response is 303 or an error page, never 200",
    },
    {
      id: "A11",
      section: "RFC 6749 §4.1.2.1",
      says: "No code is issued for a suspended merchant, or for an app that is suspended between the consent page and the approval",
    },
    {
      id: "R1",
      section: "RFC 6749 §3.1.2.3, RFC 9700 §4.1.3",
      says: "A redirect_uri that does not equal a registered one, character by character, gets an error page",
    },
    {
      id: "R2",
      section: "RFC 6749 §3.1.2, RFC 8252 §7.1",
      says: "A redirect URI with http outside loopback, a fragment, userinfo, a wildcard, javascript:, data: or a scheme without a dot cannot be registered; the error names the reason",
    },
    {
      id: "R3",
      section: "RFC 8252 §7.3",
      says: "A loopback redirect URI of a public native app matches with any port; all other parts must be equal. Confidential apps may register loopback URIs only if the service itself runs on loopback",
    },
    {
      id: "R4",
      section: "RFC 6749 §3.1.2.4",
      says: "If a redirect URI is removed between request and approval, the browser is not redirected to it",
    },
    {
      id: "R5",
      section: "RFC 9700 §4.11.2",
      says: "The sign-in continues at a path of this origin, or at the home page",
    },
    {
      id: "P1",
      section: "RFC 7636 §4.4.1, RFC 9700 §2.1.1",
      says: "A request of a public app without a challenge gets invalid_request. A request of any app with a challenge and a missing, unknown or plain method gets invalid_request too",
    },
    {
      id: "P2",
      section: "RFC 7636 §4.1, §4.2",
      says: "Challenges and verifiers with a wrong length or alphabet, or with padding, are rejected",
    },
    {
      id: "P3",
      section: "RFC 7636 §4.6",
      says: "A request with a missing or wrong verifier gets invalid_grant and no tokens, and does not use up the code",
    },
    { id: "P4", section: "RFC 9207 §2", says: "iss in success and error responses equals the issuer of the metadata" },
    {
      id: "P5",
      section: "RFC 9700 §4.8.2",
      says: "A verifier for a code without a challenge gets invalid_grant and does not use up the code; a method without a challenge gets invalid_request",
    },
  ],
};

export const CONSENT: Chapter = {
  title: "Sign-in and consent",
  requirements: [
    {
      id: "C1",
      section: "RFC 6749 §10.12",
      says: "An approval without its CSRF token, with another session's token, or from another site gets 403; no code is issued, and no row is written",
    },
    {
      id: "C2",
      section: "RFC 6749 §10.14",
      says: "The service trusts neither the app, the redirect URI, the scopes nor the interaction in a form. Another account's interaction gets 404",
    },
    { id: "C3", section: "RFC 6749 §3.3", says: "Scopes that were not requested cannot be approved" },
    { id: "C4", section: "RFC 6749 §4.1.2.1", says: "If the merchant denies, the app gets access_denied" },
    {
      id: "C5",
      section: "RFC 6749 §4.1",
      says: "For an interaction that is used or expired, or belongs to another account, a page with a recovery link is shown, without a redirect loop",
    },
    {
      id: "C6",
      section: "RFC 9700 §4.2.4, §4.16",
      says: "Pages have no inline script, cannot be framed, restrict form targets, send no referrer to other origins, are not stored, and load nothing from third parties",
    },
    { id: "C7", section: "RFC 6749 §10.14", says: "Text of apps and accounts is escaped on every page" },
    {
      id: "C8",
      section: "RFC 6749 §10.2, RFC 8252 §8.6",
      says: "Remembered consent is used only without prompt=consent, for a confidential app, for the same merchant, for an account that may consent, and for scopes within the grant. After an uninstall, consent is not remembered. The use of remembered consent changes no grant",
    },
    {
      id: "C9",
      section: "RFC 6749 §4.1.1",
      says: "An account with two merchants chooses one, and the code is for the chosen merchant",
    },
    {
      id: "C10",
      section: "RFC 9700 §4.7",
      says: "Each sign-in starts a new session, sign-out ends it on the server, and old cookies are invalid",
    },
    {
      id: "C11",
      section: "RFC 6749 §10.10",
      says: "100 concurrent wrong passwords reach the limit; known and unknown email addresses get the same text in the same time",
    },
    {
      id: "C12",
      section: "RFC 6749 §10.12",
      says: "C1 applies to every form of every page; a request with Origin: null is refused too",
    },
    {
      id: "C13",
      section: "RFC 6749 §10.10",
      says: "If an account has a second factor, the password alone opens no page; the second step must come from its form, from this site, and from the browser of the first step",
    },
    {
      id: "C14",
      section: "RFC 6238 §5.2",
      says: "A code of the authenticator app works once, and five wrong codes end the sign-in",
    },
    {
      id: "C15",
      section: "WebAuthn Level 3 §7.2",
      says: "The response of a passkey works once, within ten minutes, for its purpose and account, and from this origin; if it replaces the password, the passkey must verify its user",
    },
    {
      id: "C16",
      section: "RFC 9700 §4.7",
      says: "A change of sign-in methods needs a proof of identity from the last 15 minutes. This holds for a session that changes its own account, and for an operator's session that changes another account",
    },
  ],
};
