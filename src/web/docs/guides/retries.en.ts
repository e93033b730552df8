import type { Guide } from "../content.ts";

export const retries: Guide = {
  title: "Retries",
  lead: "A request can fail after {platform} has processed it: the connection breaks, or the response is lost. This page says which requests you may send again, and when.",
  blocks: [
    { heading: "Which requests are safe to repeat", id: "safe" },
    {
      columns: ["Request", "After a lost response or status 503"],
      rows: [
        [
          "Refresh",
          "Send the same request again. Within the retry window it returns the same tokens. After the window, start the authorization again.",
        ],
        ["Revoke, uninstall", "Send the same request again. The result is the same."],
        [
          "Exchange of a code",
          "After status 503, send it once more. If the code was redeemed and the response was lost, the second request gets [`invalid_grant`](/docs/errors#invalid_grant) and revokes the tokens: start the authorization again.",
        ],
      ],
    },
    "The retry window is 10 minutes for apps on a server and 1 minute for apps on users’ devices, unless {platform} sets other times. It starts with the first refresh and ends early when the new access token expires.",
    { heading: "When to retry", id: "when" },
    {
      columns: ["Response", "What to do"],
      rows: [
        [
          "429 or 503, [`temporarily_unavailable`](/docs/errors#temporarily_unavailable)",
          "Wait as many seconds as the `Retry-After` header says, then double the time with each further attempt and add a random part.",
        ],
        [
          "None within 10 seconds",
          "Close the connection and send the request again on another one. {platform} then drops the first request.",
        ],
        [
          "500, [`server_error`](/docs/errors#server_error)",
          "Do not retry automatically. Report the `request_id` to {platform}.",
        ],
        ["Every other error", "Do not retry. The same request fails again."],
      ],
    },
    { heading: "Refresh tokens rotate", id: "rotation" },
    "Each refresh returns a new refresh token. Store it before you use the new access token, and never use an older one again: if a refresh token is used again after its successor was used, it counts as stolen, and all tokens of that authorization are revoked.",
    {
      list: [
        "Refresh a merchant’s tokens in one place at a time, for example under a lock in your database.",
        "If two of your servers refresh at the same moment, both get the same new tokens within the retry window.",
        "Refresh before the access token expires, at about 90% of `expires_in`.",
      ],
    },
    { heading: "Refresh with retries", id: "program" },
    "This program refreshes the tokens in `tokens.json`, which the [web server](/docs/authorization#program) stores. It repeats a failed request with the same refresh token up to three times, and replaces the file before it ends. It uses no packages; with curl, it needs version 7.84 or newer.",
    { program: "refresh", below: "program" },
    "In your app, run it for one merchant at a time: lock the merchant’s row in your database, read the refresh token, refresh, store the new tokens, and commit.",
    { heading: "What to store, and when", id: "store" },
    {
      columns: ["Value", "Store it"],
      rows: [
        [
          "`refresh_token`",
          "Encrypted, as soon as the response has arrived and before the new access token is used. It replaces the previous one in one step.",
        ],
        [
          "`access_token`",
          "Encrypted, together with the refresh token, and with the time of the response plus `expires_in`.",
        ],
        [
          "`refresh_token_expires_in`",
          "As a time, too. Refresh before it, also for merchants that do not use your app at the moment: afterwards they connect it again.",
        ],
        [
          "`merchant_id`",
          "As the key of the tokens. When the merchant connects your app again, the new tokens replace these.",
        ],
        [
          "`scope`",
          "With the tokens. It lists the scopes that the merchant granted, and can change with each refresh.",
        ],
      ],
    },
  ],
  fails: {
    title: "When a refresh is refused",
    id: "refused",
    rows: [
      [
        "[`invalid_grant`](/docs/errors#invalid_grant)",
        "Delete the tokens and ask the merchant to connect your app again.",
      ],
      [
        "[`unauthorized_client`](/docs/errors#unauthorized_client)",
        "Keep the tokens. The merchant or the installation is paused or suspended, and the same refresh token works again afterwards.",
      ],
      [
        "[`invalid_client`](/docs/errors#invalid_client)",
        "Keep the tokens. The client ID or the secret is wrong, or the app is rejected or suspended.",
      ],
      [
        "[`temporarily_unavailable`](/docs/errors#temporarily_unavailable)",
        "Keep the tokens, and send the same request again [after the wait](/docs/retries#when).",
      ],
    ],
  },
};
