import { describe, expect, test } from "vitest";
import {
  httpStatusOf,
  isOAuthCode,
  OAUTH_CODES,
  OAUTH_REASONS,
  type OAuthCode,
  OAuthError,
  publicAnswerOf,
} from "../../../src/oauth/errors.ts";

const STATUSES: { name: string; code: OAuthCode; status: number }[] = [
  { name: "RFC 6749 §5.2", code: "invalid_request", status: 400 },
  { name: "RFC 6749 §5.2", code: "invalid_client", status: 401 },
  { name: "RFC 6749 §5.2", code: "invalid_grant", status: 400 },
  { name: "RFC 6749 §5.2", code: "unauthorized_client", status: 400 },
  { name: "RFC 6749 §5.2", code: "unsupported_grant_type", status: 400 },
  { name: "RFC 6749 §5.2", code: "invalid_scope", status: 400 },
  { name: "RFC 6749 §4.1.2.1", code: "unsupported_response_type", status: 400 },
  { name: "RFC 6749 §4.1.2.1", code: "access_denied", status: 403 },
  { name: "RFC 6749 §4.1.2.1", code: "temporarily_unavailable", status: 503 },
  { name: "RFC 6749 §4.1.2.1", code: "server_error", status: 500 },
  { name: "OpenID Connect Core §3.1.2.6", code: "request_not_supported", status: 400 },
  { name: "OpenID Connect Core §3.1.2.6", code: "request_uri_not_supported", status: 400 },
];

test.each(STATUSES)("$name $code is HTTP $status", ({ code, status }) => {
  expect(httpStatusOf(code)).toBe(status);
});

test("every code has a status", () => {
  expect(STATUSES.map(({ code }) => code).sort()).toEqual([...OAUTH_CODES].sort());
});

test("RFC 6585 §4 a rate limit is 429 and an outage 503, with one code", () => {
  expect(new OAuthError("rate_limited", { retryAfter: 12 })).toMatchObject({
    code: "temporarily_unavailable",
    status: 429,
    retryAfter: 12,
  });
  expect(new OAuthError("unavailable")).toMatchObject({ code: "temporarily_unavailable", status: 503 });
  expect(httpStatusOf("temporarily_unavailable", true)).toBe(429);
  expect(httpStatusOf("invalid_client", true)).toBe(401);
});

test.each(OAUTH_REASONS.map((name) => ({ name })))(
  "RFC 6749 §5.2 the sentence of $name is ASCII without quote and backslash",
  ({ name }) => {
    const { code, description } = publicAnswerOf(name);
    expect(OAUTH_CODES).toContain(code);
    expect(description).toMatch(/^[\x20-\x21\x23-\x5b\x5d-\x7e]+\.$/);
  },
);

describe("indistinguishable errors", () => {
  const ALIKE = [
    { name: "client authentication", prefix: "client_", code: "invalid_client" },
    { name: "codes", prefix: "code_", code: "invalid_grant" },
    { name: "refresh tokens", prefix: "refresh_", code: "invalid_grant" },
  ] as const;

  test.each(ALIKE)("every $code of $name has the same description", ({ prefix, code }) => {
    const answers = OAUTH_REASONS.filter((reason) => reason.startsWith(prefix)).map(publicAnswerOf);
    const sentences = answers.filter((answer) => answer.code === code).map(({ description }) => description);
    expect(sentences.length).toBeGreaterThan(5);
    expect(new Set(sentences).size).toBe(1);
  });

  test("a refused account and a refused role have the same description", () => {
    expect(publicAnswerOf("role_refused")).toEqual(publicAnswerOf("account_refused"));
  });
});

test("an error's message is public; its reason and cause are internal", () => {
  const cause = new Error("connection to 10.0.0.7 lost");
  const error = new OAuthError("refresh_reused", { cause });
  expect(error.message).toBe(error.description);
  expect(error.message).not.toContain("reuse");
  expect(error).toMatchObject({ name: "OAuthError", reason: "refresh_reused", code: "invalid_grant", cause });
  expect(new OAuthError("internal")).not.toHaveProperty("cause");
});

test.each([
  { name: "a code of this service", text: "invalid_grant", known: true },
  { name: "a code of another RFC", text: "invalid_token", known: false },
  { name: "a name of Object.prototype", text: "constructor", known: false },
])("$name: $known", ({ text, known }) => {
  expect(isOAuthCode(text)).toBe(known);
});
