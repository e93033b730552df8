import type { Block, Guide } from "../content.ts";
import type { ChangeDay, ChangeId, ChangeKind } from "./changes.ts";
import { SERVICE_VERSION } from "./changes.ts";

const guide: Guide = {
  title: "API changelog",
  lead: "The versions of the API, the changes that developers of apps must know, and what a change may do to your app.",
  blocks: [
    { heading: "Versions", id: "versions" },
    {
      columns: ["Part", "Version", "Meaning"],
      rows: [
        ["Service", `\`${SERVICE_VERSION}\``, "The {platform} software. Versions follow semver from `1.0.0` on."],
        [
          "HTTP API",
          "`v1`",
          "The version in the paths below `/api/v1`. The paths below `/oauth` have no version. At present they behave like those below `/api/v1`.",
        ],
      ],
    },
  ],
  fails: {
    title: "When a change breaks your app",
    rows: [
      [
        "A response or an event has something unknown",
        "Ignore it. [Changes without notice](/docs/changelog#compatible) may add fields and types.",
      ],
      [
        "A request is refused after a change",
        "Read `error` and `error_description`, and compare your request with the [endpoints](/docs/endpoints). If your request matches them, report the `request_id` to {platform}.",
      ],
      [
        "You want to see every change of a field",
        "Compare the [OpenAPI document](/openapi.json) with an earlier copy of it.",
      ],
    ],
  },
};

/** Rules for changes, which come after the changes themselves. */
const policy: readonly Block[] = [
  { heading: "Changes without notice", id: "compatible" },
  "These changes are compatible. Write your app so that it keeps working:",
  {
    list: [
      "New endpoints and new optional parameters.",
      "New fields in responses and events, and new types of events. Ignore those that you do not know.",
      "Another wording of `error_description`. Decide by `error`.",
      "Another format of tokens and codes. They are opaque to your app.",
    ],
  },
  { heading: "Breaking changes", id: "breaking" },
  "A change is breaking if an app that follows this documentation stops working:",
  {
    list: [
      "An endpoint, a parameter, a field or a type of event is removed or renamed.",
      "The type or the meaning of a field changes.",
      "An optional parameter becomes required.",
      "A request that was accepted is refused.",
    ],
  },
  "Below `/api/v1`, responses may gain fields, and existing fields never change. Use these paths if your app must work without changes for years.",
  "After a security fix, {platform} may refuse affected requests at once. The list above marks it as Security.",
  { heading: "How changes are announced", id: "announced" },
  {
    list: [
      "This page lists each change with its day and its kind, in the release that makes it. The [Atom feed](/docs/changelog.xml) has the same entries, for a feed reader or a chat.",
      "Paths under `/api/v1` never break. An incompatible version gets a path of its own, such as `/api/v2`.",
      "Below `/oauth`, a breaking change is listed as Changed. There is no fixed notice period: {platform} decides when it installs a release.",
      "{platform} sends no mail about changes to the API, and its responses have no `Deprecation` or `Sunset` header.",
    ],
  },
  "{platform} upgrades keep installations and tokens: the previous and the new version run side by side.",
];

/** Texts of the changelog. */
export const en = {
  guide,
  policy,
  subscribe: "Subscribe to these changes with the [Atom feed](/docs/changelog.xml).",
  days: {
    "2026-11-24": "24 November 2026",
    "2026-11-23": "23 November 2026",
    "2026-11-22": "22 November 2026",
    "2026-11-21": "21 November 2026",
    "2026-11-20": "20 November 2026",
  } satisfies Record<ChangeDay, string>,
  kinds: { added: "Added", changed: "Changed", fixed: "Fixed", security: "Security" } satisfies Record<
    ChangeKind,
    string
  >,
  changes: {
    "removed-scopes": {
      title: "Merchants can remove a scope",
      text: "A merchant can remove an optional scope without a new consent. Tokens lose it at once, codes issued before get `invalid_grant`, and your app gets [`installation.scopes_changed`](/docs/webhooks).",
    },
    webhooks: {
      title: "Webhooks",
      text: "Endpoints of your app get [signed events](/docs/webhooks) about the app and its installations, by the Standard Webhooks specification.",
    },
    "secret-and-endpoint-events": {
      title: "Events about secrets and endpoints",
      text: "`client_secret.expiring` names the secret in `secret_id`, and `webhook.disabled` names the endpoint in `endpoint_id`.",
    },
    "codes-of-removed-members": {
      title: "A code stops working when the person who approved it loses the role",
      text: "A code gets `invalid_grant` after the member who approved it has left the merchant, or may no longer connect apps.",
    },
    "introspection-by-basic": {
      title: "Introspection by HTTP Basic",
      text: "[Introspection](/docs/endpoints/introspect) accepts a service key by HTTP Basic and as `client_secret`, beside the bearer token. The response has `username`, which equals `merchant_id`.",
    },
    openapi: {
      title: "OpenAPI document",
      text: "[/openapi.json](/openapi.json) describes all endpoints in OpenAPI 3.1, with the limits on request bodies.",
    },
    "scopes-at-refresh": {
      title: "A refresh may repeat the requested scopes",
      text: "`scope` of a [refresh](/docs/endpoints/token) may name scopes that the merchant did not grant. They are left out, and `scope` of the response names the issued ones. A scope that was not requested still gets `invalid_scope`.",
    },
    "unregistered-scope": {
      title: "The error names the scope",
      text: "`error_description` of `invalid_scope` at [authorize](/docs/endpoints/authorize) names the scope that the app has not registered.",
    },
    "late-retries": {
      title: "A late retry keeps the connection",
      text: "A refresh [after the retry window](/docs/retries) gets `invalid_grant`, but no longer ends the connection if the new refresh token was never used.",
    },
    "authorize-in-a-document": {
      title: "Authorize opens as a page only",
      text: "[Authorize](/docs/endpoints/authorize) answers 400 to requests of a browser for images, frames or scripts. Redirect the browser, or link to it.",
    },
    "uninstall-by-secret": {
      title: "Uninstall needs the secret",
      text: "[Uninstall](/docs/endpoints/uninstall) authenticates an app by its secret. An app without a secret gets `unauthorized_client`. It can still [revoke](/docs/endpoints/revoke) its refresh token.",
    },
    "first-endpoints": {
      title: "The first endpoints",
      text: "[Authorize](/docs/endpoints/authorize) with PKCE, [token](/docs/endpoints/token), [revoke](/docs/endpoints/revoke), [introspect](/docs/endpoints/introspect), [uninstall](/docs/endpoints/uninstall) and [metadata](/docs/endpoints/metadata).",
    },
    "tokens-of-test-merchants": {
      title: "Tokens of test merchants",
      text: "Introspection marks the token of a [test merchant](/docs/test-merchants) by `test`.",
    },
  } satisfies Record<ChangeId, ChangeText>,
};

interface ChangeText {
  title: string;
  text: string;
}
