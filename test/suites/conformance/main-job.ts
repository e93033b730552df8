import * as oauth from "oauth4webapi";
import * as openid from "openid-client";
import { describe, expect, test } from "vitest";
import { authOf, configure, discover, exchange, introspect, refresh, revoke } from "./clients.ts";
import { authorizeUrl, MERCHANT, newState, type Platform } from "./platform.ts";

/** The main flow with third-party clients and a merchant's browser. */
export function mainJob(platform: () => Platform): void {
  describe("RFC 6749 §4.1 the authorization code grant, from the request to the revocation", () => {
    test.each(["basic", "post"] as const)("oauth4webapi, client_secret_%s", async (method) => {
      const { app, service, consent } = platform();
      const as = await discover(platform());
      const session = { as, app, auth: authOf(app, method) };
      const state = newState();
      const back = await consent(authorizeUrl(platform(), app, { scope: "orders:read orders:write", state }));
      const callback = oauth.validateAuthResponse(as, { client_id: app.clientId }, back, state);

      const first = await exchange(session, callback, null);
      expect(first).toMatchObject({ token_type: "bearer", scope: "orders:read orders:write", merchant_id: MERCHANT });
      const token = await introspect(as, service.serviceKey, first.access_token);
      expect(token).toMatchObject({ active: true, client_id: app.clientId, iss: service.origin, sub: MERCHANT });

      const second = await refresh(session, first.refresh_token!);
      expect(second.access_token).not.toBe(first.access_token);
      await revoke(session, second.refresh_token!);
      for (const ended of [first.access_token, second.access_token])
        expect(await introspect(as, service.serviceKey, ended)).toEqual({ active: false });
    });

    test("openid-client, a public app with PKCE on a loopback redirect URI of any port", async () => {
      const { publicApp, consent } = platform();
      const config = await configure(platform(), publicApp);
      const redirect_uri = publicApp.redirectUri.replace("127.0.0.1", "127.0.0.1:49152");
      const pkceCodeVerifier = openid.randomPKCECodeVerifier();
      const code_challenge = await openid.calculatePKCECodeChallenge(pkceCodeVerifier);
      const state = openid.randomState();
      const url = openid.buildAuthorizationUrl(config, {
        redirect_uri,
        scope: "orders:read",
        state,
        code_challenge,
        code_challenge_method: "S256",
      });
      const back = await consent(url);
      expect(back.href).toMatch(/^http:\/\/127\.0\.0\.1:49152\/callback\?/);
      const tokens = await openid.authorizationCodeGrant(config, back, { pkceCodeVerifier, expectedState: state });
      const next = await openid.refreshTokenGrant(config, tokens.refresh_token!);
      expect(next.scope).toBe("orders:read");
      await openid.tokenRevocation(config, next.refresh_token!);
      await expect(openid.refreshTokenGrant(config, next.refresh_token!)).rejects.toMatchObject({
        error: "invalid_grant",
        status: 400,
      });
    });

    test("C4 a denied request: access_denied, with state and iss", async () => {
      const { app, consent } = platform();
      const as = await discover(platform());
      const state = newState();
      const back = await consent(authorizeUrl(platform(), app, { state, prompt: "consent" }), "deny");
      expect(back.searchParams.get("state")).toBe(state);
      expect(() => oauth.validateAuthResponse(as, { client_id: app.clientId }, back, state)).toThrow(
        expect.objectContaining({ error: "access_denied" }),
      );
    });

    test("remembered consent issues a code without a page", async () => {
      const { app, consent } = platform();
      const as = await discover(platform());
      const state = newState();
      const back = await consent(authorizeUrl(platform(), app, { state }));
      const callback = oauth.validateAuthResponse(as, { client_id: app.clientId }, back, state);
      expect((await exchange({ as, app, auth: authOf(app) }, callback, null)).scope).toBe("orders:read");
    });
  });
}
