import { type DescMessage, type DescMethod, type Message, toBinary, toJsonString } from "@bufbuild/protobuf";
import { Code } from "@connectrpc/connect";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { SERVICES } from "../../support/rpc-services.ts";
import { credentialsOf, MERCHANT, type Platform, post, startPlatform } from "../conformance/platform.ts";
import { explore, FUZZ_SETTINGS } from "./explore.ts";
import { findInternalErrors } from "./internal-errors.ts";
import { connectRaw, frameOf, type RawGrpc } from "./raw-grpc.ts";
import { residentBytes } from "./resident.ts";
import { messageOf } from "./rpc-messages.ts";
import { signInOwner } from "./sign-in.ts";

/** Excludes the stream, which does not end, and SignOut, which would end the session of other calls. */
const METHODS = SERVICES.flatMap(({ methods }) => methods).filter(
  ({ methodKind, localName }) => methodKind === "unary" && localName !== "signOut",
);
/** RPCs that destroy data of the other calls. Their requests name only unknown subjects. */
const FINAL = ["closeMerchant", "archiveApp", "suspendAccount", "setAccountRoles", "revokeServiceKey"];
/** Codes that no request may cause. */
const OWN = [Code.Internal, Code.Unknown, Code.Unavailable, Code.DataLoss, Code.Unimplemented, Code.DeadlineExceeded];

interface Call {
  method: DescMethod;
  caller: "key" | "gateway" | "signed in" | "anonymous" | "made up";
  /** The encoded message, or invalid bytes. */
  bytes: Uint8Array;
  json: string | null;
}

describe("random RPCs", () => {
  let platform: Platform;
  let words: string[];
  let headers: Record<Call["caller"], Record<string, string>>;
  let grpc: RawGrpc;
  beforeAll(async () => {
    platform = await startPlatform("all", FUZZ_SETTINGS);
    const { service } = platform;
    words = await wordsOf(platform);
    const gateway = { authorization: `Bearer ${await service.createKey("web:act", "tokens:forward")}` };
    headers = {
      key: { authorization: `Bearer ${service.serviceKey}` },
      gateway,
      "signed in": { ...gateway, "latchkey-session": await signInOwner(service) },
      anonymous: {},
      "made up": { authorization: "Bearer lk_sk_x", "latchkey-session": "x y", "latchkey-address": "x" },
    };
    grpc = connectRaw(service.grpcAddress);
  });
  afterAll(async () => {
    grpc?.close();
    await platform?.stop();
  });

  explore(
    {
      name: "B9 Connect: messages, JSON and bytes get a response or a caller's error",
      runs: 300,
      share: 0.2,
    },
    () =>
      fc.asyncProperty(callOf(words), async ({ method, caller, bytes, json }) => {
        const answer = await fetch(`${platform.service.connectUrl}/${method.parent.typeName}/${method.name}`, {
          method: "POST",
          headers: { ...headers[caller], "content-type": json === null ? "application/proto" : "application/json" },
          body: json ?? Buffer.from(bytes),
        });
        const text = await answer.text();
        expect(answer.status, text).toBeLessThan(500);
        if (answer.status !== 200) expect(JSON.parse(text)).toHaveProperty("code");
      }),
  );

  explore({ name: "B9 gRPC: frames and bytes get a response or a caller's error", runs: 300, share: 0.15 }, () =>
    fc.asyncProperty(callOf(words), framing, async ({ method, caller, bytes }, { flag, length, rest }) => {
      const whole = flag === 0 && length === null && rest.length === 0;
      const body = Buffer.concat([frameOf(bytes, flag, length ?? bytes.length), rest]);
      const status = await grpc.call(`/${method.parent.typeName}/${method.name}`, headers[caller], body);
      // grpc-js rejects a malformed gRPC frame with its own status.
      if (whole) expect(OWN).not.toContain(status ?? Code.Unknown);
    }),
  );

  test("afterwards the core is alive, responds correctly, and has logged no internal error", async () => {
    const { app, otherApp, service } = platform;
    await service.core.accounts.resumeMerchant({ merchantId: MERCHANT });
    const code = await platform.issue(app).catch(() => platform.issue(otherApp));
    expect(code).toMatch(/^lk_ac_/);
    expect(residentBytes(service)).toBeLessThan(1024 ** 3);
    expect(findInternalErrors(service.printed())).toEqual([]);
  });
});

const framing = fc.record({
  flag: fc.oneof({ weight: 9, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat(255) }),
  length: fc.option(fc.nat(2 ** 31), { freq: 9 }).map((value) => value),
  rest: fc.oneof(
    { weight: 9, arbitrary: fc.constant(new Uint8Array()) },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 50 }) },
  ),
});

function callOf(words: readonly string[]): fc.Arbitrary<Call> {
  const caller = fc.constantFrom<Call["caller"][]>(
    "key",
    "key",
    "key",
    "gateway",
    "signed in",
    "signed in",
    "anonymous",
    "made up",
  );
  return fc.constantFrom(...METHODS).chain((method) => {
    const message = messageOf(method.input, FINAL.includes(method.localName) ? [] : words);
    const json = fc.oneof(
      { weight: 4, arbitrary: message.map((value) => toJson(method.input, value)) },
      { weight: 1, arbitrary: fc.json() },
      { weight: 1, arbitrary: fc.string({ maxLength: 60 }) },
    );
    const bytes = fc.oneof(
      { weight: 4, arbitrary: message.map((value) => toBinary(method.input, value)) },
      { weight: 1, arbitrary: fc.uint8Array({ maxLength: 200 }) },
      {
        weight: 1,
        arbitrary: fc.tuple(message, fc.nat(60)).map(([value, end]) => toBinary(method.input, value).slice(0, end)),
      },
    );
    return fc.record({ method: fc.constant(method), caller, bytes, json: fc.option(json) });
  });
}

async function wordsOf(platform: Platform): Promise<string[]> {
  const { app, otherApp, publicApp, service, accountId } = platform;
  const grant = { grant_type: "authorization_code", code: await platform.issue(app), redirect_uri: app.redirectUri };
  const { access_token, refresh_token, installation_id } = (
    await post(platform, "/oauth/token", { ...grant, ...credentialsOf(app) })
  ).body;
  await service.core.accounts.createMerchant({ merchantId: "shop-2", name: "Other", ownerAccountId: accountId });
  return [
    ...[app, otherApp, publicApp].flatMap(({ clientId, clientSecret, redirectUri }) => [
      clientId,
      clientSecret,
      redirectUri,
    ]),
    await platform.issue(app),
    access_token,
    refresh_token,
    installation_id,
    MERCHANT,
    "shop-2",
    accountId,
    "orders:read",
    "orders:write",
    "S256",
    "OTHER",
    "owner@shop.example",
    "correct horse battery staple",
    "tokens:introspect",
  ].filter((text) => text !== "");
}

/** A timestamp outside the range of JSON is written as an invalid one. */
function toJson(desc: DescMessage, message: Message): string {
  try {
    return toJsonString(desc, message);
  } catch {
    return '{"notBefore":"10000-01-01T00:00:00Z"}';
  }
}
