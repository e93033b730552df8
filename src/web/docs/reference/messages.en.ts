/** Texts of the page of endpoints. */
export const en = {
  title: "Endpoints",
  lead: "The OAuth endpoints for apps, generated from the [OpenAPI document](/openapi.json). Bodies are forms (`application/x-www-form-urlencoded`) or JSON objects with string values, in UTF-8.",
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
  fields: (count: number) => `Response: ${count} fields`,
  /** The parameters that few apps send. */
  rare: (names: string) => `More parameters: ${names}`,
  wholeResponse: (lines: number) => `Show the whole response (${lines} lines)`,
  noBody: "No body",
  statuses: "Status codes",
  /** Before the statuses that other endpoints have, too. */
  shared: "As at the other endpoints:",
  fails: "What to do when it fails",
  failsText:
    "These statuses mean the same at all endpoints that have them. The body is a JSON object with an `error`: [Errors](/docs/errors) explains each of its codes, and [Retries](/docs/retries#when) says when to send a request again.",
  required: "Required",
  credentials: "Credentials: `client_id` and `client_secret`",
  optional: "Optional",
  statusColumns: ["Status", "Description"],
  /** Translations of the texts in the OpenAPI document. English needs none. */
  texts: {} as Readonly<Record<string, string>>,
};
