import { fromBinary } from "@bufbuild/protobuf";
import { Code, type ConnectError, createClient } from "@connectrpc/connect";
import { describe, expect, it } from "vitest";
import { HeaderValueOption_HeaderAppendAction } from "../../../../gen/envoy/config/core/v3/base_pb.ts";
import { Authorization, type CheckResponse } from "../../../../gen/envoy/service/auth/v3/external_auth_pb.ts";
import { connectCore } from "../../../../src/rpc/client.ts";
import { authorizationService } from "../../../../src/rpc/services/authorization-service.ts";
import { routesOf, toBytes, toMessage, type UnaryRoute } from "../../../../src/rpc/transports/routes.ts";
import { useAuthorizationCore } from "../authorization-core.ts";

const core = useAuthorizationCore();

interface Check {
  authorization?: string;
  /** Sent with `encode_raw_headers` instead. */
  raw?: readonly string[];
  extensions?: Record<string, string>;
  key?: string;
}

/** Sends a check as Envoy does. */
async function check({ authorization, raw, extensions = {}, key = "proxy" }: Check): Promise<CheckResponse> {
  const connection = connectCore({ url: `http://127.0.0.1:${core.grpcPort}`, key });
  const headers: Record<string, string> = { ":method": "GET", "x-merchant-id": "spoofed" };
  if (authorization !== undefined) headers.authorization = authorization;
  const values = raw?.map((value) => ({ key: "authorization", rawValue: Buffer.from(value) }));
  const http = values === undefined ? { headers } : { headerMap: { headers: values } };
  try {
    const request = { attributes: { request: { http }, contextExtensions: extensions } };
    return await createClient(Authorization, connection.transport).check(request);
  } finally {
    connection.close();
  }
}

async function failureOf(request: Check): Promise<[code: string, message: string]> {
  const error = await check(request).then(
    () => null,
    (failure: ConnectError) => failure,
  );
  return [error === null ? "none" : Code[error.code], error?.rawMessage ?? ""];
}

/** Status, headers and removed headers of the HTTP response. */
function httpOf({ httpResponse }: CheckResponse) {
  const headers = Object.fromEntries(
    (httpResponse.value?.headers ?? []).map(({ header }) => [header!.key, header!.value]),
  );
  if (httpResponse.case === "okResponse") return { status: 200, headers, removed: httpResponse.value.headersToRemove };
  return { status: httpResponse.value?.status?.code ?? 0, headers, removed: [] };
}

const grantedToken = async () => `Bearer ${(await core.world.install()).pair.accessToken}`;

describe("Check", () => {
  it("a good token is OK and overwrites the client's identity headers", async () => {
    const { merchantId, clientId, pair } = await core.world.install();
    const authorization = `Bearer ${pair.accessToken}`;
    for (const request of [
      { authorization },
      { authorization, extensions: { scope: "orders.read" } },
      { raw: [authorization] },
    ]) {
      const response = await check(request);
      expect(response.status?.code).toBe(0);
      expect(httpOf(response)).toEqual({
        status: 200,
        headers: {
          "x-merchant-id": merchantId,
          "x-client-id": clientId,
          "x-installation-id": pair.installationId,
          "x-scopes": "orders.read products.read",
        },
        removed: [],
      });
      for (const { append, appendAction } of response.httpResponse.value!.headers) {
        expect([append, appendAction]).toEqual([
          false,
          HeaderValueOption_HeaderAppendAction.OVERWRITE_IF_EXISTS_OR_ADD,
        ]);
      }
    }
  });

  it("header names come from context_extensions, and the default names are removed", async () => {
    const { merchantId, pair } = await core.world.install();
    const authorization = `Bearer ${pair.accessToken}`;
    const extensions = { merchant_id_header: "x-shop", scopes_header: "x-merchant-id" };
    const { headers, removed } = httpOf(await check({ authorization, extensions }));
    expect(headers).toMatchObject({ "x-shop": merchantId, "x-merchant-id": "orders.read products.read" });
    expect(removed).toEqual(["x-scopes"]);
  });

  const refused: { name: string; request: Check; status: number; challenge: string }[] = [
    { name: "no token", request: {}, status: 401, challenge: 'Bearer realm="api"' },
    { name: "an unknown token", request: { authorization: "Bearer none" }, status: 401, challenge: "invalid_token" },
    {
      name: "merged headers",
      request: { authorization: "Bearer a,Bearer a" },
      status: 401,
      challenge: "invalid_request",
    },
    { name: "two raw headers", request: { raw: ["Bearer a", "Bearer a"] }, status: 401, challenge: "invalid_request" },
  ];
  it.each(refused)("RFC 6750 §3.1: $name is denied with the challenge", async ({ request, status, challenge }) => {
    const response = await check(request);
    expect(response.status?.code).toBe(Code.Unauthenticated);
    const http = httpOf(response);
    expect(http.status).toBe(status);
    expect(http.headers["www-authenticate"]).toContain(challenge);
    expect(http.headers["x-merchant-id"]).toBeUndefined();
  });

  it("RFC 6750 §3.1: a missing scope is denied with 403", async () => {
    const response = await check({
      authorization: await grantedToken(),
      extensions: { scope: "orders.read orders.write" },
    });
    expect(response.status?.code).toBe(Code.PermissionDenied);
    const { status, headers } = httpOf(response);
    expect(status).toBe(403);
    expect(headers["www-authenticate"]).toContain('scope="orders.read orders.write"');
  });

  const wrong: { name: string; extensions: Record<string, string>; says: string }[] = [
    { name: "an unknown scope", extensions: { scope: "orders.reed" }, says: "orders.reed is not in the catalogue" },
    { name: "an empty list of scopes", extensions: { scope: "" }, says: "malformed" },
    {
      name: "an unknown key",
      extensions: { scopes: "orders.read" },
      says: "context_extensions has an unknown key, scopes",
    },
    { name: "a pseudo-header", extensions: { merchant_id_header: ":path" }, says: "merchant_id_header" },
    { name: "the Host header", extensions: { merchant_id_header: "host" }, says: "merchant_id_header" },
    { name: "one header twice", extensions: { merchant_id_header: "x-scopes" }, says: "names one header twice" },
  ];
  it.each(wrong)("$name in the proxy's configuration fails the check", async ({ extensions, says }) => {
    const [code, message] = await failureOf({ authorization: await grantedToken(), extensions });
    expect([code, message]).toEqual(["InvalidArgument", expect.stringContaining(says)]);
  });

  it("the scope catalogue is read for unknown scopes only, at most every two seconds", async () => {
    const authorization = await grantedToken();
    await check({ authorization, extensions: { scope: "orders.write" } });
    const before = core.catalogueReads;
    for (let n = 0; n < 5; n++) await check({ authorization, extensions: { scope: "orders.write" } });
    expect(core.catalogueReads).toBe(before);
  });

  it("a service key without tokens:introspect, or an unknown one, fails the check", async () => {
    const authorization = await grantedToken();
    expect((await failureOf({ authorization, key: "weak" }))[0]).toBe("PermissionDenied");
    expect((await failureOf({ authorization, key: "stolen" }))[0]).toBe("Unauthenticated");
  });

  it("a token of a test merchant passes only for a key with tokens:introspect_test", async () => {
    const authorization = `Bearer ${(await core.world.install({ draft: true })).pair.accessToken}`;
    expect(httpOf(await check({ authorization })).status).toBe(401);
    expect(httpOf(await check({ authorization, key: "sandbox" })).status).toBe(200);
  });

  it("an outage of the database fails the check, so that Envoy denies the request", async () => {
    const authorization = await grantedToken();
    core.outage = true;
    const [code] = await failureOf({ authorization });
    core.outage = false;
    expect(code).toBe("Unavailable");
  });

  it("the encoded response equals the message, with default and with other header names", async () => {
    const { deps, cache } = core.world;
    const service = authorizationService({
      tokens: { ...deps.tokens, cache },
      scopeNames: { findUnknown: async () => null },
    });
    const [route] = routesOf(Authorization, service) as [UnaryRoute];
    const headers = { authorization: await grantedToken() };
    for (const contextExtensions of [{}, {}, { client_id_header: "x-app" }]) {
      const request = { attributes: { request: { http: { headers } }, contextExtensions } };
      const response = await route.handler(request as never, { caller: { permissions: new Set() } } as never);
      expect(fromBinary(route.method.output, toBytes(route, response))).toEqual(toMessage(route, response));
    }
  });
});
