import type { Guide } from "../content.ts";
import { authorization } from "./authorization.en.ts";
import { EVENT_REQUEST } from "./event-sample.ts";
import { goLive } from "./go-live.en.ts";

const retries: Guide = {
  title: "Retries",
  lead: "A request can fail after the service has processed it: the connection breaks, or the response is lost. This page says which requests you may send again, and when.",
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
          "After status 503, send it once more. If the code was redeemed and the response was lost, the second request gets `invalid_grant` and revokes the tokens: start the authorization again.",
        ],
      ],
    },
    "The retry window is 10 minutes for apps on a server and 1 minute for apps on users' devices, unless the platform sets other times. It starts with the first refresh and ends early when the new access token expires.",
    { heading: "When to retry", id: "when" },
    {
      list: [
        "Status 429 or 503, `temporarily_unavailable`: wait as many seconds as the `Retry-After` header says, then double the time with each further attempt and add a random part.",
        "No response within 10 seconds: close the connection and send the request again on another one. The service then drops the first request.",
        "Status 500, `server_error`: do not retry automatically. Report the `request_id` to the platform.",
        "Every other error: do not retry. The same request fails again.",
      ],
    },
    { heading: "Refresh tokens rotate", id: "rotation" },
    "Each refresh returns a new refresh token. Store it before you use the new access token, and never use an older one again: if a refresh token is used again after its successor was used, it counts as stolen, and all tokens of that authorization are revoked.",
    {
      list: [
        "Refresh a merchant's tokens in one place at a time, for example under a lock in your database.",
        "If two of your servers refresh at the same moment, both get the same new tokens within the retry window.",
        "Refresh before the access token expires, at about 90 % of `expires_in`.",
        "On `invalid_grant`, delete the tokens and ask the merchant to connect your app again.",
        "On `unauthorized_client`, keep the tokens. The merchant or the installation is suspended, and the same refresh token works again afterwards.",
      ],
    },
  ],
};

const scopes: Guide = {
  title: "Scopes",
  lead: "A scope is one kind of access to a merchant's data. Register the scopes of your app in its form, each with a reason that merchants read on the consent page.",
  blocks: [
    {
      list: [
        "Request registered scopes in the `scope` parameter of the authorization URL, separated by single spaces.",
        "A scope that is optional in your app's form can be declined by the merchant. The `scope` of the token response lists the scopes that were granted.",
        "To get a scope that was declined or is new, start another authorization. The consent page then marks the scopes that the merchant has not yet granted as new.",
        "A refresh may request a subset in `scope`. Without the parameter, it gets all granted scopes.",
        "A restricted scope needs the approval of the platform. Until your app has it, no merchant sees the scope, not even a test merchant.",
      ],
    },
  ],
};

const testMerchants: Guide = {
  title: "Test merchants",
  lead: "A test merchant is a merchant that belongs to your team. An app works on it before its approval, with the same pages, requests and tokens as on a real merchant.",
  blocks: [
    { heading: "Install an app on a test merchant", id: "install" },
    {
      steps: [
        "Create a test merchant under [Test merchants](/portal/test-merchants) in the developer portal.",
        "Choose your app there and install it. An app with a launch URL is opened with an install token. For other apps the page shows an authorization URL.",
        "Allow the access on the consent page, which says that the app is not reviewed.",
      ],
    },
    { heading: "How test tokens differ", id: "tokens" },
    {
      list: [
        "They work with the platform's sandbox API. The production API rejects them.",
        "Restricted scopes that the platform has not allowed are left out.",
        "A rejected or suspended app works on no merchant, not even on a test merchant.",
      ],
    },
  ],
};

const webhooks: Guide = {
  title: "Webhooks",
  lead: "The platform sends events about your app and its installations to your endpoints, by the Standard Webhooks specification. Add an endpoint on the page of your app in the [developer portal](/portal); its secret is shown once.",
  blocks: [
    { heading: "Receive an event", id: "receive" },
    {
      steps: [
        "Verify the signature over the exact bytes of the body, before you parse it.",
        "Respond with a status from 200 to 299 within 15 seconds, before you process the event. Any other status, including a redirect, is a failure.",
        "Ignore a `webhook-id` that you have already processed: each event is delivered at least once.",
        "Ignore unknown types and fields: more may be added.",
      ],
    },
    { id: "event", label: "Example of an event", syntax: "http", code: EVENT_REQUEST },
    { heading: "Verify the signature", id: "verify" },
    "The headers `webhook-id`, `webhook-timestamp` and `webhook-signature` sign the body with the secret of the endpoint (`whsec_…`). The package `standardwebhooks` verifies them, and refuses a timestamp that is more than five minutes off.",
    {
      choice: "Programming language",
      below: "verify",
      samples: [
        {
          id: "verify-javascript",
          language: "javascript",
          syntax: "javascript",
          label: "Signature in JavaScript",
          code: 'import { Webhook } from "standardwebhooks";\n\n// body: the exact bytes of the request, as text\nconst event = new Webhook(process.env.WEBHOOK_SECRET).verify(body, request.headers);',
        },
        {
          id: "verify-python",
          language: "python",
          syntax: "python",
          label: "Signature in Python",
          code: 'import os\nfrom standardwebhooks import Webhook\n\nevent = Webhook(os.environ["WEBHOOK_SECRET"]).verify(body, dict(request.headers))',
        },
        {
          id: "verify-go",
          language: "go",
          syntax: "go",
          label: "Signature in Go",
          code: 'wh, err := standardwebhooks.NewWebhook(os.Getenv("WEBHOOK_SECRET"))\nif err == nil {\n\terr = wh.Verify(body, request.Header)\n}',
        },
      ],
    },
    "To rotate a secret, add a second one, configure it at your receiver and delete the first. While there are two, each event is signed with both.",
    { heading: "Order and retries", id: "order" },
    {
      list: [
        "The events of an installation arrive in order. `sequence` counts them without gaps. Events of different installations arrive in any order.",
        "A failed delivery is retried with growing pauses for three days.",
        "Status 410 disables the endpoint at once, and so do five days of failures without a success.",
        "The portal lists the deliveries of the last 30 days with request and response. You can send them again from there.",
      ],
    },
  ],
};

/** Texts of the guides. */
export const en = { authorization, "go-live": goLive, retries, scopes, "test-merchants": testMerchants, webhooks };
