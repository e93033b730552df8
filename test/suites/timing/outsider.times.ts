import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createClientId } from "../../../src/credential/secret.ts";
import { createTokenFormat, type TokenType } from "../../../src/credential/token.ts";
import { type Clients, clients, connectCore } from "../../../src/rpc/client.ts";
import { credentialsOf, draftTokens, OWNER, type Platform, post, startPlatform } from "../conformance/platform.ts";
import { type Attempt, type Connection, connectOnce, timeInTurns } from "./stopwatch.ts";
import { type Comparison, TELLS_APART } from "./welch.ts";

const COUNT = Number(process.env.TIMING_COUNT);
const SIGN_INS = Number(process.env.TIMING_SIGN_INS);
/** The milliseconds that the control adds to one kind of request. */
const MORE_MS = 3;
/** The headers of both kinds of requests, as a browser sends them. */
const FORM = { "content-type": "application/x-www-form-urlencoded" };
const format = createTokenFormat();

describe(`response times, ${COUNT} of each`, () => {
  let platform: Platform;
  let connection: Connection;
  let gateway: { core: Clients; close(): void };
  beforeAll(async () => {
    platform = await startPlatform("all", { RATE_LIMITS: "off", LOG_LEVEL: "error" });
    connection = connectOnce(platform.service.origin);
    const { grpcAddress, createKey } = platform.service;
    const { transport, close } = connectCore({ url: `http://${grpcAddress}`, key: await createKey("web:act") });
    gateway = { core: clients(transport), close };
  });
  afterAll(async () => {
    connection?.close();
    gateway?.close();
    await platform?.stop();
  });

  const sends = (path: string, expected: number, fields: () => Record<string, string>, headers = {}): Attempt => {
    return () => {
      const body = new URLSearchParams(fields()).toString();
      return async () => expect(await connection.post(path, { ...FORM, ...headers }, body)).toBe(expected);
    };
  };
  const asks = (credentials: () => Record<string, string>): Attempt =>
    sends("/oauth/token", 401, () => ({ grant_type: "refresh_token", refresh_token: madeUp("rt"), ...credentials() }));

  test("L3 an unknown app, and a wrong secret", async () => {
    const { clientId } = platform.app;
    const unknown = asks(() => ({ client_id: createClientId(), client_secret: madeUp("cs") }));
    const wrong = asks(() => ({ client_id: clientId, client_secret: madeUp("cs") }));
    expectEqualTimes("unknown app / wrong secret", await compare(unknown, wrong));
  });

  test("L3 an unknown app, and a secret of which only the id is right", async () => {
    const { clientId, clientSecret } = platform.app;
    const parsed = format.parse(clientSecret, "cs");
    if (parsed.kind !== "token") throw new Error(parsed.reason);
    const unknown = asks(() => ({ client_id: createClientId(), client_secret: madeUp("cs") }));
    const near = asks(() => ({ client_id: clientId, client_secret: format.create("cs", parsed.id).text }));
    expectEqualTimes("unknown app / right id, wrong secret", await compare(unknown, near));
  });

  test.each([
    ["access_token", "at"],
    ["refresh_token", "rt"],
  ] as const)("V2 an unknown and a revoked %s at the revocation endpoint", async (which, type) => {
    const revoked = (await revokedPair())[which];
    const revokes = (token: () => string) =>
      sends("/oauth/revoke", 200, () => ({ token: token(), ...credentialsOf(platform.app) }));
    await tellApart(`revoke: unknown / revoked ${which}`, revokes, { type, ended: revoked });
  });

  test("T6 an unknown and a revoked refresh token at the token endpoint", async () => {
    const { refresh_token: revoked } = await revokedPair();
    const refreshes = (token: () => string) =>
      sends("/oauth/token", 400, () => ({
        ...{ grant_type: "refresh_token", refresh_token: token() },
        ...credentialsOf(platform.app),
      }));
    await tellApart("refresh: unknown / revoked", refreshes, { type: "rt", ended: revoked });
  });

  test("K1 an unknown and a used code at the token endpoint", async () => {
    const { app } = platform;
    const grant = { grant_type: "authorization_code", redirect_uri: app.redirectUri, ...credentialsOf(app) };
    const used = await platform.issue(app);
    for (const status of [200, 400]) {
      expect((await post(platform, "/oauth/token", { ...grant, code: used })).status).toBe(status);
    }
    const exchanges = (code: () => string) => sends("/oauth/token", 400, () => ({ ...grant, code: code() }));
    await tellApart("exchange: unknown / used", exchanges, { type: "ac", ended: used });
  });

  test("I2 an unknown and a revoked access token at the introspection endpoint", async () => {
    const { access_token: revoked } = await revokedPair();
    const key = { authorization: `Bearer ${platform.service.serviceKey}` };
    const introspects = (token: () => string) => sends("/oauth/introspect", 200, () => ({ token: token() }), key);
    await tellApart("introspect: unknown / revoked", introspects, { type: "at", ended: revoked });
  });

  test("I2 an unknown token and a test merchant's at the introspection endpoint, for a key that may not see it", async () => {
    const { access_token: hidden } = await draftTokens(platform);
    const { service } = platform;
    const key = { authorization: `Bearer ${await service.createKey("tokens:introspect")}` };
    // The token is cached, as after an introspection by a sandbox.
    for (let times = 0; times < 3; times++) await service.core.tokens.introspect({ token: hidden });
    const introspects = (token: () => string) => sends("/oauth/introspect", 200, () => ({ token: token() }), key);
    await tellApart("introspect: unknown / test merchant's", introspects, { type: "at", ended: hidden });
  });

  test(`C11 an unknown and a known email address at the sign-in, ${SIGN_INS} of each`, async () => {
    const signsIn = (email: () => string): Attempt => {
      return () => {
        const request = { email: email(), password: "not this one, either" };
        const refused = "The e-mail or the password is wrong.";
        return async () => expect(gateway.core.accounts.signIn(request)).rejects.toThrow(refused);
      };
    };
    const compared = await compare(
      signsIn(() => `${randomUUID()}@shop.example`),
      signsIn(() => OWNER.email),
      SIGN_INS,
    );
    expectEqualTimes("sign-in: unknown / known e-mail", compared);
  });

  test("the control: three more milliseconds of work are detected", async () => {
    const { clientId } = platform.app;
    const plain = asks(() => ({ client_id: clientId, client_secret: madeUp("cs") }));
    // A busy machine needs more samples.
    const looks = { count: COUNT, most: 25 * COUNT, settled: ({ detectable }: Comparison) => detectable < MORE_MS / 2 };
    const compared = await timeInTurns(plain, () => slowed(plain()), looks);
    console.log(toLine("control: the same / 3 ms more", compared));
    expect(Math.abs(compared.t)).toBeGreaterThan(TELLS_APART);
  });

  async function revokedPair(): Promise<{ access_token: string; refresh_token: string }> {
    const { app } = platform;
    const grant = { grant_type: "authorization_code", code: await platform.issue(app), redirect_uri: app.redirectUri };
    const pair = (await post(platform, "/oauth/token", { ...grant, ...credentialsOf(app) })).body;
    for (const token of [pair.access_token, pair.refresh_token]) {
      expect((await post(platform, "/oauth/revoke", { token, ...credentialsOf(app) })).status).toBe(200);
    }
    return pair;
  }
});

/** Presents unknown and revoked tokens in turn and compares the response times. */
async function tellApart(
  name: string,
  presents: (token: () => string) => Attempt,
  { type, ended }: { type: TokenType; ended: string },
): Promise<void> {
  const unknown = presents(() => madeUp(type));
  const known = presents(() => ended);
  expectEqualTimes(name, await compare(unknown, known));
}

/**
 * If the first sample shows a difference, it is extended to five times as many measurements, which decide. A real difference becomes
 * clearer; a random one, which occurs once in 10,000 runs, disappears.
 */
function compare(left: Attempt, right: Attempt, count = COUNT): Promise<Comparison> {
  return timeInTurns(left, right, { count, most: 5 * count, settled: ({ t }) => Math.abs(t) < TELLS_APART });
}

/** A well-formed token with a valid checksum that was never issued. */
function madeUp(type: TokenType): string {
  return format.create(type, randomUUID()).text;
}

function slowed(attempt: () => Promise<void>): () => Promise<void> {
  return async () => {
    await attempt();
    for (const until = performance.now() + MORE_MS; performance.now() < until; );
  };
}

function expectEqualTimes(name: string, compared: Comparison): void {
  console.log(toLine(name, compared));
  expect(Math.abs(compared.t), name).toBeLessThan(TELLS_APART);
}

function toLine(name: string, { t, difference, detectable, kept }: Comparison): string {
  const micros = (milliseconds: number) => `${Math.round(milliseconds * 1000)} µs`;
  return `${name}: t = ${t.toFixed(2)}, difference ${micros(difference)}, detectable ${micros(detectable)}, kept ${kept.join(" and ")}`;
}
