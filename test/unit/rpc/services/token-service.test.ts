import { create } from "@bufbuild/protobuf";
import { createClient } from "@connectrpc/connect";
import { describe, expect, it } from "vitest";
import {
  ClientCredentialsSchema,
  Consistency,
  TokenKind,
  TokenService,
} from "../../../../gen/latchkey/v1/token_service_pb.ts";
import { AUTHORIZATION } from "../../../../src/rpc/metadata.ts";
import { fromCredentials } from "../../../../src/rpc/services/credentials-messages.ts";
import { toIntrospectResponse } from "../../../../src/rpc/services/introspection-messages.ts";
import { fromConsistency, fromSubject, toPairMessage } from "../../../../src/rpc/services/token-service.ts";
import { createDirectTransport } from "../../../../src/rpc/transports/direct.ts";
import { KEY, smallEdge } from "../small-core.ts";

describe("credentials", () => {
  it.each([
    [
      "a secret",
      { clientId: "c", proof: { case: "clientSecret" as const, value: "s" } },
      { kind: "secret", secret: "s" },
    ],
    ["a public app", { clientId: "c", proof: { case: "publicClient" as const, value: {} } }, { kind: "public" }],
    ["neither", { clientId: "c" }, { kind: "none" }],
  ])("%s", (_name, message, proof) => {
    expect(fromCredentials(create(ClientCredentialsSchema, message))).toEqual({ clientId: "c", proof });
  });

  it("no message", () => {
    expect(fromCredentials(undefined)).toEqual({ clientId: "", proof: { kind: "none" } });
  });
});

it("a pair without a refresh token has an empty one", () => {
  const pair = { accessToken: "at", tokenType: "Bearer", expiresIn: 3600, scopes: ["a"], merchantId: "m" } as const;
  const message = toPairMessage({
    ...pair,
    scopes: ["a"],
    refreshToken: null,
    refreshTokenExpiresIn: null,
    installationId: "i",
  });
  expect(message).toEqual({ ...pair, refreshToken: "", refreshTokenExpiresIn: 0, installationId: "i" });
});

describe("Introspect", () => {
  const ACTIVE = {
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

  /** The response as a client receives it. */
  const receive = (tokenKind: "access" | "refresh") => {
    const dispatcher = smallEdge({ introspect: async () => toIntrospectResponse({ ...ACTIVE, tokenKind }) });
    const tokens = createClient(TokenService, createDirectTransport(dispatcher));
    return tokens.introspect({ token: "x" }, { headers: { [AUTHORIZATION]: `Bearer ${KEY}` } });
  };

  it("has times and durations to the microsecond", async () => {
    const message = await receive("access");
    expect(message.issuedAt).toMatchObject({ seconds: 1_700_000_000n, nanos: 1_000 });
    expect(message.validFor).toMatchObject({ seconds: 2n, nanos: 500_000_000 });
    expect(message).toMatchObject({
      tokenKind: TokenKind.ACCESS,
      tokenType: "Bearer",
      installationVersion: 2,
      test: true,
    });
  });

  it("RFC 7662 §2.2: a refresh token has no token_type", async () => {
    expect(await receive("refresh")).toMatchObject({ tokenKind: TokenKind.REFRESH, tokenType: "" });
  });

  it.each([
    [Consistency.UNSPECIFIED, "minimize_latency"],
    [Consistency.MINIMIZE_LATENCY, "minimize_latency"],
    [Consistency.FULLY_CONSISTENT, "fully_consistent"],
  ])("consistency %s is %s", (consistency, expected) => {
    expect(fromConsistency(consistency)).toBe(expected);
  });
});

describe("RevokeBefore", () => {
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
    [{ case: undefined }, null],
    [{ case: "clientId" as const, value: "" }, null],
    [{ case: "merchantId" as const, value: "" }, null],
    [{ case: "everything" as const, value: false }, null],
  ])("the subject of %j", (subject, expected) => {
    expect(fromSubject(subject)).toEqual(expected);
  });
});
