import { Code, ConnectError } from "@connectrpc/connect";
import { expect, test } from "vitest";
import { OAuthError } from "../../../../src/oauth/errors.ts";
import { StorageError } from "../../../../src/observe/storage-error.ts";
import { deadlineExceeded, shuttingDown, toConnectError } from "../../../../src/rpc/errors.ts";
import { errorClassOf } from "../../../../src/rpc/transports/error-class.ts";
import { RequestError } from "../../../../src/service/errors.ts";

test.each([
  ["a wrong client secret", new OAuthError("client_secret_wrong"), "CLIENT"],
  ["an unregistered redirect URI", new OAuthError("redirect_uri_unregistered"), "REQUEST"],
  ["a rate limit", new OAuthError("rate_limited", { retryAfter: 1 }), "RATE_LIMIT"],
  ["a quota", new RequestError("resource_exhausted", "APP_LIMIT", "Too many."), "RATE_LIMIT"],
  ["a database outage", new StorageError("the database failed"), "UNAVAILABLE"],
  ["a timeout", deadlineExceeded(), "UNAVAILABLE"],
  ["a defect", new TypeError("x is not a function"), "INTERNAL"],
  ["an unknown service key", new ConnectError("unknown key", Code.Unauthenticated), "SERVICE_KEY"],
  ["a merchant's refusal", new OAuthError("consent_denied"), null],
  ["a wrong password", new RequestError("unauthenticated", "CREDENTIALS", "Wrong."), null],
  ["an invalid form", new RequestError("invalid_argument", "INVALID", "Invalid."), null],
  ["a graceful shutdown", shuttingDown(), null],
])("%s is %3$s", (_name, error, expected) => {
  expect(errorClassOf(toConnectError(error))).toBe(expected);
});
