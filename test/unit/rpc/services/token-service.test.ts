import { createClient } from "@connectrpc/connect";
import { describe, expect, it } from "vitest";
import { Consistency, TokenKind, TokenService } from "../../../../gen/latchkey/v1/token_service_pb.ts";
import { AUTHORIZATION } from "../../../../src/rpc/metadata.ts";
import { tokenService } from "../../../../src/rpc/services/token-service.ts";
import { createDirectTransport } from "../../../../src/rpc/transports/direct.ts";
import type { TokenOperations, TokenPair } from "../../../../src/service/tokens/operations.ts";
import { KEY, smallEdge } from "../small-core.ts";

/** TokenService over operations that note what they are asked. */
function serviceOver(operations: Partial<TokenOperations>) {
  const asked: unknown[] = [];
  const noting = Object.entries(operations).map(([name, operation]) => [
    name,
    (request: never, call: never) => {
      asked.push(request);
      return (operation as (request: never, call: never) => unknown)(request, call);
    },
  ]);
  const dispatcher = smallEdge(tokenService(Object.fromEntries(noting) as TokenOperations));
  return { asked, tokens: createClient(TokenService, createDirectTransport(dispatcher)) };
}

const options = { headers: { [AUTHORIZATION]: `Bearer ${KEY}` } };

const PAIR: TokenPair = {
  accessToken: "at",
  tokenType: "Bearer",
  expiresIn: 3600,
  refreshToken: null,
  refreshTokenExpiresIn: null,
  scopes: ["a"],
  merchantId: "m",
  installationId: "i",
};

describe("credentials", () => {
  it.each([
    [
      "a secret",
      { clientId: "c", proof: { case: "clientSecret" as const, value: "s" } },
      { clientId: "c", proof: { kind: "secret", secret: "s" } },
    ],
    [
      "the word that there is none",
      { clientId: "c", proof: { case: "publicClient" as const, value: {} } },
      { clientId: "c", proof: { kind: "public" } },
    ],
    ["neither", { clientId: "c" }, { clientId: "c", proof: { kind: "none" } }],
    ["nothing at all", undefined, { clientId: "", proof: { kind: "none" } }],
  ])("%s", async (_name, credentials, expected) => {
    const { asked, tokens } = serviceOver({ refresh: async () => PAIR });
    await tokens.refresh({ ...(credentials && { credentials }), refreshToken: "rt", scopes: ["a"] }, options);
    expect(asked).toMatchObject([{ credentials: expected, refreshToken: "rt", scopes: ["a"] }]);
  });
});

it("an app without refresh tokens gets an empty one that lasts no time", async () => {
  const { tokens } = serviceOver({ exchange: async () => PAIR });
  const answer = await tokens.exchange({}, options);
  expect(answer).toMatchObject({ refreshToken: "", refreshTokenExpiresIn: 0, expiresIn: 3600 });
});

describe("Introspect", () => {
  const GOOD = {
    active: true as const,
    scopes: ["a"],
    clientId: "c",
    merchantId: "m",
    installationId: "i",
    installationVersion: 2,
    accountId: "acc",
    familyId: "f",
    tokenId: "t",
    issuedAt: 1_700_000_000_000_001,
    expiresAt: 1_700_000_003_000_000,
    validFor: 2_500_000,
    issuer: "https://platform.example",
    test: true,
  };

  it("keeps microseconds in its moments and its duration", async () => {
    const { tokens } = serviceOver({ introspect: async () => ({ ...GOOD, tokenKind: "access" }) });
    const answer = await tokens.introspect({ token: "x" }, options);
    expect(answer.issuedAt).toMatchObject({ seconds: 1_700_000_000n, nanos: 1_000 });
    expect(answer.validFor).toMatchObject({ seconds: 2n, nanos: 500_000_000 });
    expect(answer).toMatchObject({
      tokenKind: TokenKind.ACCESS,
      tokenType: "Bearer",
      installationVersion: 2,
      test: true,
    });
  });

  it("RFC 7662 §2.2 calls a refresh token no bearer token", async () => {
    const { tokens } = serviceOver({ introspect: async () => ({ ...GOOD, tokenKind: "refresh" }) });
    expect(await tokens.introspect({ token: "x" }, options)).toMatchObject({
      tokenKind: TokenKind.REFRESH,
      tokenType: "",
    });
  });

  it.each([
    [Consistency.UNSPECIFIED, "minimize_latency"],
    [Consistency.MINIMIZE_LATENCY, "minimize_latency"],
    [Consistency.FULLY_CONSISTENT, "fully_consistent"],
  ])("consistency %s is %s", async (consistency, expected) => {
    const { asked, tokens } = serviceOver({ introspect: async () => ({ active: false }) });
    await tokens.introspect({ token: "x", consistency }, options);
    expect(asked).toMatchObject([{ consistency: expected }]);
  });
});

describe("RevokeBefore", () => {
  const ending = () => serviceOver({ revokeBefore: async () => ({ notBefore: 5_000_000 }) });

  it.each([
    [
      { case: "clientId" as const, value: "c" },
      { kind: "app", clientId: "c" },
    ],
    [
      { case: "merchantId" as const, value: "m" },
      { kind: "merchant", merchantId: "m" },
    ],
    [{ case: "everything" as const, value: true }, { kind: "everything" }],
  ])("of %j", async (subject, expected) => {
    const { asked, tokens } = ending();
    const answer = await tokens.revokeBefore({ subject }, options);
    expect(asked).toEqual([{ subject: expected, notBefore: null }]);
    expect(answer.notBefore).toMatchObject({ seconds: 5n, nanos: 0 });
  });

  it.each([
    [undefined],
    [{ case: "clientId" as const, value: "" }],
    [{ case: "merchantId" as const, value: "" }],
    [{ case: "everything" as const, value: false }],
  ])("of %j names nobody: nothing ends by an empty field", async (subject) => {
    const { asked, tokens } = ending();
    await tokens.revokeBefore({ ...(subject && { subject }) }, options);
    expect(asked).toEqual([{ subject: null, notBefore: null }]);
  });
});
