import type { Chapter } from "./requirement.ts";

export const CODE: Chapter = {
  title: "Codes",
  requirements: [
    {
      id: "K1",
      section: "RFC 6749 §4.1.2",
      says: "A code redeemed again, at once or later, is invalid_grant and ends the family of the first use",
    },
    {
      id: "K2",
      section: "RFC 6749 §4.1.2",
      says: "Of many redemptions at once, over several processes, exactly one is answered; one family, ended by the replays with one event; no 5xx",
    },
    { id: "K3", section: "RFC 6749 §4.1.3", says: "Another app's code is invalid_grant and stays good for its own" },
    {
      id: "K4",
      section: "RFC 6749 §4.1.3",
      says: "A missing redirect_uri is invalid_request, another one invalid_grant",
    },
    {
      id: "K5",
      section: "RFC 6749 §4.1.2",
      says: "A code is dead a second after its end by the database's clock, also when it ended while it waited for a lock",
    },
    {
      id: "K6",
      section: "RFC 6749 §4.1.3, §5.2",
      says: "After a suspension of account, merchant or installation, or an uninstall, a code is invalid_grant; a suspended app is answered as one with a wrong secret",
    },
    {
      id: "K7",
      section: "RFC 6749 §4.1.2",
      says: "A database that dies during a redemption is 503; afterwards the code works once, or was spent together with its tokens",
    },
  ],
};

export const CLIENT: Chapter = {
  title: "Client authentication",
  requirements: [
    {
      id: "L1",
      section: "RFC 6749 §5.2",
      says: "No or a wrong secret is 401 invalid_client with WWW-Authenticate: Basic",
    },
    {
      id: "L2",
      section: "RFC 6749 §2.3",
      says: "Basic with a secret in the body, or with another client_id there, is invalid_request",
    },
    {
      id: "L3",
      section: "RFC 9700 §4.3",
      says: "An unknown app and a wrong secret cannot be told apart by status, text or time",
    },
    {
      id: "L4",
      section: "RFC 6749 §2.3.1",
      says: "Parameters of POST endpoints in the query are 400 and logged without their values",
    },
    {
      id: "L5",
      section: "RFC 6749 §2.3.1",
      says: "Two secrets work side by side, a retired one until its end and no longer",
    },
    {
      id: "L6",
      section: "RFC 6749 §2.3.1, §10.10",
      says: "Failures past the limit, in sequence and at once, are 429 with Retry-After; a right secret is never refused for them, and success is not counted",
    },
  ],
};

export const BODIES: Chapter = {
  title: "Bodies, methods and framing",
  requirements: [
    { id: "B1", section: "RFC 6749 §3.2", says: "A parameter twice is invalid_request, also with the same value" },
    {
      id: "B2",
      section: "RFC 6749 §5.2",
      says: "In JSON everything but a string is invalid_request, in members known or not",
    },
    {
      id: "B3",
      section: "RFC 6749 §10.14",
      says: "__proto__, constructor and prototype are invalid_request and touch no object",
    },
    { id: "B4", section: "RFC 6749 §5.2", says: "What is no JSON object is 400 in OAuth's shape" },
    {
      id: "B5",
      section: "RFC 6749 §10.14",
      says: "Deep, many and large bodies are 400 or 413 at little cost and without growth",
    },
    {
      id: "B6",
      section: "RFC 6749 §3.2, RFC 9110 §15.5.16",
      says: "Other types, charsets and codings are 415 in OAuth's shape",
    },
    {
      id: "B7",
      section: "RFC 9112 §6",
      says: "Slow headers and bodies are closed within 10 s; lengths that do not agree are 400; chunks alone are fine",
    },
    { id: "B8", section: "RFC 6749 §3.2", says: "Methods other than POST are 405 with Allow: POST" },
    {
      id: "B9",
      section: "RFC 9110 §15.5.14",
      says: "RPC: oversize and bombs are RESOURCE_EXHAUSTED, wrong types INVALID_ARGUMENT, no key UNAUTHENTICATED, and no call is without a deadline",
    },
    {
      id: "B10",
      section: "RFC 6749 §5.2",
      says: "No grant_type is invalid_request, an unknown one unsupported_grant_type",
    },
  ],
};

export const TOKENS: Chapter = {
  title: "Refresh, revocation, introspection",
  requirements: [
    {
      id: "T1",
      section: "RFC 6749 §6",
      says: "A refresh gives a new pair, with all that was granted even after a narrowed one",
    },
    {
      id: "T2",
      section: "RFC 6749 §6",
      says: "A narrower scope is given, a wider one is invalid_scope and consumes nothing",
    },
    { id: "T3", section: "RFC 6749 §6", says: "Another app's refresh token is invalid_grant, and its family stands" },
    {
      id: "T4",
      section: "RFC 9700 §4.14.2",
      says: "The same token many times at once: one successor pair, one row, all answered with it",
    },
    {
      id: "T5",
      section: "RFC 9700 §4.14.2",
      says: "A retry inside the window gets the same pair, on any replica, also while TOKEN_KEY is rolled",
    },
    {
      id: "T6",
      section: "RFC 9700 §4.14.2",
      says: "A grandparent, or a parent whose successor was used: invalid_grant, the family ends, one event; a parent of an unused successor outside the window: invalid_grant, the family stands",
    },
    {
      id: "T7",
      section: "RFC 6749 §6",
      says: "An expired token is invalid_grant, also inside the window, and the family stands",
    },
    { id: "T8", section: "RFC 9700 §4.14.2", says: "Reuse is seen by a process that has forgotten everything" },
    { id: "T9", section: "RFC 6749 §6", says: "k database faults are k times 503; then the same token works" },
    {
      id: "T10",
      section: "RFC 7009 §2.1",
      says: "After a revocation's answer nothing of the family is active, whatever refresh raced it",
    },
    { id: "T11", section: "RFC 6749 §6", says: "The ten-thousandth rotation of a family costs what the first did" },
    {
      id: "T12",
      section: "RFC 6749 §5.2",
      says: "While merchant or installation is suspended a refresh is unauthorized_client and consumes nothing; after resume the same token works",
    },
    {
      id: "V1",
      section: "RFC 7009 §2.1",
      says: "An access token ends itself, a refresh token, rotated ones included, its family; at once",
    },
    { id: "V2", section: "RFC 7009 §2.2", says: "Unknown, garbage, expired and revoked tokens are 200" },
    { id: "V3", section: "RFC 7009 §2.1", says: "Another app's token is 400 unauthorized_client and stays active" },
    { id: "V4", section: "RFC 7009 §2.2.1", says: "A storage fault is 503, never 200" },
    { id: "V5", section: "RFC 7009 §2.2", says: "Two revocations at once are both 200, with one event" },
    { id: "V6", section: "RFC 7009 §2.1", says: "An uninstall with 100,000 tokens is one update and ends all" },
    { id: "V7", section: "RFC 7009 §2.2", says: "What was answered stands after kill -9 of service and database" },
    { id: "I1", section: "RFC 7662 §2.1, RFC 6750 §3.1", says: "No or a bad key is 401, a key without the right 403" },
    { id: "I2", section: "RFC 7662 §2.2", says: 'Whatever is not good is {"active":false} and nothing else' },
    {
      id: "I3",
      section: "RFC 7662 §4",
      says: "Every not-before mark is honoured, also against a refresh that commits while the mark's transaction is open",
    },
    { id: "I4", section: "RFC 7662 §4", says: "With storage down the answer is neither true nor false" },
    {
      id: "I5",
      section: "RFC 7662 §4",
      says: "Behind the same port nothing says otherwise once a revocation is answered; elsewhere a fully consistent look-up sees it at once, another one within the published bound",
    },
    {
      id: "I6",
      section: "RFC 7662 §4",
      says: "A refresh token without its hint, a code, a secret and a key are inactive",
    },
    { id: "S1", section: "RFC 6749 §10.3, RFC 9700 §4.2", says: "No secret is printed, counted, shown or audited" },
    {
      id: "S2",
      section: "RFC 6749 §4.1.2",
      says: "The rows themselves refuse a second family of a code and a second successor of a token",
    },
    {
      id: "S4",
      section: "RFC 6749 §10.4",
      says: "Whatever is done, nothing crosses from one merchant or app to another",
    },
  ],
};
