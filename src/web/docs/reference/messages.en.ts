import type { Authentication } from "./openapi.ts";

/** Texts of the pages of endpoints. */
export const en = {
  title: "Endpoints",
  lead: "The OAuth endpoints for apps, each with its parameters, responses and status codes.",
  baseUrl: "Base URL",
  baseUrlText:
    "All samples use these paths. The same paths also work below `/api/v1`. Use those if your app must work without changes for years: existing fields of responses never change there ([Changes](/docs/changelog#breaking)).",
  all: "All endpoints",
  conventions: "Requests and responses",
  conventionList: [
    "The body of a request is a form or a JSON object with string values, in UTF-8. `Content-Type` says which: `application/x-www-form-urlencoded` or `application/json`.",
    "A value has at most 4,096 characters and no control characters; a body has at most 64 parameters and 16 KiB. Unknown parameters are ignored.",
    "Responses are JSON. An error has `error`, `error_description`, `error_uri` and `request_id`.",
    "These pages are generated from the [OpenAPI document](/openapi.json), from which you can also generate a client.",
  ] as readonly string[],
  /** The lengths of IDs and tokens, after the type of a field. */
  lengths: {
    clientId: "26 characters",
    merchantId: "up to 64 characters",
    uuid: "UUID",
    token: "77 characters",
  },
  formats: {
    title: "IDs and tokens",
    lead: "Store these values as they are, and do not parse them. Upper and lower case differ.",
    columns: ["Value", "Format"],
    rows: [
      ["Client ID", "`app_` and letters and digits: 26 characters"],
      [
        "Merchant ID",
        "`mer_` and a UUID: 40 characters. Or an ID that {platform} chose: 1 to 64 letters, digits, dots, underscores and hyphens",
      ],
      ["Installation, account, token or event ID", "UUID: 36 characters"],
      ["Client secret", "`lk_cs_` and letters and digits: 77 characters"],
      ["Authorization code", "`lk_ac_` and letters and digits: 77 characters"],
      ["Access token", "`lk_at_` and letters and digits: 77 characters"],
      ["Refresh token", "`lk_rt_` and letters and digits: 77 characters"],
      ["Install token", "`lk_it_` and letters and digits: 77 characters"],
      ["Service key", "`lk_sk_` and letters and digits: 77 characters"],
      ["Webhook secret", "`whsec_` and base64: 50 characters"],
    ] as readonly (readonly [value: string, format: string])[],
    prefix:
      "{platform} can choose another prefix than `lk`, of up to 16 characters. Then secrets and tokens have up to 91 characters. New values can have another format [without notice](/docs/changelog#compatible).",
  },
  authenticate: {
    title: "Authentication",
    ways: [
      {
        id: "basic",
        text: "An app with a secret authenticates by HTTP Basic, with the client ID as the user name and the secret as the password, each form-encoded. Or it sends `client_id` and `client_secret` in the body, but not both:",
        label: "App with a secret",
      },
      {
        id: "public",
        text: "An app without a secret sends its `client_id` in the body. It cannot [uninstall](/docs/endpoints/uninstall) itself:",
        label: "App without a secret",
      },
      {
        id: "service",
        text: "A service of {platform} [introspects](/docs/endpoints/introspect) tokens with a service key. No other endpoint accepts the key:",
        label: "Service key",
      },
    ],
  },
  limits: {
    title: "Rate limits",
    lead: "Successful requests are not limited. Failed authentications are, which prevents the guessing of secrets:",
    columns: ["Counted", "Limit"],
    rows: [
      ["Failures of one app from one IP address", "60 a minute"],
      ["Failures of all apps from one IP address", "300 a minute"],
    ],
    text: "{platform} can set other limits. When a limit is exceeded, the response has status 429, and `Retry-After` says how many seconds to wait. There are no other headers about limits. Every response has `x-request-id`, which an error repeats as `request_id`.",
    sample: "Response when a limit is exceeded",
  },
  url: "URL of the endpoint",
  authentication: "Authentication",
  authentications: {
    app: "HTTP Basic, or `client_id` and `client_secret` in the body",
    service: "A service key, by HTTP Basic, as bearer token or as `client_secret`",
    none: "None",
    browser: "None. The merchant signs in on the page that opens.",
  } satisfies Record<Authentication | "browser", string>,
  body: "Body",
  bodyText: "A form or JSON",
  /** Of the authorization endpoint, which takes its parameters in the query too. */
  postBodyText: "With POST: a form or JSON",
  request: "Parameters",
  response: "Response",
  exampleRequest: "Request",
  exampleExchange: "Exchange",
  exampleRefresh: "Refresh",
  exampleResponse: "Response",
  exampleInactive: "Response for an invalid token",
  exampleError: "Error",
  /** Of an error of the authorization endpoint, which is a redirect. */
  exampleReturn: "Redirect with an error",
  /** The names of the alternatives of a request or response, by schema of the OpenAPI document. */
  groups: {
    AuthorizationCodeGrant: "Exchange a code",
    RefreshTokenGrant: "Refresh tokens",
    ActiveToken: "Active token",
    InactiveToken: "Inactive token",
  } as Readonly<Record<string, string>>,
  noBody: "No body",
  sharedFailsTitle: "Error statuses",
  failsTitle: (endpoint: string) => `Errors at ${endpoint}`,
  unauthorized:
    "The client ID or the secret is not accepted, or the service key at Introspect. Check the credentials, and the state of the app.",
  sharedFails:
    "These statuses mean the same at all endpoints that have them. [Errors](/docs/errors) explains each code in the body, and [Retries](/docs/retries#when) says when to send a request again.",
  sharedHere: "The list of endpoints [explains these statuses](/docs/endpoints#fails), which several endpoints have:",
  endpointFails:
    "The body is a JSON object with an `error`. [Errors](/docs/errors) explains each code, and [Retries](/docs/retries#when) says when to send the request again.",
  browserFails:
    "If the client ID and the redirect URI are right, errors arrive at the redirect URI: [Errors](/docs/errors#redirect-errors) explains each code. Otherwise the browser shows a page with one of these statuses.",
  required: "Required",
  /** Of a parameter that some requests need. */
  conditional: "Sometimes required",
  withoutBasic: "Required without HTTP Basic",
  optional: "Optional",
  /** Of a field of a response. */
  canBeAbsent: "Can be absent",
  /** The only value of a field, or all elements of a list. */
  always: (values: string) => `Always ${values}.`,
  oneOf: (values: string) => `One of ${values}.`,
  example: "Example",
  atLeast: (value: number) => `At least ${value}.`,
  statusColumns: ["Status", "Meaning, and what to do"],
  /** The texts of the OpenAPI document that differ on the pages: they name the platform. */
  texts: {
    "The issuer, to compare with the address of the platform (RFC 9207).":
      "The issuer, to compare with the address of {platform} (RFC 9207).",
    "Says if a token is valid, and for which app, merchant and scopes. For APIs and other services of the platform; apps do not need this endpoint. The platform creates the service key in its console.":
      "Says if a token is valid, and for which app, merchant and scopes. For APIs and other services of {platform}; apps do not need this endpoint. {platform} creates the service key in its console.",
    "An internal error. Report the `request_id` to the platform.":
      "An internal error. Report the `request_id` to {platform}.",
    "The scopes of the platform.": "All {platform} scopes.",
  } as Readonly<Record<string, string>>,
};
