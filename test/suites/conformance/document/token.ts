import type { Chapter } from "./requirement.ts";

export const CODE: Chapter = {
  title: "Codes",
  requirements: [
    {
      id: "K1",
      section: "RFC 6749 §4.1.2",
      says: "Redeeming a code again, concurrently or later, gets invalid_grant and revokes the token family of the first redemption",
    },
    {
      id: "K2",
      section: "RFC 6749 §4.1.2",
      says: "Of many concurrent redemptions of one code at several processes, exactly one succeeds. The replays revoke the token family with one event. No response is a 5xx",
    },
    {
      id: "K3",
      section: "RFC 6749 §4.1.3",
      says: "Another app's code gets invalid_grant and stays valid for its own app",
    },
    {
      id: "K4",
      section: "RFC 6749 §4.1.3",
      says: "A missing redirect_uri gets invalid_request; a different redirect_uri gets invalid_grant",
    },
    {
      id: "K5",
      section: "RFC 6749 §4.1.2",
      says: "A code expires by the clock of the database, even while its request waits for a lock",
    },
    {
      id: "K6",
      section: "RFC 6749 §4.1.3, §5.2",
      says: "A code gets invalid_grant after its account, merchant or installation was suspended, or the app was uninstalled; a suspended app gets the same response as with a wrong secret",
    },
    {
      id: "K7",
      section: "RFC 6749 §4.1.2",
      says: "If the database fails during a redemption, the response is 503; afterwards, either the code still works once, or its use and its tokens were stored together",
    },
  ],
};

export const CLIENT: Chapter = {
  title: "Client authentication",
  requirements: [
    {
      id: "L1",
      section: "RFC 6749 §5.2",
      says: "A missing or wrong secret gets 401 invalid_client with WWW-Authenticate: Basic",
    },
    {
      id: "L2",
      section: "RFC 6749 §2.3",
      says: "Basic together with a secret in the body, or with another client_id in the body, gets invalid_request",
    },
    {
      id: "L3",
      section: "RFC 9700 §4.3",
      says: "Unknown apps and wrong secrets are indistinguishable by status, text and time",
    },
    {
      id: "L4",
      section: "RFC 6749 §2.3.1",
      says: "Parameters in the query of POST endpoints get 400, and their values are not logged",
    },
    {
      id: "L5",
      section: "RFC 6749 §2.3.1",
      says: "Two secrets work at the same time; a retired secret works until it expires",
    },
    {
      id: "L6",
      section: "RFC 6749 §2.3.1, §10.10",
      says: "Sequential and concurrent failures beyond the limit get 429 with Retry-After. A right secret is never rejected because of failures, and successes are not counted",
    },
  ],
};

export const BODIES: Chapter = {
  title: "Bodies, methods and framing",
  requirements: [
    { id: "B1", section: "RFC 6749 §3.2", says: "A repeated parameter gets invalid_request, even with the same value" },
    {
      id: "B2",
      section: "RFC 6749 §5.2",
      says: "A JSON value other than a string gets invalid_request, in known and unknown members",
    },
    {
      id: "B3",
      section: "RFC 6749 §10.14",
      says: "__proto__, constructor and prototype get invalid_request and change no object",
    },
    { id: "B4", section: "RFC 6749 §5.2", says: "A body that is not a JSON object gets a 400 OAuth error" },
    {
      id: "B5",
      section: "RFC 6749 §10.14",
      says: "Deeply nested, numerous and large bodies get 400 or 413, at little cost and without memory growth",
    },
    {
      id: "B6",
      section: "RFC 6749 §3.2, RFC 9110 §15.5.16",
      says: "Other content types, charsets and codings get a 415 OAuth error; a form in ASCII may be labelled as a superset of ASCII",
    },
    {
      id: "B7",
      section: "RFC 9112 §6",
      says: "Slow headers and bodies are closed within 10 s; contradictory lengths get 400; chunked bodies are accepted",
    },
    { id: "B8", section: "RFC 6749 §3.2", says: "Methods other than POST get 405 with Allow: POST" },
    {
      id: "B9",
      section: "RFC 9110 §15.5.14",
      says: "In RPCs, oversized and compressed messages get RESOURCE_EXHAUSTED, wrong types get INVALID_ARGUMENT, and missing keys get UNAUTHENTICATED; each call has a deadline",
    },
    {
      id: "B10",
      section: "RFC 6749 §5.2",
      says: "A missing grant_type gets invalid_request; an unknown grant_type gets unsupported_grant_type",
    },
  ],
};

export const TOKENS: Chapter = {
  title: "Refresh, revocation, introspection",
  requirements: [
    {
      id: "T1",
      section: "RFC 6749 §6",
      says: "A refresh issues a new pair with all granted scopes, even after a refresh with fewer scopes",
    },
    {
      id: "T2",
      section: "RFC 6749 §6",
      says: "A refresh with a narrower scope gets an access token with this scope. A refresh with a scope that was not requested gets invalid_scope, and the refresh token stays valid",
    },
    {
      id: "T3",
      section: "RFC 6749 §6",
      says: "Another app's refresh token gets invalid_grant, and its token family is unaffected",
    },
    {
      id: "T4",
      section: "RFC 9700 §4.14.2",
      says: "Concurrent refreshes with the same token all get the same successor pair, stored once",
    },
    {
      id: "T5",
      section: "RFC 9700 §4.14.2",
      says: "A retry within the retry window gets the same pair, on any replica, even during a rotation of TOKEN_KEY",
    },
    {
      id: "T6",
      section: "RFC 9700 §4.14.2",
      says: "A grandparent, or a parent whose successor has been used, gets invalid_grant and revokes the family with one event. Outside the window, a parent whose successor is unused gets invalid_grant and revokes nothing",
    },
    {
      id: "T7",
      section: "RFC 6749 §6",
      says: "An expired token gets invalid_grant, even within the window, and revokes nothing",
    },
    { id: "T8", section: "RFC 9700 §4.14.2", says: "A process that has just started detects reuse" },
    {
      id: "T9",
      section: "RFC 6749 §6",
      says: "During a database failure, a refresh gets 503, and the same token works afterwards",
    },
    {
      id: "T10",
      section: "RFC 7009 §2.1",
      says: "After the response to a revocation, no token of the family is active, even if a refresh ran concurrently",
    },
    {
      id: "T11",
      section: "RFC 6749 §6",
      says: "The ten-thousandth rotation of a family takes the same work as the first",
    },
    {
      id: "T12",
      section: "RFC 6749 §5.2",
      says: "While the merchant or installation is suspended, a refresh gets unauthorized_client; afterwards, the same refresh token works",
    },
    {
      id: "T13",
      section: "RFC 6749 §3.3, §6",
      says: "A refresh that repeats the requested scopes gets the granted scopes; a scope that was not requested gets invalid_scope",
    },
    {
      id: "V1",
      section: "RFC 7009 §2.1",
      says: "Revoking an access token revokes only that token; revoking a refresh token, even a rotated one, revokes its family; both take effect immediately",
    },
    { id: "V2", section: "RFC 7009 §2.2", says: "Revoking an unknown, malformed, expired or revoked token gets 200" },
    { id: "V3", section: "RFC 7009 §2.1", says: "Another app's token gets 400 unauthorized_client and stays active" },
    { id: "V4", section: "RFC 7009 §2.2.1", says: "A storage failure gets 503, never 200" },
    {
      id: "V5",
      section: "RFC 7009 §2.2",
      says: "Two concurrent revocations of one token both get 200 and write one event",
    },
    { id: "V6", section: "RFC 7009 §2.1", says: "An uninstall revokes 100,000 tokens with one update" },
    {
      id: "V7",
      section: "RFC 7009 §2.2",
      says: "Confirmed revocations survive kill -9 of the service and the database",
    },
    {
      id: "I1",
      section: "RFC 7662 §2.1, RFC 6750 §3.1",
      says: "A missing or invalid key gets 401; a key without the permission gets 403",
    },
    {
      id: "I2",
      section: "RFC 7662 §2.2",
      says: 'For a token that is not valid, the response is {"active":false} without other members',
    },
    {
      id: "I3",
      section: "RFC 7662 §4",
      says: "The time set by RevokeBefore applies even to a refresh that commits while RevokeBefore is still running",
    },
    {
      id: "I4",
      section: "RFC 7662 §4",
      says: "Without the database, introspection returns 503 and neither true nor false",
    },
    {
      id: "I5",
      section: "RFC 7662 §4",
      says: "After the response to a revocation, no process behind the same port returns active. At other ports, fully consistent requests see the revocation at once; all other requests see it within FEED_MAX_AGE",
    },
    {
      id: "I6",
      section: "RFC 7662 §4",
      says: "A code, a secret, a service key, and a refresh token without its hint are inactive",
    },
    {
      id: "I7",
      section: "RFC 7662 §2.1, RFC 6749 §2.3",
      says: "A service key is accepted by HTTP Basic, in the body and as bearer token; two methods in one request get invalid_request",
    },
    {
      id: "S1",
      section: "RFC 6749 §10.3, RFC 9700 §4.2",
      says: "No secret appears in logs, metrics, pages or audit events",
    },
    {
      id: "S2",
      section: "RFC 6749 §4.1.2",
      says: "The database schema rejects a second family of a code and a second successor of a token",
    },
    {
      id: "S4",
      section: "RFC 6749 §10.4",
      says: "No operation on one merchant or app affects another",
    },
  ],
};
