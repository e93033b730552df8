import { Code, ConnectError } from "@connectrpc/connect";
import { describe, expect, it } from "vitest";
import { OAUTH_REASONS, OAuthError, type OAuthReason, publicAnswerOf } from "../../../src/oauth/errors.ts";
import { StorageError } from "../../../src/observe/storage-error.ts";
import { isSessionMissing, oauthErrorOf, requestErrorOf, toConnectError } from "../../../src/rpc/errors.ts";
import { RequestError, type RequestErrorKind } from "../../../src/service/errors.ts";

describe("OAuth errors", () => {
  it.each([
    ["grant_type_unsupported", "unsupported_grant_type", Code.InvalidArgument],
    ["code_missing", "invalid_request", Code.InvalidArgument],
    ["scope_unregistered", "invalid_scope", Code.InvalidArgument],
    ["code_expired", "invalid_grant", Code.FailedPrecondition],
    ["client_secret_wrong", "invalid_client", Code.Unauthenticated],
    ["token_foreign", "unauthorized_client", Code.PermissionDenied],
    ["role_refused", "access_denied", Code.PermissionDenied],
    ["unavailable", "temporarily_unavailable", Code.Unavailable],
    ["rate_limited", "temporarily_unavailable", Code.ResourceExhausted],
  ] as [OAuthReason, string, Code][])("%s is %s and has its own status", (reason, code, status) => {
    const error = toConnectError(new OAuthError(reason));
    expect([oauthErrorOf(error)?.error, Code[error.code]]).toEqual([code, Code[status]]);
  });

  it.each(OAUTH_REASONS)("%s has its public description and not its reason", (reason) => {
    const error = toConnectError(new OAuthError(reason));
    const { code, description } = publicAnswerOf(reason);
    expect(oauthErrorOf(error)).toMatchObject({ error: code, description });
    expect(requestErrorOf(error)).toBeNull();
    expect(error.rawMessage).toBe(description);
  });

  it("a rate limit has a retry time and differs from an outage", () => {
    const limit = toConnectError(new OAuthError("rate_limited", { retryAfter: 12.2 }));
    expect(oauthErrorOf(limit)).toMatchObject({ retryAfter: 13, throttled: true });
    expect(oauthErrorOf(toConnectError(new OAuthError("unavailable")))).toMatchObject({
      retryAfter: null,
      throttled: false,
    });
  });
});

describe("refusals", () => {
  it.each([
    ["invalid_argument", Code.InvalidArgument],
    ["not_found", Code.NotFound],
    ["already_exists", Code.AlreadyExists],
    ["failed_precondition", Code.FailedPrecondition],
    ["permission_denied", Code.PermissionDenied],
    ["unauthenticated", Code.Unauthenticated],
    ["resource_exhausted", Code.ResourceExhausted],
    ["aborted", Code.Aborted],
    ["unavailable", Code.Unavailable],
  ] as [RequestErrorKind, Code][])("%s", (kind, code) => {
    const violations = [{ field: "name", description: "Give it one." }];
    const details = { violations, retryAfterSeconds: 3, metadata: { client_id: "app_1" } };
    const error = toConnectError(new RequestError(kind, "REASON", "A sentence.", details));
    expect(requestErrorOf(error)).toEqual({
      code,
      reason: "REASON",
      message: "A sentence.",
      violations,
      retryAfter: 3,
      metadata: { client_id: "app_1" },
    });
    expect(oauthErrorOf(error)).toBeNull();
  });

  it("only a missing session counts as one", () => {
    const session = toConnectError(new RequestError("unauthenticated", "SESSION", "Nobody is signed in."));
    const password = toConnectError(new RequestError("unauthenticated", "PASSWORD", "Wrong."));
    const key = new ConnectError("the service key is not valid", Code.Unauthenticated);
    expect([session, password, key].map(isSessionMissing)).toEqual([true, false, false]);
  });
});

describe("everything else", () => {
  it("a storage error is an outage, whatever its outcome", () => {
    for (const outcome of ["none", "unknown"] as const) {
      const error = toConnectError(new StorageError("the pool is empty", { outcome }));
      expect([error.code, oauthErrorOf(error)?.error]).toEqual([Code.Unavailable, "temporarily_unavailable"]);
      expect(error.rawMessage).not.toContain("pool");
    }
  });

  it.each([new TypeError("secret"), "secret", { message: "secret" }, null, undefined])(
    "a thrown %s is an internal error that keeps its cause to itself",
    (thrown) => {
      const error = toConnectError(thrown);
      expect([error.code, error.rawMessage, error.details]).toEqual([Code.Internal, "internal error", []]);
      expect(error.cause).toBe(thrown);
    },
  );

  it("an error that is not of a call has no details", () => {
    for (const thrown of [new Error("x"), null, "x"]) {
      expect([oauthErrorOf(thrown), requestErrorOf(thrown)]).toEqual([null, null]);
    }
  });
});
