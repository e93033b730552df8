import type { CodeSyntax } from "../../components/highlight.ts";
import type { CodeLanguage } from "../code-language.ts";
import { SYNTAXES } from "../code-language.ts";
import type { SampleClient } from "../quickstart/samples/sample.ts";
import type { Endpoint } from "./openapi.ts";
import { WRITERS } from "./requests.ts";

/** A request, and the body of its response; empty if it has none. */
export interface Example {
  request: string;
  syntax: CodeSyntax;
  /** The request exists in each language of the samples. */
  translated: boolean;
  response: string;
  /** The status of the response. */
  status: string;
}

/** The values of an example: those of an app, or placeholders. */
export type ExampleClient = Pick<SampleClient, "issuer" | "clientId" | "confidential" | "redirectUri" | "scope">;

const tokensOf = (scope: string) => ({
  access_token: "lk_at_…",
  token_type: "Bearer",
  expires_in: 3600,
  refresh_token: "lk_rt_…",
  refresh_token_expires_in: 7776000,
  scope,
  merchant_id: "harbour-coffee",
  installation_id: "01a20629-d0f5-7405-8c15-d6d0a7ad3a9e",
});

const activeTokenOf = ({ issuer, clientId, scope }: ExampleClient) => ({
  active: true,
  scope,
  client_id: clientId,
  token_type: "Bearer",
  token_kind: "access",
  exp: 1767229200,
  iat: 1767225600,
  iss: issuer,
  sub: "harbour-coffee",
  username: "harbour-coffee",
  jti: "01a2062a-4f1e-7b21-9f0c-3d2d8c0e7a11",
  merchant_id: "harbour-coffee",
  installation_id: "01a20629-d0f5-7405-8c15-d6d0a7ad3a9e",
  installation_version: 1,
  account_id: "01a20628-77ab-7c15-b1d3-5ee0c2b6d8f2",
});

const CODE_CHALLENGE = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";

interface Sent {
  /** The credentials: those of the app, or a service key. */
  by: "app" | "service";
  form: Readonly<Record<string, string>>;
  response: object | null;
}

/** The form of a POST, and the body of its response; null for another path. */
function sentTo(path: string, client: ExampleClient): Sent | null {
  if (path === "/oauth/token") {
    const { redirectUri: redirect_uri, scope } = client;
    const form = { grant_type: "authorization_code", code: "CODE", redirect_uri, code_verifier: "VERIFIER" };
    return { by: "app", form, response: tokensOf(scope) };
  }
  if (path === "/oauth/revoke") return { by: "app", form: { token: "REFRESH_TOKEN" }, response: null };
  if (path === "/oauth/uninstall") return { by: "app", form: { merchant_id: "harbour-coffee" }, response: null };
  if (path === "/oauth/introspect")
    return { by: "service", form: { token: "ACCESS_TOKEN" }, response: activeTokenOf(client) };
  return null;
}

/** An example of an endpoint for its page; null if it is the same as that of another one. */
export function exampleOf(
  { method, path }: Pick<Endpoint, "method" | "path">,
  client: ExampleClient,
  language: CodeLanguage,
): Example | null {
  const url = client.issuer + path;
  const code = { syntax: SYNTAXES[language], translated: true, status: "200" };
  const sent = sentTo(path, client);
  if (sent !== null) {
    const { request, response } = { request: requestOf(sent, url, client), response: sent.response };
    const body = response === null ? "" : JSON.stringify(response, null, 2);
    return { ...code, request: WRITERS[language](request), response: body };
  }
  if (method !== "GET") return null;
  if (path === "/oauth/authorize")
    return { request: authorizationUrl(url, client), syntax: "http", translated: false, response: "", status: "" };
  return { ...code, request: WRITERS[language]({ url, user: null, form: null }), response: "" };
}

/** An app without a secret sends its client ID in the form. */
function requestOf({ by, form }: Sent, url: string, { clientId, confidential }: ExampleClient) {
  if (by === "service") return { url, user: { id: "KEY_ID", secret: "SERVICE_KEY" }, form };
  if (!confidential) return { url, user: null, form: { client_id: clientId, ...form } };
  return { url, user: { id: clientId, secret: "CLIENT_SECRET" }, form };
}

function authorizationUrl(url: string, { clientId, redirectUri, scope }: ExampleClient): string {
  const parameters = {
    client_id: clientId,
    redirect_uri: redirectUri,
    scope,
    state: "af0ifjsldkj",
    code_challenge: CODE_CHALLENGE,
    code_challenge_method: "S256",
  };
  const query = Object.entries(parameters).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return `${url}?\n${query.join("\n&")}`;
}
