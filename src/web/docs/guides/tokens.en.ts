import type { Guide } from "../content.ts";

export const tokens: Guide = {
  title: "Tokens",
  lead: "After the consent, your app exchanges a code for an access token and a refresh token. This page says how long they last, and which events end them earlier.",
  blocks: [
    { heading: "How long they work", id: "lifetimes" },
    {
      columns: ["Value", "Works for"],
      rows: [
        ["Authorization code", "1 minute, for one exchange."],
        ["Access token", "1 hour, for any number of requests. `expires_in` has the seconds that are left."],
        [
          "Refresh token",
          "90 days, which start again with each refresh that rotates it. `refresh_token_expires_in` has the seconds that are left.",
        ],
        ["`install_token`", "10 minutes, for one authorization."],
      ],
    },
    "{platform} can set other times, also for a single app. Rely on the seconds in the response.",
    "Tokens and codes are opaque: store and send them as they are, and do not parse them.",
    { heading: "Refresh modes", id: "modes" },
    "The form of your app has three modes. An app on users’ devices always rotates.",
    {
      columns: ["Mode", "What a refresh returns"],
      rows: [
        [
          "Rotate",
          "A new access token and a new refresh token. A lost response can be requested again within the [retry window](/docs/retries#safe).",
        ],
        ["Keep", "A new access token. The refresh token stays, and expires at a fixed time."],
        ["None", "The app gets no refresh token. When the access token expires, it starts another authorization."],
      ],
    },
    { heading: "Events that end a token", id: "ends" },
    {
      even: true,
      columns: ["Event", "Effect"],
      rows: [
        ["A refresh", "The earlier access token works until it expires. Use the new one."],
        [
          "Your app [revokes](/docs/endpoints/revoke) an access token",
          "This access token ends. The refresh token stays.",
        ],
        ["Your app [revokes](/docs/endpoints/revoke) a refresh token", "All tokens of the authorization end."],
        [
          "The merchant or your app [uninstalls](/docs/endpoints/uninstall)",
          "All tokens of the merchant end, and your app gets [`installation.uninstalled`](/docs/webhooks#types).",
        ],
        ["A code is exchanged twice", "All tokens of the first exchange end."],
        [
          "An old refresh token is used after its successor was used",
          "All tokens of the authorization end, and your app gets [`refresh_token.reuse_detected`](/docs/webhooks#types).",
        ],
        [
          "The merchant removes a permission",
          "Tokens lose its scope at once, and your app gets [`installation.scopes_changed`](/docs/webhooks#types).",
        ],
        [
          "The installation is paused, or the merchant is suspended",
          "APIs and refreshes refuse the tokens until it is resumed. Keep them: they work again afterwards.",
        ],
      ],
    },
    "{platform} APIs usually refuse a token within a second after it has ended.",
    { heading: "Keep tokens safe", id: "storage" },
    {
      list: [
        "Encrypt tokens in your database, and keep them out of logs, URLs and browsers.",
        "Store the tokens of each merchant under its `merchant_id`. [What to store, and when](/docs/retries#store) has the details.",
        "If tokens have leaked, revoke the refresh token and ask the merchant to connect your app again.",
      ],
    },
  ],
  fails: {
    title: "When a token is refused",
    rows: [
      [
        "[`invalid_token`](/docs/errors#invalid_token) from the API",
        "The access token has expired or ended. Refresh it once, and send the request again.",
      ],
      [
        "[`invalid_grant`](/docs/errors#invalid_grant) at a refresh",
        "The authorization has ended. Delete the tokens, and ask the merchant to connect your app again.",
      ],
      [
        "[`unauthorized_client`](/docs/errors#unauthorized_client) at a refresh",
        "The merchant or the installation is paused or suspended. Keep the tokens, and try again later.",
      ],
    ],
  },
};

/** Texts of the picture of the lifecycle. */
export const tokenPicture = {
  title: "From the code to each refresh",
  /** The text alternative. */
  description:
    "A code, which works for one minute, is exchanged for an access token, which works for one hour, and a refresh token, which works for 90 days. A refresh with the refresh token returns a new access token and a new refresh token. The next refresh uses the new refresh token.",
  nodes: {
    code: ["Code", "1 min"],
    access: ["Access token", "1 h"],
    refresh: ["Refresh token", "90 d"],
    newAccess: ["New access token", "1 h"],
    newRefresh: ["New refresh token", "90 d"],
  } as Readonly<Record<"code" | "access" | "refresh" | "newAccess" | "newRefresh", readonly [string, string]>>,
  steps: [
    ["Exchange", "Your server sends the code to `/oauth/token` and gets both tokens."],
    ["Refresh", "Before the access token expires, the refresh token gets new ones."],
    ["Next refresh", "Each refresh uses the newest refresh token, as long as the merchant keeps your app."],
  ] as readonly (readonly [title: string, text: string])[],
};
