import { createServer, type Http2Server } from "node:http2";
import type { AddressInfo } from "node:net";
import { Code, ConnectError, type ConnectRouter, createClient } from "@connectrpc/connect";
import { connectNodeAdapter, createConnectTransport, createGrpcTransport } from "@connectrpc/connect-node";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { TokenService } from "../../../gen/latchkey/v1/token_service_pb.ts";
import { bearerGuard, grantOf } from "../../../src/client/connect.ts";
import { fakeIntrospector } from "./fake-introspector.ts";

const core = fakeIntrospector();
const causes: string[] = [];

/** An API that uses Connect; its messages do not matter. */
function routes(router: ConnectRouter): void {
  const requireScopes = bearerGuard(core, { onUnavailable: ({ message }) => void causes.push(message) });
  const allowTest = bearerGuard(core, { allowTest: true });
  router.rpc(TokenService.method.introspect, (_request, { values }) => ({ merchantId: grantOf(values).merchantId }), {
    interceptors: [requireScopes("orders:read")],
  });
  router.rpc(TokenService.method.revoke, () => ({}), { interceptors: [requireScopes("orders:write", "orders:read")] });
  router.rpc(TokenService.method.issue, (_request, { values }) => ({ code: `${grantOf(values).test}` }), {
    interceptors: [allowTest()],
  });
  router.rpc(
    TokenService.method.watchRevocations,
    async function* (_request, { values }) {
      yield { message: { case: "reset", value: { cursor: grantOf(values).merchantId } } };
    },
    { interceptors: [requireScopes("orders:read")] },
  );
  router.rpc(TokenService.method.refresh, (_request, { values }) => ({ merchantId: grantOf(values).merchantId }));
}

let server: Http2Server;
let baseUrl: string;
beforeAll(async () => {
  server = createServer(connectNodeAdapter({ routes })).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });

describe.each([
  ["Connect", () => createConnectTransport({ baseUrl, httpVersion: "2" })],
  ["gRPC", () => createGrpcTransport({ baseUrl })],
])("a method guarded in a server, called over %s", (_name, transport) => {
  const client = () => createClient(TokenService, transport());

  /** Code, challenge and message of the error. */
  async function failureOf(call: Promise<unknown>) {
    const error = ConnectError.from(await call.catch((caught: unknown) => caught));
    return { code: error.code, challenge: error.metadata.get("www-authenticate"), error };
  }

  it("has the grant of an active token, also in a stream", async () => {
    expect((await client().introspect({}, bearer("good"))).merchantId).toBe("shop-1");
    for await (const { message } of client().watchRevocations({}, bearer("good"))) {
      expect(message.value).toMatchObject({ cursor: "shop-1" });
    }
  });

  it("RFC 6750 §3 fails unauthenticated: without an error code if the token is missing, with one if it is inactive", async () => {
    expect(await failureOf(client().introspect({}))).toMatchObject({
      code: Code.Unauthenticated,
      challenge: 'Bearer realm="api"',
    });
    const bad = await failureOf(client().introspect({}, bearer("bad")));
    expect([bad.code, bad.challenge]).toEqual([Code.Unauthenticated, expect.stringContaining('error="invalid_token"')]);
  });

  it("§3.1 fails permission_denied for a token that lacks one of the scopes", async () => {
    const { code, challenge, error } = await failureOf(client().revoke({}, bearer("good")));
    expect([code, error.rawMessage]).toEqual([Code.PermissionDenied, "the access token lacks orders:write"]);
    expect(challenge).toContain('scope="orders:write orders:read"');
  });

  it("§3.1 fails invalid_argument for two tokens", async () => {
    const { code } = await failureOf(
      client().introspect({}, { headers: { authorization: "Bearer good, Bearer good" } }),
    );
    expect(code).toBe(Code.InvalidArgument);
  });

  it("refuses a test merchant's token unless the guard accepts it", async () => {
    const test = bearer("t.e-s_t~+/==");
    expect((await failureOf(client().introspect({}, test))).code).toBe(Code.Unauthenticated);
    expect((await client().issue({}, test)).code).toBe("true");
  });

  it("I4 fails unavailable while the core is unavailable, and reports the cause to the service", async () => {
    causes.length = 0;
    expect(await failureOf(client().introspect({}, bearer("outage")))).toMatchObject({
      code: Code.Unavailable,
      challenge: null,
    });
    expect(causes).toEqual(["introspection failed: UNAUTHENTICATED"]);
  });

  it("an unexpected error is internal and does not let the call pass", async () => {
    expect((await failureOf(client().introspect({}, bearer("defect")))).code).toBe(Code.Internal);
  });

  it("grantOf without a guard throws", async () => {
    expect((await failureOf(client().refresh({}, bearer("good")))).code).toBe(Code.Internal);
  });
});
