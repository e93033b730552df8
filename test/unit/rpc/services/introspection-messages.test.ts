import { randomUUID } from "node:crypto";
import { create, fromBinary } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { TokenService } from "../../../../gen/latchkey/v1/token_service_pb.ts";
import {
  toBatchIntrospectResponse,
  toIntrospectResponse,
} from "../../../../src/rpc/services/introspection-messages.ts";
import { routesOf, toBytes, toMessage, type UnaryRoute } from "../../../../src/rpc/transports/routes.ts";
import type { Introspection } from "../../../../src/service/tokens/introspection.ts";

type ActiveToken = Extract<Introspection, { active: true }>;

function active(validFor: number): ActiveToken {
  return {
    active: true,
    scopes: ["orders:read", "products:read"],
    clientId: "app_0000000000000000000001",
    merchantId: "shop-1",
    installationId: randomUUID(),
    installationVersion: 2,
    accountId: randomUUID(),
    familyId: randomUUID(),
    tokenId: randomUUID(),
    tokenKind: "access",
    issuedAt: 1_795_187_029_207_301,
    expiresAt: 1_795_190_629_207_301,
    validFor,
    issuer: "https://platform.example",
    test: true,
  };
}

const routes = routesOf(TokenService, {} as never);
const routeOf = (rpc: "introspect" | "batchIntrospect") =>
  routes.find(({ method }) => method.localName === rpc) as UnaryRoute;
const introspect = routeOf("introspect");
const batch = routeOf("batchIntrospect");
const VALID_FOR = [0, 1, 127_000, 999_999, 1_000_000, 127_999_999, 128_000_000, 16_384_000_001, 604_800_000_000];

describe("the encoded response of Introspect", () => {
  it.each(VALID_FOR)("equals the message of a token that is valid for %i microseconds", (validFor) => {
    const cached: ActiveToken = { ...active(validFor), encoded: null };
    for (const token of [active(validFor), cached, cached]) {
      const response = toIntrospectResponse(token);
      expect(fromBinary(introspect.method.output, toBytes(introspect, response))).toEqual(
        toMessage(introspect, response),
      );
    }
  });

  it.each<{ name: string; fields: Partial<ActiveToken> }>([
    { name: "a refresh token without scopes", fields: { tokenKind: "refresh", scopes: [] } },
    { name: "a merchant with a long name outside ASCII", fields: { merchantId: "Käsehändler-".repeat(20) } },
    { name: "an app of one scope, outside test merchants", fields: { scopes: ["orders:read"], test: false } },
    { name: "times on whole seconds", fields: { issuedAt: 1_795_187_029_000_000, expiresAt: 1_000_000 } },
  ])("equals the message of $name", ({ fields }) => {
    const response = toIntrospectResponse({ ...active(1_000_000), encoded: null, ...fields });
    expect(fromBinary(introspect.method.output, toBytes(introspect, response))).toEqual(
      toMessage(introspect, response),
    );
  });

  it("has the current valid_for of a token that was encoded before", () => {
    const token = { ...active(2_000_000) };
    toBytes(introspect, toIntrospectResponse(token));
    const later = Object.assign(token, { validFor: 1_500_000 });
    const response = fromBinary(introspect.method.output, toBytes(introspect, toIntrospectResponse(later)));
    expect(response).toMatchObject({ active: true, validFor: { seconds: 1n, nanos: 500_000_000 } });
  });

  it("has nothing of a response whose encoding failed", () => {
    const failing = { ...active(1_000_000), installationVersion: 2 ** 40 };
    expect(() => toBytes(introspect, toIntrospectResponse(failing))).toThrow("int32");
    const response = toIntrospectResponse(active(1_000_000));
    expect(fromBinary(introspect.method.output, toBytes(introspect, response))).toEqual(
      toMessage(introspect, response),
    );
  });

  it("of an inactive token has the field active and no other", () => {
    const bytes = toBytes(introspect, toIntrospectResponse({ active: false }));
    expect(fromBinary(introspect.method.output, bytes)).toEqual(create(introspect.method.output, { active: false }));
  });
});

it("the encoded response of BatchIntrospect has the results in order", () => {
  const tokens = VALID_FOR.map(active);
  const response = toBatchIntrospectResponse([...tokens, { active: false }]);
  expect(fromBinary(batch.method.output, toBytes(batch, response))).toEqual(toMessage(batch, response));
});
