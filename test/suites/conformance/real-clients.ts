import { OAuth2Client as BadgatewayClient, generateCodeVerifier } from "@badgateway/oauth2-client";
import { OAuth2Client as ArcticClient, generateCodeVerifier as arcticVerifier, CodeChallengeMethod } from "arctic";
import * as openid from "openid-client";
import { AuthorizationCode } from "simple-oauth2";
import { describe, expect, test } from "vitest";
import { discover, introspect } from "./clients.ts";
import { openExpressApp } from "./express-app.ts";
import { MERCHANT, newState, type Platform } from "./platform.ts";
import { openTokenService } from "./proto-client.ts";

const SCOPE = "orders:read orders:write";

/** Third-party clients, each through the whole flow: consent, code, refresh, revocation; also introspection by a service key. */
export function realClients(platform: () => Platform): void {
  /** True if the token is active, by oauth4webapi. */
  const lives = async (token: string): Promise<boolean> => {
    const as = await discover(platform());
    return (await introspect(as, platform().service.serviceKey, token)).active;
  };
  const expectAlive = async (...tokens: string[]) => {
    for (const token of tokens) expect(await lives(token)).toBe(true);
  };
  const expectEnded = async (...tokens: string[]) => {
    for (const token of tokens) expect(await lives(token)).toBe(false);
  };

  describe("RFC 6749 §4.1, §6, RFC 7009 the whole flow with third-party clients", () => {
    test("openid-client, a confidential app with PKCE, Basic; introspection with a service key", async () => {
      const { app, service, consent } = platform();
      const issuer = new URL(service.origin);
      const options = { algorithm: "oauth2" as const, execute: [openid.allowInsecureRequests] };
      const basic = openid.ClientSecretBasic(app.clientSecret);
      const config = await openid.discovery(issuer, app.clientId, undefined, basic, options);
      const pkceCodeVerifier = openid.randomPKCECodeVerifier();
      const state = openid.randomState();
      const url = openid.buildAuthorizationUrl(config, {
        redirect_uri: app.redirectUri,
        scope: SCOPE,
        state,
        code_challenge: await openid.calculatePKCECodeChallenge(pkceCodeVerifier),
        code_challenge_method: "S256",
      });
      const checks = { pkceCodeVerifier, expectedState: state };
      const first = await openid.authorizationCodeGrant(config, await consent(url), checks);
      expect(first).toMatchObject({ token_type: "bearer", scope: SCOPE, merchant_id: MERCHANT });
      expect(first.expiresIn()).toBeGreaterThan(3_500);
      const second = await openid.refreshTokenGrant(config, first.refresh_token!);

      const { serviceKey } = service;
      const bearer: openid.ClientAuth = (_as, _client, _body, headers) =>
        headers.set("authorization", `Bearer ${serviceKey}`);
      const methods = [openid.ClientSecretBasic(serviceKey), openid.ClientSecretPost(serviceKey), bearer];
      const callers = methods.map((auth) => openid.discovery(issuer, "orders-api", undefined, auth, options));
      const caller = await callers[0]!;
      for (const api of await Promise.all(callers)) {
        const facts = await openid.tokenIntrospection(api, second.access_token);
        expect(facts).toMatchObject({ active: true, client_id: app.clientId, sub: MERCHANT, scope: SCOPE });
      }
      await openid.tokenRevocation(config, second.refresh_token!, { token_type_hint: "refresh_token" });
      expect(await openid.tokenIntrospection(caller, second.access_token)).toEqual({ active: false });
      await expectEnded(first.access_token);
    });

    test.each([
      ["header", "form"],
      ["body", "form"],
      ["body", "json"],
    ] as const)("simple-oauth2, credentials in the %s, bodies as %s", async (authorizationMethod, bodyFormat) => {
      const { app, service, consent } = platform();
      const client = new AuthorizationCode({
        client: { id: app.clientId, secret: app.clientSecret },
        auth: { tokenHost: service.origin, revokePath: "/oauth/revoke" },
        options: { authorizationMethod, bodyFormat },
      });
      const state = newState();
      const redirect_uri = app.redirectUri;
      const back = await consent(new URL(client.authorizeURL({ redirect_uri, scope: SCOPE.split(" "), state })));
      expect(back.searchParams.get("state")).toBe(state);
      const first = await client.getToken({ code: back.searchParams.get("code")!, redirect_uri });
      expect(first.token).toMatchObject({ token_type: "Bearer", scope: SCOPE, merchant_id: MERCHANT });
      expect(first.expired()).toBe(false);
      const second = await first.refresh();
      expect(second.token.refresh_token).not.toBe(first.token.refresh_token);
      await expectAlive(`${first.token.access_token}`, `${second.token.access_token}`);
      // By default, the library expects JSON in every response. A revocation has no content, which is ignored (RFC 7009 §2.2).
      await expect(second.revoke("access_token")).rejects.toThrow("The content-type is not JSON compatible");
      await expectEnded(`${second.token.access_token}`);
      await second.revokeAll({ json: true });
      await expectEnded(`${first.token.access_token}`);
      await expect(second.refresh()).rejects.toMatchObject({ data: { payload: { error: "invalid_grant" } } });
    });

    test("passport-oauth2 in an Express app, with state and PKCE of its own", async () => {
      const { app, service, consent } = platform();
      const site = await openExpressApp(app, service.origin, SCOPE);
      try {
        const begun = await fetch(`${site.origin}/login`, { redirect: "manual" });
        expect(begun.status).toBe(302);
        const back = await consent(new URL(begun.headers.get("location")!));
        const signedIn = await fetch(`${site.origin}/callback${back.search}`, { redirect: "manual" });
        expect([signedIn.status, await signedIn.text()]).toEqual([200, MERCHANT]);
        const [first] = site.granted;
        expect(first!.params).toMatchObject({ token_type: "Bearer", scope: SCOPE });
        const second = await site.refresh(first!.refreshToken);
        await expectAlive(first!.accessToken, second.accessToken);
        const denied = await fetch(`${site.origin}/callback?error=access_denied&state=x`, { redirect: "manual" });
        expect(denied.status).toBe(401);
      } finally {
        await site.close();
      }
    });

    test.each(["client_secret_basic", "client_secret_basic_interop", "client_secret_post"] as const)(
      "@badgateway/oauth2-client, discovering the service, %s",
      async (authenticationMethod) => {
        const { app, service, consent } = platform();
        const { clientId, clientSecret, redirectUri } = app;
        const discoveryEndpoint = "/.well-known/oauth-authorization-server";
        const settings = { server: service.origin, discoveryEndpoint, clientId, clientSecret, authenticationMethod };
        const client = new BadgatewayClient(settings);
        const [state, codeVerifier] = [newState(), await generateCodeVerifier()];
        const request = { redirectUri, state, codeVerifier, scope: SCOPE.split(" ") };
        const back = await consent(new URL(await client.authorizationCode.getAuthorizeUri(request)));
        const first = await client.authorizationCode.getTokenFromCodeRedirect(back, request);
        expect(first.expiresAt).toBeGreaterThan(Date.now());
        const second = await client.refreshToken(first);
        await expectAlive(first.accessToken, second.accessToken);
        const key = { clientId: "orders-api", clientSecret: service.serviceKey };
        const api = new BadgatewayClient({ ...settings, ...key });
        expect(await api.introspect(second)).toMatchObject({ active: true, username: MERCHANT });
        await client.revoke(second, "refresh_token");
        await expectEnded(first.accessToken, second.accessToken);
        await expect(client.refreshToken(second)).rejects.toMatchObject({ oauth2Code: "invalid_grant" });
        await expect(client.introspect(second)).rejects.toMatchObject({ oauth2Code: "invalid_client" });
      },
    );

    test("arctic, a confidential app", async () => {
      const { app, service, consent } = platform();
      const client = new ArcticClient(app.clientId, app.clientSecret, app.redirectUri);
      const state = newState();
      const url = client.createAuthorizationURL(`${service.origin}/oauth/authorize`, state, SCOPE.split(" "));
      const code = (await consent(url)).searchParams.get("code")!;
      const first = await client.validateAuthorizationCode(`${service.origin}/oauth/token`, code, null);
      expect([first.scopes(), first.tokenType()]).toEqual([SCOPE.split(" "), "Bearer"]);
      const second = await client.refreshAccessToken(`${service.origin}/oauth/token`, first.refreshToken(), []);
      await expectAlive(first.accessToken(), second.accessToken());
      await client.revokeToken(`${service.origin}/oauth/revoke`, second.refreshToken());
      await expectEnded(first.accessToken(), second.accessToken());
    });

    test("arctic, a public app with PKCE, at the versioned paths", async () => {
      const { publicApp, service, consent } = platform();
      const client = new ArcticClient(publicApp.clientId, null, publicApp.redirectUri);
      const [state, verifier] = [newState(), arcticVerifier()];
      const endpoint = (name: string) => `${service.origin}/api/v1/oauth/${name}`;
      const { S256 } = CodeChallengeMethod;
      const url = client.createAuthorizationURLWithPKCE(endpoint("authorize"), state, S256, verifier, ["orders:read"]);
      const code = (await consent(url)).searchParams.get("code")!;
      const first = await client.validateAuthorizationCode(endpoint("token"), code, verifier);
      const second = await client.refreshAccessToken(endpoint("token"), first.refreshToken(), ["orders:read"]);
      await client.revokeToken(endpoint("revoke"), second.refreshToken());
      await expectEnded(first.accessToken(), second.accessToken());
      await expect(client.refreshAccessToken(endpoint("token"), second.refreshToken(), [])).rejects.toMatchObject({
        code: "invalid_grant",
      });
    });

    test("a gRPC client generated by @grpc/proto-loader from the published proto", async () => {
      const { app, service, consent } = platform();
      const key = await service.createKey("tokens:forward", "tokens:introspect");
      const tokens = openTokenService(service.grpcAddress, key);
      try {
        const arctic = new ArcticClient(app.clientId, app.clientSecret, app.redirectUri);
        const url = arctic.createAuthorizationURL(`${service.origin}/oauth/authorize`, newState(), SCOPE.split(" "));
        const code = (await consent(url)).searchParams.get("code")!;
        const credentials = { client_id: app.clientId, client_secret: app.clientSecret };
        const first = await tokens.call("Exchange", { credentials, code, redirect_uri: app.redirectUri });
        expect(first).toMatchObject({ token_type: "Bearer", scopes: SCOPE.split(" "), merchant_id: MERCHANT });
        const second = await tokens.call("Refresh", { credentials, refresh_token: first.refresh_token });
        const facts = await tokens.call("Introspect", { token: second.access_token });
        expect(facts).toMatchObject({ active: true, client_id: app.clientId, merchant_id: MERCHANT });
        await tokens.call("Revoke", { credentials, token: second.refresh_token });
        expect(await tokens.call("Introspect", { token: second.access_token })).toMatchObject({ active: false });
        await expect(tokens.call("Exchange", { credentials, code, redirect_uri: app.redirectUri })).rejects.toThrow(
          /FAILED_PRECONDITION/,
        );
      } finally {
        tokens.close();
      }
    });
  });
}
