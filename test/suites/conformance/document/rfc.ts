import type { Chapter, Requirement } from "./requirement.ts";

const of =
  (rfc: number) =>
  (section: string, says: string, ...by: string[]): Requirement => ({
    id: `${rfc}-${section}`,
    section: `RFC ${rfc} §${section}`,
    says,
    by,
  });

const rfc6749 = of(6749);
const rfc6750 = of(6750);
const rfc7009 = of(7009);
const rfc7636 = of(7636);
const rfc7662 = of(7662);
const rfc8252 = of(8252);
const rfc8414 = of(8414);
const rfc9207 = of(9207);
const rfc9700 = of(9700);

/** The RFCs' requirements for an authorization server with these grants. */
export const RFCS: Chapter = {
  title: "Requirements of the RFCs",
  requirements: [
    rfc6749(
      "1.6",
      "TLS is used in a safe version",
      "rejects clients that trust another authority or use TLS below 1.2",
    ),
    rfc6749("2.3", "A request uses one authentication method", "L2"),
    rfc6749(
      "2.3.1",
      "Confidential apps can use Basic; credentials in a URI are refused; brute force is limited",
      "L1",
      "L4",
      "L6",
    ),
    rfc6749(
      "3.1",
      "The authorization endpoint accepts GET; empty parameters count as absent, unknown parameters are ignored, and repeated parameters are rejected",
      "A7",
      "A4",
      "A8",
      "a parameter twice: invalid_request",
    ),
    rfc6749("3.1.1", "An unknown response type is an error. A missing one means code (docs/rfc-choices.md)", "A3"),
    rfc6749("3.1.2", "Redirect URIs are absolute and have no fragment", "R2"),
    rfc6749("3.1.2.3", "The redirect URI of a request is compared with the registered ones", "R1"),
    rfc6749("3.1.2.4", "The service does not redirect to an invalid URI; the user sees an error", "R1", "A1"),
    rfc6749("3.2", "The token endpoint accepts only POST; repeated parameters are rejected", "B8", "B1"),
    rfc6749("3.2.1", "Confidential apps authenticate", "L1"),
    rfc6749("3.3", "A scope that cannot be granted is an error; the response contains the granted scope", "A5", "T1"),
    rfc6749(
      "4.1.2",
      "A code is valid for at most 10 minutes and for one use, by one app and with one redirect URI; state is returned unchanged",
      "K1",
      "K3",
      "K4",
      "K5",
      "state comes back verbatim",
    ),
    rfc6749(
      "4.1.2.1",
      "Errors go to the app, with state; if the redirect URI cannot be trusted, they go only to the user",
      "A3",
      "A8",
      "C4",
      "A1",
    ),
    rfc6749(
      "4.1.3",
      "The app is authenticated, the code was issued to it, and the redirect URI is the same",
      "L1",
      "K3",
      "K4",
    ),
    rfc6749("5.1", "The response is JSON with no-store, no-cache, token_type and expires_in", "§5.1 the response"),
    rfc6749(
      "5.2",
      "An error is a 400 with an error code, or a 401 with the scheme of the request",
      "L1",
      "B10",
      "the order of the checks",
    ),
    rfc6749("6", "A refresh token is bound to its app, and its scope is within the grant", "T1", "T2", "T3"),
    rfc6749("10.2", "An app that does not authenticate never gets automatic consent", "C8"),
    rfc6749(
      "10.10",
      "Credentials cannot be guessed",
      "secrets and salts are 32 bytes and never the same twice",
      "L6",
      "C11",
    ),
    rfc6749("10.12", "The authorization endpoint is protected against CSRF", "C1", "C12"),
    rfc6749("10.13", "Pages cannot be framed", "C6"),
    rfc6749("10.14", "Every value is validated, and escaped in output", "C7", "B3", "A2"),
    rfc6749("10.15", "The service is no open redirector", "R1", "R5"),
    rfc6750(
      "2",
      "Guards accept a token only in the Authorization header",
      "RFC 6750 §2.1 the token comes in the Authorization header",
    ),
    rfc6750("3", "401 and 403 have WWW-Authenticate with the error", "I1"),
    rfc6750("5.3", "Tokens are never in URLs", "L4"),
    rfc7009(
      "2",
      "Refresh tokens can be revoked; the app is authenticated, and the token was issued to it",
      "V1",
      "V3",
      "the app is authenticated before the token is checked",
    ),
    rfc7009("2.1", "A revocation takes effect at once; a hint does not change the result", "V1", "V2", "T10"),
    rfc7009("2.2", "An unknown token gets 200; a failure gets 503", "V2", "V4"),
    rfc7636("4.1", "A verifier has 43 to 128 unreserved characters", "P2"),
    rfc7636("4.4", "The challenge is bound to the code", "P3"),
    rfc7636("4.4.1", "A missing challenge of a public app, and an unknown challenge method, get invalid_request", "P1"),
    rfc7636("4.6", "The verifier is checked before tokens are issued", "P3", "RFC 7636 appendix B"),
    rfc7662("2", "Introspection is protected and uses POST", "I1", "B8"),
    rfc7662("2.1", "The caller is authorized before the token is read", "I1", "the key is checked before the token"),
    rfc7662(
      "2.2",
      "The response has active, and nothing else for an inactive token",
      "I2",
      "with exactly these members",
    ),
    rfc7662("4", "Expiry, revocation and every other condition that can end a token are checked", "I2", "I3", "I6"),
    rfc8252("7.1", "Private schemes are reversed domain names", "R2"),
    rfc8252("7.3", "A loopback redirect URI matches with any port", "R3"),
    rfc8252("8.1", "Native apps use PKCE", "P1"),
    rfc8252("8.4", "Complete redirect URIs are registered", "R1"),
    rfc8252("8.6", "Remembered consent is not used for an app that cannot authenticate", "C8"),
    rfc8414(
      "2",
      "The metadata has the issuer, the endpoints and the supported features",
      "names endpoints that respond",
    ),
    rfc8414("3.2", "The response is JSON with status 200", "names endpoints that respond"),
    rfc8414("3.3", "The issuer in the metadata equals the issuer in the requested URL", "P4"),
    rfc9207("2", "Every authorization response has iss, even an error", "P4"),
    rfc9700(
      "2.1",
      "Redirect URIs match exactly; the service is no open redirector; CSRF is prevented",
      "R1",
      "R5",
      "C1",
    ),
    rfc9700("2.1.1", "PKCE is supported, enforced if a challenge was sent, and cannot be downgraded", "P1", "P3", "P5"),
    rfc9700("2.1.2", "There is no implicit grant", "A3"),
    rfc9700("2.2.2", "Refresh tokens of public apps are rotated", "T6"),
    rfc9700("2.4", "There is no password grant", "B10"),
    rfc9700("4.2.4", "Pages send no referrer to other origins and load nothing from third parties", "C6"),
    rfc9700(
      "4.11.2",
      "The user signs in before a redirect with an error",
      "other errors: a redirect with state and iss, after sign-in",
    ),
    rfc9700("4.12", "Redirects use 303, never 307", "A10"),
    rfc9700("4.14.2", "Refresh tokens are rotated, and reuse is detected", "T6", "T8"),
    rfc9700("4.16", "Pages cannot be framed", "C6"),
  ],
};
