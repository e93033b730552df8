import type { Failures } from "../content.ts";
import type { Ability, LibraryId } from "./catalogue.ts";

/** Texts of the page of libraries. */
export const en = {
  title: "Libraries",
  lead: "You need no {platform} library: any OAuth 2.0 client works. These JavaScript libraries and the code below are tested with the {platform} server.",
  tested: "Tested libraries",
  columns: ["Library", "Tested version", "Tested with"],
  abilities: {
    discovery: "discovery",
    pkce: "PKCE",
    refresh: "refresh",
    revocation: "revocation",
    introspection: "introspection",
  } satisfies Record<Ability, string>,
  others:
    "For Python and Go, the [quickstart](/docs/quickstart), [Authorization](/docs/authorization#program) and [Retries](/docs/retries#program) have programs without a library, which the tests run, too. From the [OpenAPI document](/openapi.json) you can generate clients for other languages.",
  about: {
    "openid-client":
      "A certified client for Node.js, browsers and other runtimes. It reads the metadata, and checks `state` and `iss`.",
    oauth4webapi: "The protocol steps as functions, without dependencies. `openid-client` uses it.",
    "badgateway-oauth2-client": "A small client for Node.js and browsers. It reads the metadata.",
    "passport-oauth2": "A strategy of Passport for Express. It keeps `state` and the PKCE verifier in the session.",
    arctic: "A small client on the Fetch API. The URLs of the endpoints are arguments.",
    "simple-oauth2": "A client for Node.js without PKCE, for apps with a secret.",
  } satisfies Record<LibraryId, string>,
  install: "Install",
  show: "Show the code",
  sample: (name: string) => `Connect with ${name}`,
  comments: {
    start: "Redirect the browser to url. Keep the rest in its session.",
    finish: "Call this at the redirect URI, with the URL of the request.",
    session: "The session of your app comes before these routes.",
  },
  run: "Each sample below is a module with two functions: `start` begins an authorization, and `finish` returns the tokens with the `merchant_id`. The secret comes from the environment variable `CLIENT_SECRET`.",
  webhooks: "Webhooks",
  webhooksText:
    "`standardwebhooks` verifies the signature of an event. [Webhooks](/docs/webhooks#verify) has receivers in JavaScript, Python and Go.",
  apis: "For teams that run a {platform} API",
  apisText: (version: string) =>
    `\`@latchkey/client\` ${version} protects an API of {platform}: it introspects access tokens, caches the result, and learns of revocations within a second. It has guards for Fastify, Express and Connect. An app that connects to merchants does not need it.`,
  apisGet:
    "The package is not on npm. Build it from the source code of the server with `npm run build:client && npm pack ./dist/client`, or ask {platform} for the file.",
  apisRun:
    "`LATCHKEY_URL` is the gRPC address of the server, and `INTROSPECT_KEY` a service key with the permission `tokens:introspect`. You get both from {platform}, too.",
  apiSample: "An API that requires a token",
  recipes: (names: string) => `The folder \`docs/integrations\` of the source has tested programs for ${names}.`,
  fails: {
    title: "Library errors",
    rows: [
      [
        "A library refuses an `http` address",
        "`openid-client` and `oauth4webapi` require `https`. For a service on your own computer, allow `http` as in the code above.",
      ],
      [
        "openid-client: `invalid_grant` at the exchange",
        "The library sends the redirect URI without its query. Register a redirect URI that has none.",
      ],
      [
        "simple-oauth2: “The content-type is not JSON compatible”",
        "A revocation has no body. Use `revokeAll({ json: true })`; the tokens are revoked in both cases.",
      ],
      [
        "A refresh gets `invalid_scope`",
        "Do not send a scope that the authorization did not request. Scopes that the merchant declined are left out without an error.",
      ],
    ],
  } as Failures,
};
