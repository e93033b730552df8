import { randomUUID } from "node:crypto";
import { create, fromBinary } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import {
  BatchIntrospectRequestSchema,
  BatchIntrospectResponseSchema,
  Consistency,
  IntrospectRequestSchema,
  IntrospectResponseSchema,
  TokenService,
} from "../../../../gen/latchkey/v1/token_service_pb.ts";
import { encodeIntrospection, introspectSync } from "../../../../src/rpc/services/introspection-bytes.ts";
import { toIntrospection } from "../../../../src/rpc/services/introspection-messages.ts";
import type { Caller } from "../../../../src/service/call.ts";
import type { Introspection } from "../../../../src/service/tokens/operations.ts";

function answer(validFor: number): Introspection {
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

const API: Caller = { kind: "key", keyId: "k", name: "an API", permissions: new Set(["tokens:introspect"]) };
const asMessage = (one: Introspection) => create(IntrospectResponseSchema, toIntrospection(one));
const [introspect, batch] = [TokenService.method.introspect, TokenService.method.batchIntrospect];

describe("an answer written by hand", () => {
  it.each([0, 1, 127_000, 999_999, 1_000_000, 127_999_999, 128_000_000, 16_384_000_001, 604_800_000_000])(
    "says what the codec says of a token with %i microseconds left",
    (validFor) => {
      const one = answer(validFor);
      for (let twice = 0; twice < 2; twice++) {
        expect(fromBinary(IntrospectResponseSchema, encodeIntrospection(one))).toEqual(asMessage(one));
      }
    },
  );

  it("says that a token is not active, and nothing else", () => {
    const bytes = encodeIntrospection({ active: false });
    expect(fromBinary(IntrospectResponseSchema, bytes)).toEqual(asMessage({ active: false }));
  });
});

describe("what is at hand", () => {
  const known = new Map(Array.from({ length: 300 }, (_, n) => [`t${n}`, answer(n * 7_000_003)]));
  const syncHandler = introspectSync({
    recall: (tokens) => (tokens.every((token) => known.has(token)) ? tokens.map((token) => known.get(token)!) : null),
  });
  const ask = (tokens: string[], consistency: Consistency = Consistency.UNSPECIFIED) =>
    syncHandler.get(batch)!(create(BatchIntrospectRequestSchema, { tokens, consistency }), API);

  it("is answered together, in order", () => {
    const tokens = [...known.keys()].reverse();
    const results = fromBinary(BatchIntrospectResponseSchema, ask(tokens)!).results;
    expect(results).toEqual(tokens.map((token) => asMessage(known.get(token)!)));
  });

  it("is no answer to more tokens than a batch may hold: whoever refuses them says so", () => {
    expect(ask(Array(1_000).fill("t1"))).not.toBeNull();
    expect(ask(Array(1_001).fill("t1"))).toBeNull();
  });

  it("is no answer where one is missing, none is asked for, or the caller wants the database's", () => {
    expect(ask(["t1", "t2", "other"])).toBeNull();
    expect(ask([])).toBeNull();
    expect(ask(["t1"], Consistency.FULLY_CONSISTENT)).toBeNull();
    // A value that this version does not know is refused by whoever knows how.
    expect(ask(["t1"], 9 as Consistency)).toBeNull();
    const one = (consistency: Consistency) =>
      syncHandler.get(introspect)!(create(IntrospectRequestSchema, { token: "t1", consistency }), API);
    expect(one(Consistency.MINIMIZE_LATENCY)).not.toBeNull();
    expect(one(Consistency.FULLY_CONSISTENT)).toBeNull();
  });

  it("depends on who asks: the caller is passed on", () => {
    const callers: Caller[] = [];
    const recall = (_tokens: readonly string[], caller: Caller) => {
      callers.push(caller);
      return null;
    };
    const asked = introspectSync({ recall });
    asked.get(introspect)!(create(IntrospectRequestSchema, { token: "t1" }), API);
    asked.get(batch)!(create(BatchIntrospectRequestSchema, { tokens: ["t1"] }), API);
    expect(callers).toEqual([API, API]);
  });
});
