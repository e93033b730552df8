import { Code, ConnectError, createClient } from "@connectrpc/connect";
import { describe, expect, it } from "vitest";
import { TokenService } from "../../../../gen/latchkey/v1/token_service_pb.ts";
import { OAuthError } from "../../../../src/oauth/errors.ts";
import { StorageError } from "../../../../src/observe/storage-error.ts";
import { AUTHORIZATION } from "../../../../src/rpc/metadata.ts";
import { createDirectTransport } from "../../../../src/rpc/transports/direct.ts";
import { RequestError } from "../../../../src/service/errors.ts";
import { KEY, smallEdge } from "../small-core.ts";

const DEBUG = 20;
const INFO = 30;
const WARN = 40;
const ERROR = 50;

/** The one line of a call whose operation throws this, or answers. */
async function lineOf(thrown: unknown, authorization = `Bearer ${KEY}`): Promise<Record<string, unknown>> {
  const lines: Record<string, unknown>[] = [];
  const introspect = async () => {
    if (thrown !== undefined) throw thrown;
    return { active: false };
  };
  const tokens = createClient(TokenService, createDirectTransport(smallEdge({ introspect }, lines)));
  await tokens.introspect({ token: "a-secret-token" }, { headers: { [AUTHORIZATION]: authorization } }).catch(() => {});
  expect(JSON.stringify(lines)).not.toMatch(/a-secret-token|a-key/);
  expect(lines).toHaveLength(1);
  return lines[0]!;
}

describe("the log line of a call", () => {
  it.each([
    ["an answer", undefined, { level: DEBUG, code: "OK" }],
    [
      "a defect",
      new TypeError("x is not a function"),
      { level: ERROR, code: "Internal", err: { message: "x is not a function" } },
    ],
    [
      "an outage",
      new StorageError("no connection", { cause: new Error("ECONNREFUSED") }),
      { level: WARN, code: "Unavailable", reason: "unavailable", err: { type: "StorageError" } },
    ],
    [
      "an OAuth error, by its inner reason",
      new OAuthError("refresh_reused"),
      { level: INFO, reason: "refresh_reused" },
    ],
    ["an app's wrong secret", new OAuthError("client_secret_wrong"), { level: INFO, reason: "client_secret_wrong" }],
    ["a refusal", new RequestError("failed_precondition", "STATE", "No."), { level: INFO, reason: "STATE" }],
    ["something that is not there", new RequestError("not_found", "APP_NOT_FOUND", "No."), { level: DEBUG }],
    ["a status of our own", new ConnectError("not yet", Code.Unimplemented), { level: INFO, code: "Unimplemented" }],
  ])("%s", async (_name, thrown, expected) => {
    const line = await lineOf(thrown);
    expect(line).toMatchObject({ rpc: "latchkey.v1.TokenService/Introspect", transport: "direct", ...expected });
    expect(line).toMatchObject({ caller: "everything", requestId: expect.stringMatching(/^[0-9a-f-]{36}$/) });
  });

  it("an unknown key is a warning without a caller", async () => {
    const line = await lineOf(undefined, "Bearer who");
    expect(line).toMatchObject({ level: WARN, code: "Unauthenticated" });
    expect(line).not.toHaveProperty("caller");
  });

  it("a key without the permission is a warning that names the caller", async () => {
    const lines: Record<string, unknown>[] = [];
    const tokens = createClient(
      TokenService,
      createDirectTransport(smallEdge({ introspect: async () => ({}) }, lines)),
    );
    await tokens.introspect({ token: "x" }).catch(() => {});
    expect(lines).toMatchObject([{ level: WARN, code: "PermissionDenied", caller: "gateway" }]);
  });

  it("a bad key is a warning once a minute, whatever RPC it calls; another key is another warning", async () => {
    const lines: { level: number }[] = [];
    const transport = createDirectTransport(
      smallEdge({ introspect: async () => ({}), batchIntrospect: async () => ({}) }, lines as never),
    );
    const tokens = createClient(TokenService, transport);
    for (const key of ["one", "one", "two", "one"]) {
      const headers = { [AUTHORIZATION]: `Bearer ${key}` };
      await tokens.introspect({ token: "x" }, { headers }).catch(() => {});
      await tokens.batchIntrospect({ tokens: ["x"] }, { headers }).catch(() => {});
    }
    expect(lines.map(({ level }) => level)).toEqual([WARN, DEBUG, DEBUG, DEBUG, WARN, DEBUG, DEBUG, DEBUG]);
  });

  it("a missing permission is a warning once a minute for each RPC of the caller", async () => {
    const lines: { level: number }[] = [];
    const transport = createDirectTransport(
      smallEdge({ introspect: async () => ({}), batchIntrospect: async () => ({}) }, lines as never),
    );
    const tokens = createClient(TokenService, transport);
    for (let times = 0; times < 2; times++) {
      await tokens.introspect({ token: "x" }).catch(() => {});
      await tokens.batchIntrospect({ tokens: ["x"] }).catch(() => {});
    }
    expect(lines.map(({ level }) => level)).toEqual([WARN, WARN, DEBUG, DEBUG]);
  });

  it("a request error has no stack trace", async () => {
    expect(await lineOf(new OAuthError("refresh_reused"))).not.toHaveProperty("err");
  });
});
