import type { Guide } from "../content.ts";

export const testMerchants: Guide = {
  title: "Test merchants",
  lead: "Merchants are the companies whose data your app uses. A test merchant belongs to your team: an app works on it before its approval, with the same pages, requests and tokens as on a real merchant.",
  blocks: [
    { heading: "Install an app on a test merchant", id: "install" },
    {
      steps: [
        "Create a test merchant under [Test merchants](/portal/test-merchants) in the developer portal. A team can have up to 100.",
        "Choose your app there and install it. An app with a launch URL is opened with an install token. For other apps the page shows an authorization URL.",
        "Sign in with an account of your team and allow the access on the consent page, which says that the app is not reviewed.",
      ],
    },
    "To see the requests without any code of your own, [try a call](/docs/try).",
    { heading: "How test tokens differ", id: "tokens" },
    {
      list: [
        "They work with the {platform} sandbox API. The production API rejects them.",
        "Restricted scopes that {platform} has not allowed are left out.",
        "A rejected, suspended or archived app works on no merchant, not even on a test merchant.",
      ],
    },
    { heading: "Test what can go wrong", id: "failures" },
    {
      even: true,
      columns: ["Do this", "Your app gets"],
      rows: [
        ["Decline on the consent page", "[`access_denied`](/docs/errors#access_denied) at the redirect URI"],
        ["Decline an optional scope on the consent page", "A token response whose `scope` lacks it"],
        [
          "Exchange a code twice",
          "[`invalid_grant`](/docs/errors#invalid_grant), and the tokens of the first exchange are revoked",
        ],
        [
          "Exchange a code after more than one minute",
          "[`invalid_grant`](/docs/errors#invalid_grant); start the authorization again",
        ],
        ["Send a wrong `client_secret`", "[`invalid_client`](/docs/errors#invalid_client)"],
        [
          "[Revoke](/docs/endpoints/revoke) the access token, then call the API",
          "[`invalid_token`](/docs/errors#invalid_token) from the API; a refresh gets a new token",
        ],
        [
          "Remove an optional scope, under [Connected apps](/connected-apps)",
          "[`insufficient_scope`](/docs/errors#insufficient_scope) from the API; the event [`installation.scopes_changed`](/docs/webhooks#types)",
        ],
        [
          "Pause the installation, on its page in the [developer portal](/portal)",
          "[`unauthorized_client`](/docs/errors#unauthorized_client) at the next refresh, until you resume it; the event [`installation.suspended`](/docs/webhooks#types)",
        ],
        [
          "Uninstall the app, under [Connected apps](/connected-apps)",
          "[`invalid_grant`](/docs/errors#invalid_grant) at the next refresh; the event [`installation.uninstalled`](/docs/webhooks#types)",
        ],
        ["Send the same refresh twice in a row", "The same tokens twice, as after a lost response"],
        [
          "Refresh twice with the newest token, then with the first one",
          "[`invalid_grant`](/docs/errors#invalid_grant), and all tokens of the authorization are revoked; the event [`refresh_token.reuse_detected`](/docs/webhooks#types)",
        ],
        ["Send a test event, on the page of a webhook endpoint", "The event [`webhook.test`](/docs/webhooks#types)"],
      ],
    },
  ],
  fails: {
    title: "Errors with test merchants",
    end: "[Errors](/docs/errors) explains all codes.",
    rows: [
      [
        "[`access_denied`](/docs/errors#access_denied) although you allowed the access",
        "The app is not approved, and the merchant is no test merchant of your team. Choose one of its test merchants on the consent page.",
      ],
      [
        "[`invalid_token`](/docs/errors#invalid_token) from the API",
        "Send tokens of test merchants to the sandbox API, not to the production API.",
      ],
      [
        "[`invalid_client`](/docs/errors#invalid_client)",
        "The client ID or the secret is wrong, or the app is rejected, suspended or archived.",
      ],
    ],
  },
};
