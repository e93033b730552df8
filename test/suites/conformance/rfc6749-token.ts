import { describe, expect, test } from "vitest";
import { credentialsOf, exchangeBody, type Platform, post, REDIRECT_URI, type RegisteredApp } from "./platform.ts";

interface Pair {
  access_token: string;
  refresh_token: string;
  scope: string;
}

/** Calls of the token endpoint, for other tests. */
export function tokenCalls(platform: () => Platform) {
  const token = (body: Record<string, string>, headers = {}) => post(platform(), "/oauth/token", body, headers);
  const refresh = (app: RegisteredApp, refresh_token: string, extra: Record<string, string> = {}) =>
    token({ grant_type: "refresh_token", refresh_token, ...credentialsOf(app), ...extra });
  const install = async (): Promise<Pair> => {
    const { app, issue } = platform();
    const answer = await token(exchangeBody(app, await issue(app)));
    expect(answer.status).toBe(200);
    return answer.body;
  };
  const isActive = async (access: string): Promise<boolean> => {
    const { service } = platform();
    const authorization = `Bearer ${service.serviceKey}`;
    const { body } = await post(platform(), "/oauth/introspect", { token: access }, { authorization });
    return body.active;
  };
  return { token, refresh, install, isActive };
}

const withoutSecret = ({ client_secret: _, ...rest }: Record<string, string>) => rest;
const outcome = ({ status, body }: { status: number; body: { error?: string } | null }) => [status, body?.error];
const together = <T>(count: number, request: () => Promise<T>) => Promise.all(Array.from({ length: count }, request));

/** The token endpoint. */
export function tokenEndpoint(platform: () => Platform): void {
  const { token, refresh, install, isActive } = tokenCalls(platform);
  clientAuthentication(platform);

  describe("RFC 6749 §4.1.3, §5 exchanging a code", () => {
    test("§5.1 the response", async () => {
      const { app, issue } = platform();
      const answer = await token(exchangeBody(app, await issue(app)));
      expect(answer.status).toBe(200);
      expect(answer.headers.get("cache-control")).toBe("no-store");
      expect(answer.headers.get("pragma")).toBe("no-cache");
      expect(answer.body).toEqual({
        access_token: expect.stringMatching(/^lk_at_[0-9A-Za-z]{71}$/),
        token_type: "Bearer",
        expires_in: expect.toSatisfy((seconds: number) => seconds > 3590 && seconds <= 3600),
        refresh_token: expect.stringMatching(/^lk_rt_[0-9A-Za-z]{71}$/),
        refresh_token_expires_in: expect.toSatisfy((seconds: number) => seconds > 7775990 && seconds <= 7776000),
        scope: "orders:read orders:write",
        merchant_id: "shop-1",
        installation_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      });
    });

    test("K1 §4.1.2 a code redeemed twice is rejected, and its family revoked", async () => {
      const { app, issue } = platform();
      const body = exchangeBody(app, await issue(app));
      const first = await token(body);
      expect(outcome(await token(body))).toEqual([400, "invalid_grant"]);
      expect(await isActive(first.body.access_token)).toBe(false);
      expect(outcome(await refresh(app, first.body.refresh_token))).toEqual([400, "invalid_grant"]);
    });

    test("K2 §4.1.2 of ten concurrent redemptions exactly one gets tokens", async () => {
      const { app, issue } = platform();
      const body = exchangeBody(app, await issue(app));
      const answers = await together(10, () => token(body));
      const outcomes = answers.map((answer) => outcome(answer).join());
      expect(outcomes.sort()).toEqual(["200,", ...Array(9).fill("400,invalid_grant")]);
      const winner = answers.find(({ status }) => status === 200)!;
      expect(await isActive(winner.body.access_token)).toBe(false);
    });

    test("K3 §4.1.3 another app's code is rejected, and stays valid for its own app", async () => {
      const { app, otherApp, issue } = platform();
      const code = await issue(app);
      expect(outcome(await token(exchangeBody(otherApp, code)))).toEqual([400, "invalid_grant"]);
      expect((await token(exchangeBody(app, code))).status).toBe(200);
    });

    test("K4 §4.1.3 redirect_uri missing or different; the code stays valid", async () => {
      const { app, issue } = platform();
      const body = exchangeBody(app, await issue(app));
      expect(outcome(await token({ ...body, redirect_uri: "" }))).toEqual([400, "invalid_request"]);
      expect(outcome(await token({ ...body, redirect_uri: `${REDIRECT_URI}/` }))).toEqual([400, "invalid_grant"]);
      expect((await token(body)).status).toBe(200);
    });

    test("K5 §4.1.2 an expired code", async () => {
      const { app, issue, service } = platform();
      const body = exchangeBody(app, await issue(app));
      await service.query("update authorization_code set expires_at = clock_timestamp() - interval '1 second'");
      expect(outcome(await token(body))).toEqual([400, "invalid_grant"]);
    });

    test("a malformed code, and a token of another kind", async () => {
      const { app } = platform();
      const { access_token, refresh_token } = await install();
      for (const code of ["garbage", access_token, refresh_token, `lk_ac_${"0".repeat(71)}`])
        expect(outcome(await token(exchangeBody(app, code)))).toEqual([400, "invalid_grant"]);
    });
  });

  describe("RFC 6749 §6 refreshing", () => {
    test("T1 a new pair; T2 a narrower scope applies to the access token only, a wider one consumes nothing", async () => {
      const { app } = platform();
      const first = await install();
      expect(outcome(await refresh(app, first.refresh_token, { scope: "orders:read products:read" }))).toEqual([
        400,
        "invalid_scope",
      ]);
      const second = await refresh(app, first.refresh_token, { scope: "orders:read" });
      expect([second.status, second.body.scope]).toEqual([200, "orders:read"]);
      const third = await refresh(app, second.body.refresh_token);
      expect([third.status, third.body.scope]).toEqual([200, "orders:read orders:write"]);
    });

    test("T13 a refresh that repeats the requested scopes gets the granted ones", async () => {
      const { app, issue } = platform();
      const code = await issue(app, { scopes: ["orders:read"], requestedScopes: ["orders:read", "orders:write"] });
      const first = (await token(exchangeBody(app, code))).body;
      const wider = await refresh(app, first.refresh_token, { scope: "orders:read orders:write products:read" });
      expect(outcome(wider)).toEqual([400, "invalid_scope"]);
      const second = await refresh(app, first.refresh_token, { scope: "orders:write orders:read" });
      expect([second.status, second.body.scope]).toEqual([200, "orders:read"]);
    });

    test("T3 another app's refresh token is rejected, and stays valid for its own app", async () => {
      const { app, otherApp } = platform();
      const { refresh_token } = await install();
      expect(outcome(await refresh(otherApp, refresh_token))).toEqual([400, "invalid_grant"]);
      expect((await refresh(app, refresh_token)).status).toBe(200);
    });

    test("T4, T5 twenty concurrent refreshes with one token, and a retry: one pair", async () => {
      const { app } = platform();
      const { refresh_token } = await install();
      const answers = [...(await together(20, () => refresh(app, refresh_token))), await refresh(app, refresh_token)];
      expect(answers.every(({ status }) => status === 200)).toBe(true);
      const pairs = new Set(answers.map(({ body }) => `${body.access_token} ${body.refresh_token}`));
      expect(pairs.size).toBe(1);
    });

    test("T6 a token whose successor was used is rejected, and the family revoked", async () => {
      const { app } = platform();
      const first = await install();
      const second = await refresh(app, first.refresh_token);
      const third = await refresh(app, second.body.refresh_token);
      expect(outcome(await refresh(app, first.refresh_token))).toEqual([400, "invalid_grant"]);
      expect(await isActive(third.body.access_token)).toBe(false);
    });

    test("T7 an expired token is rejected, and the family is not revoked", async () => {
      const { app, service } = platform();
      const { access_token, refresh_token } = await install();
      await service.query("update refresh_token set expires_at = clock_timestamp() - interval '1 second'");
      expect(outcome(await refresh(app, refresh_token))).toEqual([400, "invalid_grant"]);
      expect(await isActive(access_token)).toBe(true);
    });

    test("T12 while the merchant is suspended: unauthorized_client, and nothing consumed", async () => {
      const { app, service } = platform();
      const { access_token, refresh_token } = await install();
      const merchant = { merchantId: "shop-1" };
      await service.core.accounts.suspendMerchant({ ...merchant, reasonCode: "TEST", reasonText: "A test." });
      try {
        expect(outcome(await refresh(app, refresh_token))).toEqual([400, "unauthorized_client"]);
        expect(await isActive(access_token)).toBe(false);
      } finally {
        await service.core.accounts.resumeMerchant(merchant);
      }
      expect(await isActive(access_token)).toBe(true);
      expect((await refresh(app, refresh_token)).status).toBe(200);
    });
  });
}

function clientAuthentication(platform: () => Platform): void {
  const { token } = tokenCalls(platform);
  const basic = ({ clientId, clientSecret }: RegisteredApp) =>
    `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString("base64")}`;

  describe("RFC 6749 §2.3, §5.2 the app", () => {
    test("L1, L3 no secret, a wrong one, an unknown app and another app's secret get the same response", async () => {
      const { app, otherApp, publicApp, issue } = platform();
      const body = exchangeBody(app, await issue(app));
      const bare = withoutSecret(body);
      const answers = [
        await token(bare),
        await token({ ...body, client_secret: "wrong" }),
        await token({ ...body, client_secret: otherApp.clientSecret }),
        await token({ ...body, client_id: "app_0000000000000000000000" }),
        await token({ ...body, client_id: publicApp.clientId }),
        await token({ ...bare, client_id: "" }),
        await token({ ...bare, client_id: "" }, { authorization: "Basic nonsense" }),
      ];
      for (const answer of answers) {
        expect(outcome(answer)).toEqual([401, "invalid_client"]);
        expect(answer.headers.get("www-authenticate")).toBe('Basic realm="latchkey"');
        expect({ ...answer.body, request_id: "" }).toEqual({ ...answers[0]!.body, request_id: "" });
      }
      expect((await token(body)).status).toBe(200);
    });

    test("L2 Basic and a secret in the body", async () => {
      const { app, issue } = platform();
      const body = exchangeBody(app, await issue(app));
      const authorization = basic(app);
      expect(outcome(await token(body, { authorization }))).toEqual([400, "invalid_request"]);
      const named = withoutSecret(body);
      expect(outcome(await token({ ...named, client_id: "other" }, { authorization }))).toEqual([
        400,
        "invalid_request",
      ]);
      expect((await token(named, { authorization })).status).toBe(200);
    });

    test("the order of the checks: the grant_type, the app, the grant's parameters, the grant", async () => {
      const { app } = platform();
      const wrong = { client_id: app.clientId, client_secret: "wrong" };
      const code = { grant_type: "authorization_code" };
      expect(outcome(await token(wrong))).toEqual([400, "invalid_request"]);
      expect(outcome(await token({ ...wrong, grant_type: "password" }))).toEqual([400, "unsupported_grant_type"]);
      expect(outcome(await token({ ...wrong, ...code }))).toEqual([401, "invalid_client"]);
      expect(outcome(await token({ ...credentialsOf(app), ...code }))).toEqual([400, "invalid_request"]);
      expect(outcome(await token({ ...credentialsOf(app), ...code, code: "x" }))).toEqual([400, "invalid_request"]);
      expect(outcome(await token({ ...wrong, grant_type: "refresh_token" }))).toEqual([401, "invalid_client"]);
      expect(outcome(await token({ ...credentialsOf(app), grant_type: "refresh_token" }))).toEqual([
        400,
        "invalid_request",
      ]);
    });

    test("L5 two live secrets work; a retired one does not", async () => {
      const { otherApp, issue, service } = platform();
      const { clientId } = otherApp;
      const { apps } = service.core;
      const added = await apps.addSecret({ clientId });
      for (const clientSecret of [otherApp.clientSecret, added.clientSecret]) {
        const app = { ...otherApp, clientSecret };
        expect((await token(exchangeBody(app, await issue(app)))).status).toBe(200);
      }
      await apps.retireSecret({ clientId, secretId: added.secret!.secretId, immediately: true });
      const retired = { ...otherApp, clientSecret: added.clientSecret };
      expect(outcome(await token(exchangeBody(retired, "x")))).toEqual([401, "invalid_client"]);
    });

    test("K6 a suspended app gets the response to a wrong secret, and may still revoke", async () => {
      const { otherApp, issue, service } = platform();
      const { clientId } = otherApp;
      const { body } = await token(exchangeBody(otherApp, await issue(otherApp)));
      await service.core.apps.suspendApp({ clientId, reasonCode: "TEST", reasonText: "A test." });
      try {
        expect(outcome(await token(exchangeBody(otherApp, "x")))).toEqual([401, "invalid_client"]);
        const revoke = { ...credentialsOf(otherApp), token: body.access_token };
        expect((await post(platform(), "/oauth/revoke", revoke)).status).toBe(200);
      } finally {
        await service.core.apps.resumeApp({ clientId });
      }
    });
  });
}
