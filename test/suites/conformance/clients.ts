import * as oauth from "oauth4webapi";
import * as openid from "openid-client";
import type { Platform, RegisteredApp } from "./platform.ts";

/** Clients of the service by two independent libraries. */
const insecure = { [oauth.allowInsecureRequests]: true } as const;

/** The server's metadata, fetched and checked by oauth4webapi. */
export async function discover({ service }: Platform): Promise<oauth.AuthorizationServer> {
  const issuer = new URL(service.origin);
  const answer = await oauth.discoveryRequest(issuer, { algorithm: "oauth2", ...insecure });
  return oauth.processDiscoveryResponse(issuer, answer);
}

/** The app's client authentication in the library's types. */
export function authOf({ clientSecret }: RegisteredApp, method: "basic" | "post" = "post"): oauth.ClientAuth {
  if (clientSecret === "") return oauth.None();
  return method === "basic" ? oauth.ClientSecretBasic(clientSecret) : oauth.ClientSecretPost(clientSecret);
}

interface Session {
  as: oauth.AuthorizationServer;
  app: RegisteredApp;
  auth: oauth.ClientAuth;
}

export async function exchange({ as, app, auth }: Session, callback: URLSearchParams, verifier: string | null) {
  const client = { client_id: app.clientId };
  const request = oauth.authorizationCodeGrantRequest(
    as,
    client,
    auth,
    callback,
    app.redirectUri,
    verifier ?? oauth.nopkce,
    insecure,
  );
  return oauth.processAuthorizationCodeResponse(as, client, await request);
}

export async function refresh({ as, app, auth }: Session, token: string) {
  const client = { client_id: app.clientId };
  return oauth.processRefreshTokenResponse(
    as,
    client,
    await oauth.refreshTokenGrantRequest(as, client, auth, token, insecure),
  );
}

export async function revoke({ as, app, auth }: Session, token: string): Promise<void> {
  const client = { client_id: app.clientId };
  await oauth.processRevocationResponse(await oauth.revocationRequest(as, client, auth, token, insecure));
}

/** An internal service with its service key instead of client credentials. */
export async function introspect(as: oauth.AuthorizationServer, serviceKey: string, token: string, hint?: string) {
  const client = { client_id: "internal" };
  const bearer: oauth.ClientAuth = (_as, _client, _body, headers) =>
    headers.set("authorization", `Bearer ${serviceKey}`);
  const additionalParameters: Record<string, string> = hint === undefined ? {} : { token_type_hint: hint };
  const answer = await oauth.introspectionRequest(as, client, bearer, token, { additionalParameters, ...insecure });
  return oauth.processIntrospectionResponse(as, client, answer);
}

/** Configures openid-client by discovery. */
export function configure({ service }: Platform, { clientId, clientSecret }: RegisteredApp) {
  const auth = clientSecret === "" ? openid.None() : openid.ClientSecretBasic(clientSecret);
  return openid.discovery(new URL(service.origin), clientId, undefined, auth, {
    algorithm: "oauth2",
    execute: [openid.allowInsecureRequests],
  });
}
