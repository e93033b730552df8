import type { Endpoint } from "./openapi.ts";

/** A request, and the body of its response; empty if it has none. */
export interface Example {
  request: string;
  response: string;
}

const TOKENS = {
  access_token: "lk_at_…",
  token_type: "Bearer",
  expires_in: 3600,
  refresh_token: "lk_rt_…",
  refresh_token_expires_in: 7776000,
  scope: "orders:read",
  merchant_id: "harbour-coffee",
  installation_id: "01a20629-d0f5-7405-8c15-d6d0a7ad3a9e",
};

const ACTIVE_TOKEN = {
  active: true,
  scope: "orders:read",
  client_id: "YOUR_CLIENT_ID",
  token_type: "Bearer",
  token_kind: "access",
  exp: 1767229200,
  iat: 1767225600,
  iss: "ISSUER",
  sub: "harbour-coffee",
  username: "harbour-coffee",
  jti: "01a2062a-4f1e-7b21-9f0c-3d2d8c0e7a11",
  merchant_id: "harbour-coffee",
  installation_id: "01a20629-d0f5-7405-8c15-d6d0a7ad3a9e",
  installation_version: 1,
  account_id: "01a20628-77ab-7c15-b1d3-5ee0c2b6d8f2",
};

const CODE_CHALLENGE = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";
const AUTHORIZATION = {
  client_id: "YOUR_CLIENT_ID",
  redirect_uri: "https://app.example/callback",
  scope: "orders:read",
  state: "af0ifjsldkj",
  code_challenge: CODE_CHALLENGE,
  code_challenge_method: "S256",
};

interface Call {
  /** The user of HTTP Basic. */
  user: string;
  form: Readonly<Record<string, string>>;
  response: object | null;
}

const APP = "YOUR_CLIENT_ID:$CLIENT_SECRET";

/** By the path of a POST with a form. */
const CALLS: Readonly<Record<string, Call>> = {
  "/oauth/token": {
    user: APP,
    form: {
      grant_type: "authorization_code",
      code: "CODE",
      redirect_uri: "https://app.example/callback",
      code_verifier: "VERIFIER",
    },
    response: TOKENS,
  },
  "/oauth/revoke": { user: APP, form: { token: "REFRESH_TOKEN" }, response: null },
  "/oauth/uninstall": { user: APP, form: { merchant_id: "harbour-coffee" }, response: null },
  "/oauth/introspect": { user: "KEY_ID:$SERVICE_KEY", form: { token: "ACCESS_TOKEN" }, response: ACTIVE_TOKEN },
};

/** An example of an endpoint for its page; null if it is the same as that of another one. @param origin PUBLIC_URL */
export function exampleOf({ method, path }: Pick<Endpoint, "method" | "path">, origin: string): Example | null {
  const call = CALLS[path];
  if (call !== undefined) {
    const data = Object.entries(call.form).map(([name, value]) => `  --data-urlencode "${name}=${value}"`);
    const lines = [`curl ${origin}${path}`, `  --user "${call.user}"`, ...data];
    const response = call.response === null ? "" : JSON.stringify(call.response, null, 2).replace("ISSUER", origin);
    return { request: lines.join(" \\\n"), response };
  }
  if (method !== "GET") return null;
  if (path !== "/oauth/authorize") return { request: `curl ${origin}${path}`, response: "" };
  const query = Object.entries(AUTHORIZATION).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return { request: `${origin}${path}?\n${query.join("\n&")}`, response: "" };
}
