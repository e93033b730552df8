import { Code, ConnectError } from "@connectrpc/connect";
import { describe, expect, test } from "vitest";
import { HttpError } from "../../../src/gateway/http-error.ts";
import { toErrorResponse } from "../../../src/gateway/map-error.ts";
import { OAUTH_REASONS, OAuthError } from "../../../src/oauth/errors.ts";
import { toConnectError } from "../../../src/rpc/errors.ts";
import { RequestError } from "../../../src/service/errors.ts";

const brief = (failure: unknown) => {
  const { status, code } = toErrorResponse(failure);
  return [status, code];
};

describe("toErrorResponse", () => {
  test("an OAuth error has the same form, thrown here or received by RPC", () => {
    for (const reason of OAUTH_REASONS) {
      const error = new OAuthError(reason, { retryAfter: 3 });
      expect(toErrorResponse(toConnectError(error))).toEqual(toErrorResponse(error));
      expect(toErrorResponse(error).status).toBe(error.status);
    }
  });

  test.each<[string, unknown, number, string]>([
    ["an unknown gateway key", new ConnectError("x", Code.Unauthenticated), 503, "temporarily_unavailable"],
    [
      "a gateway key without the permission",
      new ConnectError("x", Code.PermissionDenied),
      503,
      "temporarily_unavailable",
    ],
    ["an outage", new ConnectError("x", Code.Unavailable), 503, "temporarily_unavailable"],
    ["a deadline", new ConnectError("x", Code.DeadlineExceeded), 503, "temporarily_unavailable"],
    ["a defect of the core", new ConnectError("x", Code.Internal), 503, "temporarily_unavailable"],
    ["a malformed message", new ConnectError("x", Code.InvalidArgument), 503, "temporarily_unavailable"],
    ["an invalid field", toConnectError(new RequestError("invalid_argument", "X", 'No "x".')), 400, "invalid_request"],
    [
      "any other request error",
      toConnectError(new RequestError("not_found", "X", "No.")),
      503,
      "temporarily_unavailable",
    ],
    ["an HttpError", new HttpError(413), 413, "invalid_request"],
    ["a 4xx of Fastify", Object.assign(new Error("x"), { statusCode: 415 }), 415, "invalid_request"],
    ["a 5xx of Fastify", Object.assign(new Error("x"), { statusCode: 503 }), 500, "server_error"],
    ["a defect", new TypeError("secret"), 500, "server_error"],
    ["a value that is no error", "secret", 500, "server_error"],
  ])("%s: %i", (_name, failure, status, code) => {
    expect(brief(failure)).toEqual([status, code]);
  });

  test("RFC 6749 §5.2 a description is printable ASCII without quote and backslash, and hides the message of a defect", () => {
    const failures = [
      new TypeError("secret"),
      toConnectError(new RequestError("invalid_argument", "X", 'secret "x" é')),
    ];
    const faults = [400, 404, 405, 408, 413, 414, 415, 417, 431].map((status) => new HttpError(status));
    for (const failure of [...failures, ...faults]) {
      const { description } = toErrorResponse(failure);
      expect(description).toMatch(/^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/);
      expect(description).not.toContain("secret");
    }
  });
});
