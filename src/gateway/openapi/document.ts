import { exampleOf } from "./examples.ts";
import { ref, SCHEMAS } from "./schemas.ts";

type Json = Record<string, unknown>;

/**
 * The OpenAPI 3.1 document of the public OAuth routes and the metadata.
 * @param origin PUBLIC_URL
 * @see https://spec.openapis.org/oas/v3.1.1
 */
export function openApiDocument(origin: string): Json {
  return {
    openapi: "3.1.1",
    info: {
      title: "Latchkey OAuth 2.0 API",
      version: "1",
      description: "Authorization code with PKCE, refresh, revocation, introspection and metadata.",
    },
    // Both prefixes behave the same. Below the versioned one, changes only add response fields.
    servers: [{ url: origin }, { url: `${origin}/api/v1` }],
    paths: {
      "/oauth/authorize": { get: authorize, post: authorizeByPost },
      "/oauth/token": { post: token },
      "/oauth/revoke": { post: revoke },
      "/oauth/introspect": { post: introspect },
      "/oauth/uninstall": { post: uninstall },
      "/.well-known/oauth-authorization-server": { servers: [{ url: origin }], get: metadata },
    },
    components: {
      schemas: SCHEMAS,
      responses: RESPONSES,
      securitySchemes: {
        clientSecretBasic: {
          type: "http",
          scheme: "basic",
          description: "`client_id` and secret, each form-encoded (RFC 6749 §2.3.1).",
        },
        serviceKey: { type: "http", scheme: "bearer", description: "A service key of the platform." },
        serviceKeyBasic: {
          type: "http",
          scheme: "basic",
          description: "A service key as the password. The user name can be any value.",
        },
      },
    },
  };
}

const json = (schema: Json): Json => ({ "application/json": { schema } });

/** A body as a form or as JSON. */
const body = (schema: Json): Json => ({
  required: true,
  content: { "application/x-www-form-urlencoded": { schema }, ...json(schema) },
});

const error = (description: string, headers: Json = {}): Json => ({
  description,
  headers: { "x-request-id": { schema: { type: "string" } }, ...headers },
  content: json(ref("Error")),
});

const RETRY_AFTER = { "retry-after": { schema: { type: "integer", minimum: 1 }, description: "Seconds to wait." } };
const CHALLENGE = { "www-authenticate": { schema: { type: "string" } } };

const TOO_LARGE = "The body is larger than 16 KiB. Send a smaller one.";
const WRONG_TYPE = "The body is neither a form nor JSON. Send one of them, with its `Content-Type`.";

const RESPONSES = {
  InvalidRequest: error("The request is malformed or not allowed. Correct it; the same request fails again."),
  InvalidTokenRequest: error(
    "The request is malformed, or its code or refresh token is invalid. Correct the request, or start the authorization again.",
  ),
  InvalidClient: error("The app is unknown, or failed to authenticate. Check the client ID and the secret.", CHALLENGE),
  InvalidOrSuspendedClient: error(
    "The app is unknown, rejected, suspended or archived, or failed to authenticate. Check the client ID, the secret and the state of the app.",
    CHALLENGE,
  ),
  MethodNotAllowed: error("The endpoint does not support the method. Send one of those in `Allow`.", {
    allow: { schema: { type: "string" } },
  }),
  PayloadTooLarge: error(TOO_LARGE),
  UnsupportedMediaType: error(WRONG_TYPE),
  TooManyRequests: error(
    "Too many failed attempts. Check the credentials, and send the request again after `Retry-After`.",
    RETRY_AFTER,
  ),
  ServerError: error("An internal error. Report the `request_id` to the platform."),
  Unavailable: error("An outage. Send the same request again after `Retry-After`.", RETRY_AFTER),
  TokenUnavailable: error(
    "An outage. Send the same request again after `Retry-After`; a refresh is safe to repeat.",
    RETRY_AFTER,
  ),
};

const response = (name: keyof typeof RESPONSES): Json => ({ $ref: `#/components/responses/${name}` });

const FAILURES = {
  400: response("InvalidRequest"),
  405: response("MethodNotAllowed"),
  413: response("PayloadTooLarge"),
  415: response("UnsupportedMediaType"),
  429: response("TooManyRequests"),
  500: response("ServerError"),
  503: response("Unavailable"),
};

/** By HTTP Basic, or by the credentials in the body. */
const APP_AUTHENTICATION = [{ clientSecretBasic: [] }, {}];

const query = (name: string, description: string, required = false) => ({
  name,
  in: "query",
  required,
  description,
  schema: { type: "string", ...exampleOf(name) },
});

const AUTHORIZE_PARAMETERS = [
  query("client_id", "The client ID of the app, as on its page in the developer portal.", true),
  query(
    "redirect_uri",
    "The address that the browser returns to. It equals a registered redirect URI in every character. Apps without a secret may use any port with `http://127.0.0.1` and `http://[::1]`.",
    true,
  ),
  query("scope", "The scopes to request, separated by single spaces. The app has registered each of them.", true),
  query(
    "state",
    "A random value of the browser’s session. It comes back unchanged; the app compares it before it uses the code. 1 to 2,048 bytes of UTF-8 without control characters.",
    true,
  ),
  query("response_type", "The type of the response. `code` is the default and the only value."),
  query(
    "code_challenge",
    "The PKCE challenge: the SHA-256 hash of the `code_verifier` in base64url without padding, 43 characters. Required for apps without a secret and recommended for all. Default: no PKCE.",
  ),
  query(
    "code_challenge_method",
    "The method of the challenge. `S256` is the only value. Required with `code_challenge`; there is no default.",
  ),
  query(
    "merchant_hint",
    "The ID of the merchant that the consent page preselects. An account with several merchants can choose another one. Default: no preselection.",
  ),
  query(
    "prompt",
    "The pages to show even if they are not needed, separated by single spaces. `login` and `select_account` ask for a new sign-in, for example with another account; `consent` shows the consent page even if all scopes are granted. Default: only the pages that are needed.",
  ),
  query(
    "install_token",
    "The `install_token` that the app received at its launch URL, the address in its form that the install link opens. It is valid once, for 10 minutes, and preselects the merchant; the consent page always appears. Default: the authorization does not come from an install link.",
  ),
];

const authorize = {
  operationId: "authorize",
  summary: "Start an authorization",
  description:
    "Redirects the browser to the sign-in page, to the consent page, or to `redirect_uri` with `code`, `state` and `iss`. POST accepts the same parameters in a form or as JSON.",
  externalDocs: { url: "https://www.rfc-editor.org/rfc/rfc6749#section-4.1.1" },
  parameters: AUTHORIZE_PARAMETERS,
  responses: {
    303: {
      description:
        "A redirect to the sign-in page or the consent page. In the end, the browser returns to `redirect_uri` with these parameters.",
      headers: { location: { schema: { type: "string" } } },
      // OpenAPI cannot describe the query of a `Location`.
      "x-location-query": ref("AuthorizationResponse"),
    },
    400: {
      description: "The app or the redirect URI is unknown. The body is an HTML page, without a redirect.",
      content: { "text/html": {} },
    },
    503: { description: "An outage. The body is an HTML page.", headers: RETRY_AFTER, content: { "text/html": {} } },
  },
};

const htmlError = (description: string): Json => ({ description, content: { "text/html": {} } });

const authorizeByPost = {
  ...authorize,
  operationId: "authorize_by_post",
  parameters: [],
  requestBody: body({
    type: "object",
    properties: Object.fromEntries(
      AUTHORIZE_PARAMETERS.map(({ name, description, schema }) => [name, { ...schema, description }]),
    ),
    required: AUTHORIZE_PARAMETERS.filter(({ required }) => required).map(({ name }) => name),
  }),
  responses: {
    ...authorize.responses,
    413: htmlError(TOO_LARGE),
    415: htmlError(WRONG_TYPE),
  },
};

const token = {
  operationId: "token",
  summary: "Exchange a code or refresh tokens",
  description:
    "Returns tokens for the code of an authorization, or for a refresh token. If the response to a refresh is lost, repeat the request: within the retry window, it gets the same tokens.",
  externalDocs: { url: "https://www.rfc-editor.org/rfc/rfc6749#section-3.2" },
  security: APP_AUTHENTICATION,
  requestBody: body({ oneOf: [ref("AuthorizationCodeGrant"), ref("RefreshTokenGrant")] }),
  responses: {
    200: { description: "Tokens.", content: json(ref("TokenResponse")) },
    401: response("InvalidOrSuspendedClient"),
    ...FAILURES,
    400: response("InvalidTokenRequest"),
    503: response("TokenUnavailable"),
  },
};

const revoke = {
  operationId: "revoke",
  summary: "Revoke a token",
  description:
    "Revokes an access token, or with a refresh token all tokens of the authorization. This cannot be undone. An unknown token also gets 200. The app stays installed: [Uninstall](/docs/endpoints/uninstall) removes it.",
  externalDocs: { url: "https://www.rfc-editor.org/rfc/rfc7009" },
  security: APP_AUTHENTICATION,
  requestBody: body(ref("RevocationRequest")),
  responses: {
    200: { description: "The token is revoked. The body is empty." },
    401: response("InvalidClient"),
    ...FAILURES,
  },
};

const introspect = {
  operationId: "introspect",
  summary: "Introspect a token",
  description:
    "Says if a token is valid, and for which app, merchant and scopes. For APIs and other services of the platform; apps do not need this endpoint. The platform creates the service key in its console.",
  externalDocs: { url: "https://www.rfc-editor.org/rfc/rfc7662" },
  security: [{ serviceKeyBasic: [] }, { serviceKey: [] }, {}],
  requestBody: body(ref("IntrospectionRequest")),
  responses: {
    200: { description: "The state of the token.", content: json(ref("IntrospectionResponse")) },
    401: error("The service key is missing or invalid. Send a valid one.", CHALLENGE),
    403: error("The service key lacks the permission `tokens:introspect`. Use a key that has it."),
    ...FAILURES,
  },
};

const uninstall = {
  operationId: "uninstall",
  summary: "Uninstall the app from a merchant",
  description:
    "Removes the app from a merchant and revokes all tokens of the installation. For apps with a secret. If the app is not installed, it gets 200 too.",
  security: APP_AUTHENTICATION,
  requestBody: body(ref("UninstallRequest")),
  responses: {
    200: { description: "The app is uninstalled. The body is empty." },
    401: response("InvalidClient"),
    ...FAILURES,
  },
};

const metadata = {
  operationId: "metadata",
  summary: "Authorization server metadata",
  description: "The endpoints, scopes and methods of the service, for clients that configure themselves.",
  externalDocs: { url: "https://www.rfc-editor.org/rfc/rfc8414" },
  responses: {
    200: {
      description: "The metadata. Scripts of any origin can read it.",
      headers: { "access-control-allow-origin": { schema: { const: "*" } } },
      content: json(ref("Metadata")),
    },
    503: response("Unavailable"),
  },
};
