/** Texts of the page of endpoints. */
export const en = {
  title: "Endpoints",
  lead: "The OAuth endpoints for apps, generated from the [OpenAPI document](/openapi.json). Bodies are forms (`application/x-www-form-urlencoded`) or JSON objects with string values, in UTF-8. Errors are explained under [Errors](/docs/errors).",
  servers: (origin: string) =>
    `All paths are below \`${origin}\`. The \`/oauth\` paths are also available below \`${origin}/api/v1\`, where responses stay backward compatible.`,
  request: "Parameters",
  response: "Response",
  exampleRequest: "Request",
  exampleRefresh: "Refresh",
  exampleResponse: "Response",
  /** The names of the alternatives of a request or response, by schema of the OpenAPI document. */
  groups: {
    AuthorizationCodeGrant: "exchange a code",
    RefreshTokenGrant: "refresh tokens",
    ActiveToken: "active token",
    InactiveToken: "inactive token",
  } as Readonly<Record<string, string>>,
  statuses: "Status codes",
  required: "Required",
  optional: "Optional",
  statusColumns: ["Status", "Description"],
  /** Translations of the texts in the OpenAPI document. English needs none. */
  texts: {} as Readonly<Record<string, string>>,
};
