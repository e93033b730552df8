import { createServer, type Server } from "node:net";
import { inspect } from "node:util";
import { status } from "@grpc/grpc-js";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { createIntrospector, IntrospectionError, type Introspector } from "../../../src/client/introspector.ts";
import type { Call } from "../../../src/service/call.ts";
import { startCore, type TestCore } from "../../suites/contract/core.ts";
import { FAULTS, failingIntrospect, SECRET_CAUSE } from "../../suites/contract/faults.ts";
import { createTokenService, type TestTokenService } from "../../suites/contract/token-service.ts";
import { ISSUER } from "../../support/world/world.ts";

const hanging: Call[] = [];
const opened: Introspector[] = [];
let service: TestTokenService;
let core: TestCore;
let key: string;

beforeAll(async () => {
  service = await createTokenService();
  core = await startCore(service.deps, { rpcs: failingIntrospect(service.deps, hanging) });
  key = core.createKey("tokens:introspect");
});
afterAll(async () => {
  await core.stop();
  await service.close();
});
afterEach(() => opened.splice(0).forEach((introspector) => void introspector.close()));

function open(options: Partial<Parameters<typeof createIntrospector>[0]> = {}): Introspector {
  const introspector = createIntrospector({ url: core.grpc, key, timeoutMs: 15_000, ...options });
  opened.push(introspector);
  return introspector;
}

async function failureOf(answer: Promise<unknown>): Promise<string> {
  const error = await answer.catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(IntrospectionError);
  return status[(error as IntrospectionError).code]!;
}

describe("RFC 7662 §2.2 the introspection of a token", () => {
  it("an active access token returns a grant", async () => {
    const pair = await service.install();
    const grant = await open().introspect(pair.accessToken);
    expect(grant).toEqual({
      merchantId: service.merchantId,
      clientId: service.credentials.clientId,
      scopes: new Set(["orders:read", "orders:write"]),
      installationId: pair.installationId,
      installationVersion: 1,
      accountId: service.accountId,
      tokenId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      familyId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      expiresAt: expect.any(Date),
      issuer: ISSUER,
      test: false,
    });
    expect(Math.abs(grant!.expiresAt.getTime() - Date.now() - 3_600_000)).toBeLessThan(60_000);
  });

  it("I2 I6 unknown tokens, refresh tokens, codes and empty texts are null", async () => {
    const pair = await service.install();
    const introspector = open();
    for (const token of ["nonsense", pair.refreshToken!, `lk_ac_${"0".repeat(71)}`, key, ""]) {
      expect([token.slice(0, 6), await introspector.introspect(token)]).toEqual([token.slice(0, 6), null]);
    }
  });

  it.each([
    ["host:port", (grpc: string) => grpc],
    ["http://host:port", (grpc: string) => `http://${grpc}`],
    ["with a trailing slash", (grpc: string) => `http://${grpc}/`],
    ["by name", (grpc: string) => grpc.replace("127.0.0.1", "localhost")],
  ])("the core's address may be %s", async (_name, url) => {
    const { accessToken } = await service.install();
    expect(await open({ url: url(core.grpc) }).introspect(accessToken)).not.toBeNull();
  });

  it("V1 I5 with full consistency, a revoked token is null at once", async () => {
    const { accessToken } = await service.install();
    const introspector = open();
    expect(await introspector.introspect(accessToken, { consistency: "full" })).not.toBeNull();
    const caller = { kind: "key" as const, keyId: null, name: "a test's", permissions: new Set<never>() };
    const call = { caller, actor: null, address: null, requestId: "revoke" };
    const { credentials } = service;
    await service.tokens.revoke({ credentials, token: accessToken, tokenTypeHint: "" }, call);
    expect(await introspector.introspect(accessToken, { consistency: "full" })).toBeNull();
  });
});

describe("when the core fails, introspection fails", () => {
  it("I1 a key that the core does not know", async () => {
    expect(await failureOf(open({ key: "lk_sk_no" }).introspect("x"))).toBe("UNAUTHENTICATED");
  });

  it("I1 a key without the right", async () => {
    expect(await failureOf(open({ key: core.createKey("apps:read") }).introspect("x"))).toBe("PERMISSION_DENIED");
  });

  it("I4 the core's storage is down, or the core has a defect", async () => {
    expect(await failureOf(open().introspect(FAULTS.storage))).toBe("UNAVAILABLE");
    expect(await failureOf(open().introspect(FAULTS.defect))).toBe("INTERNAL");
  });

  it("no server listens at the address", async () => {
    expect(await failureOf(open({ url: "127.0.0.1:1" }).introspect("x"))).toBe("UNAVAILABLE");
  });

  it("the look-up takes longer than timeoutMs, also against a server that never responds", async () => {
    expect(await failureOf(open({ timeoutMs: 100 }).introspect(FAULTS.hang))).toBe("DEADLINE_EXCEEDED");
    const mute = await listen();
    const { port } = mute.address() as { port: number };
    expect(await failureOf(open({ url: `127.0.0.1:${port}`, timeoutMs: 100 }).introspect("x"))).toBe(
      "DEADLINE_EXCEEDED",
    );
    mute.close();
  });

  it("the caller aborts, before or during the look-up, and the core stops working on it", async () => {
    expect(await failureOf(open().introspect("x", { signal: AbortSignal.abort() }))).toBe("CANCELLED");
    const aborting = new AbortController();
    const count = hanging.length;
    const failing = failureOf(open().introspect(FAULTS.hang, { signal: aborting.signal }));
    await expect.poll(() => hanging.length).toBe(count + 1);
    aborting.abort();
    expect(await failing).toBe("CANCELLED");
    await expect.poll(() => hanging.at(-1)?.signal?.aborted).toBe(true);
  });

  it("the introspector is closed", async () => {
    const introspector = open();
    introspector.close();
    expect(await failureOf(introspector.introspect("x"))).toBe("UNAVAILABLE");
  });

  it("S1 and the error shows neither key nor token nor what went wrong inside the core", async () => {
    const error = await open()
      .introspect(FAULTS.storage)
      .catch((caught: unknown) => caught);
    const shown = inspect(error, { depth: 12, showHidden: true });
    for (const secret of [key, FAULTS.storage, SECRET_CAUSE]) expect(shown).not.toContain(secret);
  });
});

it("an invalid address is rejected at construction", () => {
  for (const url of ["core", "ftp://core:1", "http://core:1/path", "http://a:b@core:1", "core:1:2", "[::1]", ""]) {
    expect(() => createIntrospector({ url, key }), url).toThrow(TypeError);
  }
  for (const url of ["[::1]:50051", "https://core.internal", "http://[::1]:1"]) open({ url });
});

it.each([[undefined], [""], ["lk_sk_read\n"], ["lk sk"], ["lk_sk_ö"]])(
  "the key %j is refused at once, and not by each look-up",
  (none) => {
    expect(() => createIntrospector({ url: "127.0.0.1:1", key: none as string })).toThrow("key must be a service key");
  },
);

async function listen(): Promise<Server> {
  const server = createServer(() => {});
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return server;
}
