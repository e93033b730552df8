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

/** What the RFCs demand of an authorization server with these grants. */
export const RFCS: Chapter = {
  title: "What the RFCs demand",
  requirements: [
    rfc6749(
      "1.6",
      "TLS, by whatever version is safe",
      "is not spoken to by who trusts another authority, or speaks less than TLS 1.2",
    ),
    rfc6749("2.3", "One way of authentication in a request", "L2"),
    rfc6749(
      "2.3.1",
      "Basic for apps with a secret; no credentials in a URI; brute force is held back",
      "L1",
      "L4",
      "L6",
    ),
    rfc6749(
      "3.1",
      "GET at the authorization endpoint; an empty parameter is an absent one, an unknown one ignored, a double one refused",
      "A7",
      "A4",
      "A8",
      "a parameter twice: invalid_request",
    ),
    rfc6749("3.1.1", "An unknown response type is an error (its absence is not: docs/rfc-choices.md)", "A3"),
    rfc6749("3.1.2", "Redirect URIs are absolute and have no fragment", "R2"),
    rfc6749("3.1.2.3", "The redirect URI of a request is compared with the registered ones", "R1"),
    rfc6749("3.1.2.4", "No automatic redirect to an invalid URI; the person is told", "R1", "A1"),
    rfc6749("3.2", "POST at the token endpoint; doubles refused", "B8", "B1"),
    rfc6749("3.2.1", "Apps with a secret authenticate", "L1"),
    rfc6749("3.3", "A scope that cannot be given is an error; the answer says what was given", "A5", "T1"),
    rfc6749(
      "4.1.2",
      "A code lives at most 10 minutes, works once, for one app and one redirect URI; state comes back as it was",
      "K1",
      "K3",
      "K4",
      "K5",
      "state comes back verbatim",
    ),
    rfc6749(
      "4.1.2.1",
      "An error is told to the app with state, to the person alone where the app cannot be trusted",
      "A3",
      "A8",
      "C4",
      "A1",
    ),
    rfc6749("4.1.3", "The app is authenticated, the code is its own, the redirect URI the same", "L1", "K3", "K4"),
    rfc6749("5.1", "JSON, no-store, no-cache, token_type and expires_in", "§5.1 the answer"),
    rfc6749("5.2", "400 with an error code; 401 with the scheme that was used", "L1", "B10", "the order of the checks"),
    rfc6749("6", "A refresh token is for its app, and its scope for what was granted", "T1", "T2", "T3"),
    rfc6749("10.2", "No consent without a person for an app that cannot prove itself", "C8"),
    rfc6749(
      "10.10",
      "What gives access cannot be guessed",
      "secrets and salts are 32 bytes and never the same twice",
      "L6",
      "C11",
    ),
    rfc6749("10.12", "CSRF protection of the authorization endpoint", "C1", "C12"),
    rfc6749("10.13", "No framing", "C6"),
    rfc6749("10.14", "Every value is judged, and written as text", "C7", "B3", "A2"),
    rfc6749("10.15", "No open redirector", "R1", "R5"),
    rfc6750(
      "2",
      "Guards take a token from the header and from nowhere else",
      "RFC 6750 §2.1 the token comes in the Authorization header",
    ),
    rfc6750("3", "401 and 403 say by WWW-Authenticate what is missing", "I1"),
    rfc6750("5.3", "No tokens in URLs", "L4"),
    rfc7009(
      "2",
      "Refresh tokens can be revoked; the app is authenticated, the token its own",
      "V1",
      "V3",
      "the app is authenticated first",
    ),
    rfc7009("2.1", "A revocation holds at once; a hint decides nothing", "V1", "V2", "T10"),
    rfc7009("2.2", "An unknown token is 200; 503 where it could not be done", "V2", "V4"),
    rfc7636("4.1", "A verifier has 43 to 128 unreserved characters", "P2"),
    rfc7636("4.4", "The challenge is bound to the code", "P3"),
    rfc7636("4.4.1", "A missing or unknown challenge is invalid_request", "P1"),
    rfc7636("4.6", "The verifier is checked before tokens are given", "P3", "RFC 7636 appendix B"),
    rfc7662("2", "Protected, by POST", "I1", "B8"),
    rfc7662(
      "2.1",
      "Who asks is authorized before the token is looked at",
      "I1",
      "the key is judged before the token is missed",
    ),
    rfc7662("2.2", "active, and of an inactive token nothing else", "I2", "with exactly these members"),
    rfc7662("4", "Everything that may have ended a token is looked at", "I2", "I3", "I6"),
    rfc8252("7.1", "Private schemes are reversed domain names", "R2"),
    rfc8252("7.3", "Any port of a loopback redirect", "R3"),
    rfc8252("8.1", "PKCE for native apps", "P1"),
    rfc8252("8.4", "Redirect URIs are registered whole", "R1"),
    rfc8252("8.6", "No remembered consent where the app cannot be known", "C8"),
    rfc8414("2", "issuer, endpoints, and what is supported", "names endpoints that answer"),
    rfc8414("3.2", "JSON, 200", "names endpoints that answer"),
    rfc8414("3.3", "The issuer is the one that was asked for", "P4"),
    rfc9207("2", "iss in every answer to the app, errors included", "P4"),
    rfc9700("2.1", "Redirect URIs match exactly; no open redirector; CSRF is prevented", "R1", "R5", "C1"),
    rfc9700(
      "2.1.1",
      "PKCE is supported, enforced where a challenge was sent, and cannot be downgraded",
      "P1",
      "P3",
      "P5",
    ),
    rfc9700("2.1.2", "No implicit grant", "A3"),
    rfc9700("2.2.2", "Refresh tokens of public apps are rotated", "T6"),
    rfc9700("2.4", "No password grant", "B10"),
    rfc9700("4.2.4", "No referrer, no third parties on pages", "C6"),
    rfc9700(
      "4.11.2",
      "Signed out, errors go through the sign-in",
      "other faults: a redirect with state and iss, after sign-in",
    ),
    rfc9700("4.12", "303, never 307", "A10"),
    rfc9700("4.14.2", "Rotation with detection of reuse", "T6", "T8"),
    rfc9700("4.16", "No framing", "C6"),
  ],
};
