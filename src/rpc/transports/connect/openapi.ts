type Json = Record<string, unknown>;

/** The methods that OpenAPI can name. The route treats all other methods in the same way. */
const METHODS = ["get", "head", "post", "put", "patch", "delete", "options"] as const;

/**
 * The OpenAPI 3.1 document of forward authentication, which is on the internal port only. The proto files describe the RPCs.
 * @see https://spec.openapis.org/oas/v3.1.1
 */
export function forwardAuthDocument(): Json {
  return {
    openapi: "3.1.1",
    info: {
      title: "Latchkey forward authentication",
      version: "1",
      description: "For proxies in front of APIs, on the internal Connect port. Not reachable on the public port.",
    },
    servers: [{ url: "/" }],
    paths: { "/forward-auth": Object.fromEntries(METHODS.map((method) => [method, operation(method)])) },
    components: {
      schemas: { Error: ERROR },
      securitySchemes: {
        serviceKey: {
          type: "apiKey",
          in: "header",
          name: "X-Service-Key",
          description: "The proxy's service key, with the permission `tokens:introspect`.",
        },
        accessToken: { type: "http", scheme: "bearer", description: "The access token of the client." },
      },
    },
  };
}

const ERROR = {
  type: "object",
  additionalProperties: false,
  required: ["error", "error_description"],
  properties: {
    error: {
      enum: ["invalid_request", "invalid_token", "insufficient_scope", "server_error", "temporarily_unavailable"],
    },
    error_description: { type: "string" },
  },
};

const text = (description: string): Json => ({ description, schema: { type: "string" } });
const SCOPES = {
  description:
    "Required scopes, separated by single spaces. The token needs the scopes of both the query and the header.",
  schema: { type: "string", pattern: "^[!#-\\[\\]-~]+( [!#-\\[\\]-~]+)*$" },
};

function operation(method: string): Json {
  return {
    operationId: `forward_auth_${method}`,
    summary: "Decide on a request to an API",
    description:
      "Any path below `/forward-auth/` gives the same decision, but its query is ignored. The body is ignored too.",
    externalDocs: { url: "https://www.rfc-editor.org/rfc/rfc6750#section-3" },
    security: [{ serviceKey: [], accessToken: [] }],
    parameters: [
      { name: "scope", in: "query", ...SCOPES },
      { name: "X-Required-Scopes", in: "header", ...SCOPES },
    ],
    responses: {
      200: {
        description: "The token is active and has the required scopes.",
        headers: {
          "X-Merchant-Id": text("The merchant that the token acts for."),
          "X-Client-Id": text("The app."),
          "X-Installation-Id": text("The installation of the app on the merchant."),
          "X-Scopes": text("The scopes of the token, separated by single spaces."),
        },
      },
      401: failure("There is no access token, it is inactive, or the `Authorization` header is malformed.", {
        "WWW-Authenticate": text("The challenge."),
      }),
      403: failure("The token lacks a required scope.", { "WWW-Authenticate": text("The challenge.") }),
      500: failure("The proxy is misconfigured; `error_description` says what to correct."),
      503: failure("An outage. Send the same request again after `retry-after`.", {
        "Retry-After": { description: "Seconds to wait.", schema: { type: "integer", minimum: 1 } },
      }),
    },
  };
}

function failure(description: string, headers: Json = {}): Json {
  return { description, headers, content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } } };
}
