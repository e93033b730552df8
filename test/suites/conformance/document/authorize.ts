import type { Chapter } from "./requirement.ts";

/** A page: HTML, 400, no Location. A redirect: 303 to the validated redirect URI with error, state if sent, and iss, after sign-in. */
export const AUTHORIZE: Chapter = {
  title: "Authorization endpoint",
  requirements: [
    {
      id: "A1",
      section: "RFC 6749 §4.1.2.1",
      says: "A missing, unknown, suspended, archived or unreviewed client_id is a page; all read alike and nothing is stored",
    },
    {
      id: "A2",
      section: "RFC 6749 §A.1",
      says: "A client_id with control characters or of 10 kB is a page, never 500; past 255 characters the database is not asked",
    },
    {
      id: "A3",
      section: "RFC 6749 §3.1.1",
      says: "Any response_type but code is unsupported_response_type, in whatever case or company",
    },
    { id: "A4", section: "RFC 6749 §3.1", says: "Unknown parameters are ignored" },
    {
      id: "A5",
      section: "RFC 6749 §3.3",
      says: "An unregistered scope, or characters that no scope has, are invalid_scope",
    },
    { id: "A6", section: "RFC 6749 §3.3", says: "Scopes are a set: order and repetition mean nothing" },
    {
      id: "A7",
      section: "RFC 6749 §3.1",
      says: "GET, POST with a form and POST with JSON are the same; other methods are 405 with Allow",
    },
    {
      id: "A8",
      section: "RFC 6749 §4.1.1",
      says: "Without state: invalid_request; without scope: invalid_scope; empty is missing",
    },
    {
      id: "A9",
      section: "RFC 9101 §6, OpenID Connect Core §3.1.2.6",
      says: "request and request_uri are refused by their own codes, and nothing is fetched",
    },
    {
      id: "A10",
      section: "RFC 6749 §4.1.2",
      says: "Whatever is asked and however, the answer is 303 or a page, never 200",
    },
    {
      id: "A11",
      section: "RFC 6749 §4.1.2.1",
      says: "No code for a suspended merchant, nor for an app suspended between page and approval",
    },
    {
      id: "R1",
      section: "RFC 6749 §3.1.2.3, RFC 9700 §4.1.3",
      says: "A redirect_uri that is not registered character by character is a page",
    },
    {
      id: "R2",
      section: "RFC 6749 §3.1.2, RFC 8252 §7.1",
      says: "No registration of http beyond loopback, fragments, userinfo, wildcards, javascript:, data:, or schemes without a dot; each with its reason",
    },
    {
      id: "R3",
      section: "RFC 8252 §7.3",
      says: "A public native app's loopback redirect works at every port, the rest exact; an app with a secret has loopback URIs only where the service is on loopback itself",
    },
    {
      id: "R4",
      section: "RFC 6749 §3.1.2.4",
      says: "A redirect URI removed between request and approval gets no answer",
    },
    { id: "R5", section: "RFC 9700 §4.11.2", says: "The way on after sign-in is a path of this origin, or home" },
    {
      id: "P1",
      section: "RFC 7636 §4.4.1, RFC 9700 §2.1.1",
      says: "A public app without challenge, and plain, no or an unknown method for any app, are invalid_request",
    },
    {
      id: "P2",
      section: "RFC 7636 §4.1, §4.2",
      says: "Challenges and verifiers of wrong length, alphabet or with padding are refused",
    },
    {
      id: "P3",
      section: "RFC 7636 §4.6",
      says: "No or a wrong verifier is invalid_grant, gives nothing, and leaves the code",
    },
    { id: "P4", section: "RFC 9207 §2", says: "iss, on success and on error, is the metadata's issuer to the letter" },
    {
      id: "P5",
      section: "RFC 9700 §4.8.2",
      says: "A verifier for a code without challenge is invalid_grant and leaves the code; a method without challenge is invalid_request",
    },
  ],
};

export const CONSENT: Chapter = {
  title: "Sign-in and consent",
  requirements: [
    {
      id: "C1",
      section: "RFC 6749 §10.12",
      says: "An approval without its CSRF token, with another session's, or from another site is 403; no code, no row",
    },
    {
      id: "C2",
      section: "RFC 6749 §10.14",
      says: "What a form says of app, redirect, scope or transaction counts for nothing; another account's transaction is 404",
    },
    { id: "C3", section: "RFC 6749 §3.3", says: "More scopes than were asked for cannot be approved" },
    { id: "C4", section: "RFC 6749 §4.1.2.1", says: "No is access_denied" },
    {
      id: "C5",
      section: "RFC 6749 §4.1",
      says: "A transaction that has ended, or whose account has changed, is a page with a way back and no loop",
    },
    {
      id: "C6",
      section: "RFC 9700 §4.2.4, §4.16",
      says: "Every page: no inline script, no framing, forms that lead only where they must, no referrer, no store, nothing of third parties",
    },
    { id: "C7", section: "RFC 6749 §10.14", says: "Text of others is text on every page" },
    {
      id: "C8",
      section: "RFC 6749 §10.2, RFC 8252 §8.6",
      says: "Earlier consent answers only without prompt=consent, for an app with a secret, the same merchant, an account that may consent, scopes within the granted; never after uninstall; and changes no grant",
    },
    { id: "C9", section: "RFC 6749 §4.1.1", says: "With two merchants one is chosen, and the code is for that one" },
    {
      id: "C10",
      section: "RFC 9700 §4.7",
      says: "Each sign-in has a new session, sign-out ends it at the server, an old cookie is worth nothing",
    },
    {
      id: "C11",
      section: "RFC 6749 §10.10",
      says: "100 wrong passwords at once meet the limit; known and unknown e-mail read alike and cost alike",
    },
    { id: "C12", section: "RFC 6749 §10.12", says: "C1 for every form of every page, Origin: null included" },
  ],
};
