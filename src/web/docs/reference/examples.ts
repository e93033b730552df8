import { type OAuthReason, publicAnswerOf } from "../../../oauth/errors.ts";
import type { CodeSyntax } from "../../components/highlight.ts";
import type { CodeLanguage } from "../code-language.ts";
import { SYNTAXES } from "../code-language.ts";
import type { SampleClient } from "../quickstart/samples/sample.ts";
import type { Endpoint } from "./openapi.ts";
import { WRITERS } from "./requests.ts";

/** A request and the body of its response. The body is empty if the response has none. */
export interface Example {
  request: string;
  /** The refresh request of the token endpoint; empty for other endpoints. */
  refresh: string;
  syntax: CodeSyntax;
  /** True if the request exists in each language of the samples. */
  translated: boolean;
  response: string;
  responseSyntax: CodeSyntax;
  /** The status of the response. */
  status: string;
}

/** The values of an example: those of an app, or placeholders. */
export type ExampleClient = Pick<SampleClient, "issuer" | "clientId" | "confidential" | "redirectUri" | "scope">;

/** A merchant in samples, with an ID as the service generates them. */
export const MERCHANT_ID = "mer_7d1f4b0e-3c52-4a86-9e0b-5f2c8d6a1e94";

const tokensOf = (scope: string, refreshes = true) => ({
  access_token: "lk_at_…",
  token_type: "Bearer",
  expires_in: 3600,
  ...(refreshes && { refresh_token: "lk_rt_…", refresh_token_expires_in: 7776000 }),
  scope,
  merchant_id: MERCHANT_ID,
  installation_id: "01a20629-d0f5-7405-8c15-d6d0a7ad3a9e",
});

/** The body of a token response. */
export function tokenResponse({ scope, refreshes }: Pick<SampleClient, "scope" | "refreshes">): string {
  return bodyOf(tokensOf(scope, refreshes));
}

const activeTokenOf = ({ issuer, clientId, scope }: ExampleClient) => ({
  active: true,
  scope,
  client_id: clientId,
  token_type: "Bearer",
  token_kind: "access",
  exp: 1767229200,
  iat: 1767225600,
  iss: issuer,
  sub: MERCHANT_ID,
  username: MERCHANT_ID,
  jti: "01a2062a-4f1e-7b21-9f0c-3d2d8c0e7a11",
  merchant_id: MERCHANT_ID,
  installation_id: "01a20629-d0f5-7405-8c15-d6d0a7ad3a9e",
  installation_version: 1,
  account_id: "01a20628-77ab-7c15-b1d3-5ee0c2b6d8f2",
});

const metadataOf = ({ issuer }: ExampleClient) => {
  const methods = ["client_secret_basic", "client_secret_post", "none"];
  return {
    issuer,
    authorization_endpoint: `${issuer}/oauth/authorize`,
    token_endpoint: `${issuer}/oauth/token`,
    revocation_endpoint: `${issuer}/oauth/revoke`,
    introspection_endpoint: `${issuer}/oauth/introspect`,
    response_types_supported: ["code"],
    response_modes_supported: ["query"],
    grant_types_supported: ["authorization_code", "refresh_token"],
    token_endpoint_auth_methods_supported: methods,
    revocation_endpoint_auth_methods_supported: methods,
    introspection_endpoint_auth_methods_supported: ["client_secret_basic", "client_secret_post", "Bearer"],
    code_challenge_methods_supported: ["S256"],
    scopes_supported: ["orders:read", "customers:read"],
    authorization_response_iss_parameter_supported: true,
  };
};

/** The placeholders of a service key. */
export const SERVICE_KEY = { clientId: "KEY_ID", secret: "SERVICE_KEY" } as const;

const STATE = "af0ifjsldkj";
const REFRESH = { by: "app", form: { grant_type: "refresh_token", refresh_token: "REFRESH_TOKEN" } } as const;
const CODE_CHALLENGE = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";

/** A refresh of some of the granted scopes. */
export function narrowRefreshOf(client: ExampleClient, scope: string, language: CodeLanguage): string {
  const form = { ...REFRESH.form, scope };
  return WRITERS[language](requestOf({ ...REFRESH, form }, `${client.issuer}/oauth/token`, client));
}

interface Sent {
  /** The credentials of the request: those of the app, or a service key. */
  by: "app" | "service";
  form: Readonly<Record<string, string>>;
  response: object | null;
}

/** The form of the POST to a path and the body of the response; null for other paths. */
function sentTo(path: string, client: ExampleClient): Sent | null {
  if (path === "/oauth/token") {
    const { redirectUri: redirect_uri, scope } = client;
    const form = { grant_type: "authorization_code", code: "CODE", redirect_uri, code_verifier: "VERIFIER" };
    return { by: "app", form, response: tokensOf(scope) };
  }
  if (path === "/oauth/revoke") return { by: "app", form: { token: "REFRESH_TOKEN" }, response: null };
  if (path === "/oauth/uninstall") return { by: "app", form: { merchant_id: MERCHANT_ID }, response: null };
  if (path === "/oauth/introspect")
    return { by: "service", form: { token: "ACCESS_TOKEN" }, response: activeTokenOf(client) };
  return null;
}

/** The example of an endpoint; null if it would equal the example of another endpoint. */
export function exampleOf(
  { method, path }: Pick<Endpoint, "method" | "path">,
  client: ExampleClient,
  language: CodeLanguage,
): Example | null {
  const url = client.issuer + path;
  const code = { syntax: SYNTAXES[language], translated: true, responseSyntax: "json", status: "200" } as const;
  const sent = sentTo(path, client);
  if (sent !== null) {
    const { request, response } = { request: requestOf(sent, url, client), response: sent.response };
    const refresh = path === "/oauth/token" ? WRITERS[language](requestOf(REFRESH, url, client)) : "";
    return {
      ...code,
      request: WRITERS[language](request),
      refresh,
      response: response === null ? "" : bodyOf(response),
    };
  }
  if (method !== "GET") return null;
  if (path === "/oauth/authorize") return authorizationOf(url, client);
  const request = WRITERS[language]({ url, user: null, form: null });
  return { ...code, request, refresh: "", response: bodyOf(metadataOf(client)) };
}

/** Formats a JSON body. Short lists stay on one line. */
function bodyOf(value: object): string {
  return JSON.stringify(value, null, 2).replaceAll(/\[\s+([^\]{]{1,40}?)\s+\]/g, (_, list: string) => {
    return `[${list.replaceAll(/\s+/g, " ")}]`;
  });
}

/** The request with its credentials. An app without a secret sends its client id in the form. */
function requestOf({ by, form }: Pick<Sent, "by" | "form">, url: string, { clientId, confidential }: ExampleClient) {
  if (by === "service") return { url, user: { id: SERVICE_KEY.clientId, secret: SERVICE_KEY.secret }, form };
  if (!confidential) return { url, user: null, form: { client_id: clientId, ...form } };
  return { url, user: { id: clientId, secret: "CLIENT_SECRET" }, form };
}

/** The example of the authorization endpoint: its URL, and the URL to which the browser returns. */
function authorizationOf(url: string, { issuer, clientId, redirectUri, scope }: ExampleClient): Example {
  const request = urlOf(url, {
    client_id: clientId,
    redirect_uri: redirectUri,
    scope,
    state: STATE,
    code_challenge: CODE_CHALLENGE,
    code_challenge_method: "S256",
  });
  const response = urlOf(redirectUri, { code: "CODE", state: STATE, iss: issuer });
  return { request, refresh: "", response, syntax: "http", responseSyntax: "http", translated: false, status: "303" };
}

/** The URL that the browser returns to after a refusal. */
export function refusedAuthorization({ issuer, redirectUri }: ExampleClient, reason: OAuthReason): string {
  const { code: error, description: error_description } = publicAnswerOf(reason);
  return urlOf(redirectUri, { error, error_description, state: STATE, iss: issuer });
}

function urlOf(url: string, parameters: Readonly<Record<string, string>>): string {
  const query = Object.entries(parameters).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  const separator = url.includes("?") ? "&" : "?";
  return `${url}${/[?&]$/.test(url) ? "" : separator}\n${query.join("\n&")}`;
}
