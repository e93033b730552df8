import { withExamples } from "./examples.ts";

/** JSON Schema 2020-12 of each body of the OAuth routes, as OpenAPI 3.1 components. Times and durations are in seconds. */

const string = (description: string, more: object = {}) => ({ type: "string", description, ...more });
const strings = (description: string) => ({ type: "array", items: { type: "string" }, description });
const seconds = (description: string) => ({ type: "integer", minimum: 0, description });

/** An object with exactly these properties; `required` defaults to all of them. */
function closedObject(properties: Record<string, object>, required: string[] = Object.keys(properties)) {
  return { type: "object", additionalProperties: false, properties: withExamples(properties), required };
}

/** A value or name of a parameter: no control characters. */
const TEXT = { pattern: "^[^\\u0000-\\u001f\\u007f-\\u009f]*$" };

/** A request body: unknown parameters are ignored but must be text, and an empty value counts as an absent one. */
function requestBody(properties: Record<string, object>, required: string[]) {
  const texts = Object.entries(withExamples(properties)).map(([name, schema]) => {
    const minLength = required.includes(name) ? 1 : 0;
    return [name, "const" in schema ? schema : { ...schema, ...TEXT, minLength, maxLength: 4096 }];
  });
  return {
    type: "object",
    properties: Object.fromEntries(texts),
    required,
    additionalProperties: { type: "string", ...TEXT, maxLength: 4096 },
    propertyNames: { ...TEXT, minLength: 1, maxLength: 128, not: { enum: ["__proto__", "constructor", "prototype"] } },
    maxProperties: 64,
  };
}

/** The body of a request that an app sends. */
function parameters(properties: Record<string, object>, required: string[]) {
  return requestBody({ ...CREDENTIALS, ...properties }, required);
}

const CREDENTIALS = {
  client_id: string("The client ID of the app. Required unless it is sent by HTTP Basic."),
  client_secret: string(
    "The app’s secret, which begins with `lk_cs_`. Required for apps with a secret unless it is sent by HTTP Basic; not allowed in both. Apps without a secret send `client_id` only.",
  ),
};

const SCOPE = "Scopes, separated by single spaces.";

const TokenResponse = closedObject(
  {
    access_token: string("The access token, opaque to the app."),
    token_type: { const: "Bearer", description: "The type of the access token." },
    expires_in: seconds("Remaining lifetime of the access token, in seconds."),
    refresh_token: string("The refresh token; absent for apps without refresh tokens."),
    refresh_token_expires_in: seconds("Remaining lifetime of the refresh token, in seconds."),
    scope: string("The scopes of the access token, separated by single spaces."),
    merchant_id: string("The ID of the merchant that the tokens act for."),
    installation_id: string("The ID of the installation of the app on the merchant."),
  },
  ["access_token", "token_type", "expires_in", "scope", "merchant_id", "installation_id"],
);

const ActiveToken = closedObject(
  {
    active: { const: true, description: "True for a token that is valid." },
    scope: string(SCOPE),
    client_id: string("The client ID of the app that the token was issued to."),
    token_type: { const: "Bearer", description: "Absent for refresh tokens." },
    token_kind: { enum: ["access", "refresh"], description: "The kind of the token." },
    exp: seconds("Expiry, in seconds since 1970-01-01 UTC."),
    iat: seconds("Issue time, in seconds since 1970-01-01 UTC."),
    iss: string("The issuer."),
    sub: string("The merchant; the same as `merchant_id`."),
    username: string("The merchant; the same as `merchant_id`."),
    jti: string("The ID of the token."),
    merchant_id: string("The ID of the merchant that the token acts for."),
    installation_id: string("The ID of the installation of the app on the merchant."),
    installation_version: { type: "integer", minimum: 1, description: "Increases each time the app is re-installed." },
    account_id: string("The account that gave consent."),
    test: { const: true, description: "Present for a token of a test merchant." },
  },
  [
    ...["active", "scope", "client_id", "token_kind", "exp", "iat", "iss", "sub", "username", "jti"],
    ...["merchant_id", "installation_id", "installation_version", "account_id"],
  ],
);

/** `components.schemas`. */
export const SCHEMAS = {
  AuthorizationCodeGrant: parameters(
    {
      grant_type: { const: "authorization_code", description: "The kind of the request." },
      code: string("The `code` from the redirect. It works once, for one minute."),
      redirect_uri: string("The `redirect_uri` of the authorization request, equal in every character."),
      code_verifier: string(
        "The PKCE verifier whose hash is the `code_challenge`: 43 to 128 characters (RFC 7636). Required if the authorization request had a challenge.",
      ),
    },
    ["grant_type", "code", "redirect_uri"],
  ),
  RefreshTokenGrant: parameters(
    {
      grant_type: { const: "refresh_token", description: "The kind of the request." },
      refresh_token: string("The newest refresh token, which begins with `lk_rt_`."),
      scope: string(
        `${SCOPE} Each is a scope of the authorization request. Scopes that were not granted are left out. Default: all granted scopes.`,
      ),
    },
    ["grant_type", "refresh_token"],
  ),
  TokenResponse,
  AuthorizationResponse: closedObject(
    {
      code: string("The code to exchange at the token endpoint within one minute. Absent after an error."),
      state: string("The `state` of the request. Absent if the request had no valid one."),
      iss: string("The issuer, to compare with the address of the platform (RFC 9207)."),
      error: string("The code of the error. Absent after a success.", { examples: ["access_denied"] }),
      error_description: string("The cause of the error, in one sentence. Absent after a success.", {
        examples: ["The merchant denied the request."],
      }),
    },
    ["iss"],
  ),
  RevocationRequest: parameters(
    {
      token: string("An access token or a refresh token of the app."),
      token_type_hint: string(
        "`access_token` or `refresh_token`, as in RFC 7009. It has no effect: the token’s own type decides.",
      ),
    },
    ["token"],
  ),
  UninstallRequest: parameters(
    {
      merchant_id: string(
        "The ID of the merchant to uninstall the app from. It is the `merchant_id` of the token response.",
      ),
    },
    ["merchant_id"],
  ),
  IntrospectionRequest: requestBody(
    {
      client_id: string("Any value; only the key is checked."),
      client_secret: string("The service key. Required unless it is in the `Authorization` header."),
      token: string("The access token that the API received, or a refresh token."),
      token_type_hint: string(
        "`refresh_token` to introspect a refresh token. Without the hint, a refresh token is inactive.",
      ),
    },
    ["token"],
  ),
  ActiveToken,
  InactiveToken: closedObject({
    active: { const: false, description: "False for a token that is invalid, expired, revoked or unknown." },
  }),
  IntrospectionResponse: { oneOf: [ref("ActiveToken"), ref("InactiveToken")] },
  Error: closedObject({
    error: string("The code of RFC 6749 §5.2 or RFC 6750 §3.1.", {
      enum: [
        ...["invalid_request", "invalid_client", "invalid_grant", "unauthorized_client", "unsupported_grant_type"],
        ...["unsupported_response_type", "invalid_scope", "access_denied", "request_not_supported"],
        ...["request_uri_not_supported", "temporarily_unavailable", "server_error"],
        ...["invalid_token", "insufficient_scope"],
      ],
    }),
    error_description: string("One ASCII sentence: what is wrong and what to change."),
    error_uri: string("A page that explains the code.", { format: "uri" }),
    request_id: string("The same as the header `x-request-id`."),
  }),
  Metadata: closedObject({
    issuer: string("The issuer, an origin.", { format: "uri" }),
    authorization_endpoint: string("The URL of the authorization endpoint.", { format: "uri" }),
    token_endpoint: string("The URL of the token endpoint.", { format: "uri" }),
    revocation_endpoint: string("The URL of the revocation endpoint.", { format: "uri" }),
    introspection_endpoint: string("The URL of the introspection endpoint.", { format: "uri" }),
    response_types_supported: { const: ["code"], description: "The values of `response_type`." },
    response_modes_supported: {
      const: ["query"],
      description: "How the response returns to the app: in the query of the redirect URI.",
    },
    grant_types_supported: {
      const: ["authorization_code", "refresh_token"],
      description: "The values of `grant_type`.",
    },
    token_endpoint_auth_methods_supported: strings("How an app authenticates at the token endpoint."),
    revocation_endpoint_auth_methods_supported: strings("How an app authenticates at the revocation endpoint."),
    introspection_endpoint_auth_methods_supported: strings(
      "How a service authenticates at the introspection endpoint.",
    ),
    code_challenge_methods_supported: { const: ["S256"], description: "The values of `code_challenge_method`." },
    scopes_supported: strings("The scopes of the platform."),
    authorization_response_iss_parameter_supported: {
      const: true,
      description: "The redirect URI gets `iss` (RFC 9207).",
    },
  }),
} as const;

/** A reference to one of `SCHEMAS`. */
export function ref(name: string) {
  return { $ref: `#/components/schemas/${name}` };
}
