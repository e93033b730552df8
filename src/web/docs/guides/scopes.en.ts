import type { Guide } from "../content.ts";

export const scopes: Guide = {
  title: "Scopes",
  lead: "A scope is one kind of access to a merchant’s data. Register the scopes of your app in its form, each with a reason that merchants read on the consent page.",
  blocks: [
    { heading: "Request scopes", id: "request" },
    "Request registered scopes in the `scope` parameter of the [authorization URL](/docs/authorization#start), separated by single spaces. In your app’s form, each scope is required or optional: a merchant allows all required ones, and can decline optional ones.",
    { example: "authorizationUrl" },
    { heading: "Read what was granted", id: "granted" },
    "The `scope` of each token response lists the scopes that the merchant granted. Store it, and turn off the features whose scope is missing. Here the merchant has declined all scopes but one:",
    { example: "grantedScopes" },
    { heading: "Get more scopes", id: "more" },
    "To get a scope that was declined or is new, start another authorization that requests it. The consent page then marks the scopes that the merchant has not yet granted as new. Ask when the merchant uses a feature that needs the scope, and say why.",
    { heading: "Use fewer scopes", id: "fewer" },
    "A refresh may request a subset in `scope`. Without the parameter, it gets all granted scopes.",
    { example: "narrowRefresh", below: "fewer" },
    { heading: "Restricted scopes", id: "restricted" },
    "{platform} allows a restricted scope for each app separately. To ask for it, add the scope with its reason to the form of your app, and submit the app for review. The approval of the app says which of its restricted scopes {platform} allows; the page of the app in the [developer portal](/portal) shows the decision.",
    {
      columns: ["State", "What a request for the scope gets"],
      rows: [
        ["Before the approval of your app", "Test merchants can connect the app, and their tokens lack the scope."],
        [
          "After an approval without the scope",
          "The authorization fails with [`invalid_scope`](/docs/errors#invalid_scope).",
        ],
        ["After an approval with the scope", "Merchants grant it on the consent page like any other scope."],
      ],
    },
    "{platform} decides again at each review. If it has refused the scope, improve the reason and submit the app again.",
  ],
  fails: {
    title: "If a scope is refused",
    rows: [
      [
        "[`invalid_scope`](/docs/errors#invalid_scope) at the redirect URI",
        "A requested scope is misspelled or not registered, or it is [restricted](/docs/scopes#restricted) and {platform} has not allowed it. Compare the URL with the form of your app.",
      ],
      [
        "[`invalid_scope`](/docs/errors#invalid_scope) at a refresh",
        "The request names a scope that the authorization did not request, or only scopes that were not granted. Leave `scope` out, or [get more scopes](/docs/scopes#more).",
      ],
      [
        "[`insufficient_scope`](/docs/errors#insufficient_scope) from the API",
        "The token lacks a scope that the request needs. [Get it](/docs/scopes#more) with another authorization.",
      ],
      [
        "A scope is missing in the token response",
        "The merchant has declined it, or it is restricted and {platform} has not allowed it for your app.",
      ],
    ],
  },
};
