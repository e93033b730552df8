import { describe, expect, test } from "vitest";
import { clients, connectCore } from "../../../src/rpc/client.ts";
import { draftTokens, MERCHANT, type Platform, post } from "./platform.ts";
import { tokenCalls } from "./rfc6749-token.ts";

/** Introspection over HTTP, for internal services. */
export function introspection(platform: () => Platform): void {
  const { install, refresh } = tokenCalls(platform);
  const introspect = (token: string, key = platform().service.serviceKey, hint = "") =>
    post(platform(), "/oauth/introspect", { token, token_type_hint: hint }, { authorization: `Bearer ${key}` });

  describe("RFC 7662 §2.2 the response", () => {
    test("an active access token, with exactly these members", async () => {
      const { app, accountId, service } = platform();
      const answer = await introspect((await install()).access_token);
      expect(answer.status).toBe(200);
      expect(answer.headers.get("cache-control")).toBe("no-store");
      const { body } = answer;
      expect(body).toEqual({
        active: true,
        scope: "orders:read orders:write",
        client_id: app.clientId,
        token_type: "Bearer",
        token_kind: "access",
        exp: body.iat + 3600,
        iat: expect.any(Number),
        iss: service.origin,
        sub: MERCHANT,
        username: MERCHANT,
        jti: expect.any(String),
        merchant_id: MERCHANT,
        installation_id: expect.any(String),
        installation_version: expect.any(Number),
        account_id: accountId,
      });
      expect(Math.abs(body.iat - Date.now() / 1000)).toBeLessThan(60);
    });

    test("I6 §4 a refresh token is active only with its hint", async () => {
      const { refresh_token } = await install();
      expect((await introspect(refresh_token)).text).toBe('{"active":false}');
      const { body } = await introspect(refresh_token, platform().service.serviceKey, "refresh_token");
      expect(body).toMatchObject({ active: true, token_kind: "refresh" });
      expect(body).not.toHaveProperty("token_type");
    });

    test("I2, I6 everything else is inactive, without other members", async () => {
      const { app, issue, service } = platform();
      const { refresh_token } = await install();
      await refresh(app, refresh_token);
      const others = ["garbage", `lk_at_${"0".repeat(71)}`, await issue(app), app.clientSecret, service.serviceKey];
      for (const token of [...others, refresh_token])
        expect((await introspect(token, service.serviceKey, "refresh_token")).text).toBe('{"active":false}');
    });
  });

  describe("RFC 7662 §2.2 tokens of test merchants, whose apps may be unreviewed", () => {
    /** Introspects with a key over gRPC, alone and in a batch, then over Connect and HTTP. */
    const ask = async (token: string, key: string): Promise<unknown[]> => {
      const { service } = platform();
      const { transport, close } = connectCore({ url: `http://${service.grpcAddress}`, key });
      const { tokens } = clients(transport);
      const rpc = await tokens.introspect({ token });
      const batch = await tokens.batchIntrospect({ tokens: [token] });
      close();
      const headers = { "content-type": "application/json", authorization: `Bearer ${key}` };
      const request = { method: "POST", headers, body: JSON.stringify({ token }) };
      const json = await fetch(`${service.connectUrl}/latchkey.v1.TokenService/Introspect`, request);
      return [rpc.active, batch.results[0]?.active, await json.json(), (await introspect(token, key)).body];
    };

    test("are inactive for a key with tokens:introspect alone, also after another key has introspected them", async () => {
      const { service } = platform();
      const { access_token } = await draftTokens(platform());
      const sandbox = await service.createKey("tokens:introspect", "tokens:introspect_test");
      const plain = await service.createKey("tokens:introspect");
      const inactive = [false, false, { active: false }, { active: false }];
      const active = [true, true, expect.objectContaining({ active: true, test: true })];
      expect(await ask(access_token, plain)).toEqual(inactive);
      for (let times = 0; times < 3; times++) {
        expect(await ask(access_token, sandbox)).toEqual([...active, expect.objectContaining({ test: true })]);
      }
      expect(await ask(access_token, plain)).toEqual(inactive);
    });
  });

  describe("RFC 6750 §3 the caller", () => {
    test("I1 no key, an unknown one, an app's credentials: 401; a key without the permission: 403", async () => {
      const { app, service } = platform();
      const { access_token } = await install();
      const weak = await service.createKey("tokens:forward", "web:act");
      const basic = `Basic ${Buffer.from(`${app.clientId}:${app.clientSecret}`).toString("base64")}`;
      const unknown = `Bearer ${service.serviceKey.slice(0, -1)}${service.serviceKey.endsWith("0") ? "1" : "0"}`;
      const calls: [Record<string, string>, number, string][] = [
        [{}, 401, "invalid_token"],
        [{ authorization: unknown }, 401, "invalid_token"],
        [{ authorization: `Bearer ${access_token}` }, 401, "invalid_token"],
        [{ authorization: basic }, 401, "invalid_client"],
        [{ authorization: `Bearer ${weak}` }, 403, "insufficient_scope"],
      ];
      for (const [headers, status, error] of calls) {
        const answer = await post(platform(), "/oauth/introspect", { token: access_token }, headers);
        expect([answer.status, answer.body.error]).toEqual([status, error]);
        expect(answer.headers.get("www-authenticate")).toMatch(/^(Bearer|Basic) realm="latchkey"/);
      }
    });

    test("I7 the key by HTTP Basic, as client_secret and as bearer token; by two methods invalid_request", async () => {
      const { service } = platform();
      const { access_token: token } = await install();
      const basic = `Basic ${Buffer.from(`orders-api:${service.serviceKey}`).toString("base64")}`;
      const secret = { client_id: "orders-api", client_secret: service.serviceKey };
      const calls: [Record<string, string>, Record<string, string>][] = [
        [{}, { authorization: `Bearer ${service.serviceKey}` }],
        [{}, { authorization: basic }],
        [secret, {}],
      ];
      for (const [body, headers] of calls) {
        const answer = await post(platform(), "/oauth/introspect", { token, ...body }, headers);
        expect(answer.body).toMatchObject({ active: true, username: MERCHANT });
      }
      const twice = await post(platform(), "/oauth/introspect", { token, ...secret }, { authorization: basic });
      expect([twice.status, twice.body.error]).toEqual([400, "invalid_request"]);
    });

    test("the key is checked before the token", async () => {
      const answer = await introspect("");
      expect([answer.status, answer.body.error]).toEqual([400, "invalid_request"]);
      expect((await introspect("", `lk_sk_${"0".repeat(71)}`)).status).toBe(401);
    });
  });
}
