import type { Guide } from "../content.ts";
import { EVENT_REQUEST } from "./event-sample.ts";

export const webhooks: Guide = {
  title: "Webhooks",
  lead: "{platform} sends events about your app and its installations to your endpoints, by the Standard Webhooks specification.",
  blocks: [
    { heading: "Add an endpoint", id: "endpoint" },
    {
      steps: [
        "Open your app in the [developer portal](/portal), and there Webhooks. Choose “Add endpoint”.",
        "Enter the URL of your server. It must use `https` and a public address, for example that of a tunnel to your computer.",
        "Choose all events, or some of the [types](/docs/webhooks#types).",
        "Store the secret of the endpoint, which begins with `whsec_`. It is shown once.",
      ],
    },
    "An app can have up to 20 endpoints, each with a secret of its own.",
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
    "The headers `webhook-id`, `webhook-timestamp` and `webhook-signature` sign the body with the secret of the endpoint. The package `standardwebhooks` verifies them, and refuses a timestamp that is more than five minutes off:",
    { installs: "receive" },
    "This receiver accepts verified events only:",
    { program: "receive", below: "verify" },
    "When the receiver runs, send a test event from the page of the endpoint: the receiver prints `webhook.test`.",
    { heading: "Verify without a package", id: "by-hand" },
    "A signature is `v1,` and the base64 of an HMAC-SHA-256 over `webhook-id.webhook-timestamp.body`, with the decoded secret as the key. The header has one signature per secret, separated by spaces. This script verifies a stored request, for example one from the list of deliveries:",
    { example: "verification" },
    "In a program, compare signatures in constant time, and refuse old timestamps.",
    { heading: "Replace a secret", id: "secrets" },
    "To rotate a secret, add a second one, configure it at your receiver and delete the first. While there are two, each event is signed with both.",
    { heading: "Order and retries", id: "order" },
    {
      list: [
        "The events of an installation arrive in order. `sequence` counts them without gaps. Events of different installations arrive in any order.",
        "A failed delivery is retried after about 5 seconds, then after pauses that double up to 12 hours: about 18 attempts in three days.",
        "Status 410 disables the endpoint at once, and so do five days of failures without a success.",
        "The portal lists the deliveries of the last 30 days with request and response. You can send them again from there.",
      ],
    },
  ],
  fails: {
    title: "Webhook problems",
    rows: [
      [
        "No event arrives",
        "Send a test event from the page of the endpoint. The list of deliveries shows the request and the response.",
      ],
      [
        "The signature does not match",
        "Verify the exact bytes of the body with the secret of this endpoint. JSON that was parsed and written again has other bytes.",
      ],
      [
        "The endpoint is disabled",
        "It answered with status 410, or failed for five days. Correct the receiver, enable the endpoint on its page, and replay the events that it missed.",
      ],
      ["The timestamp is refused", "Synchronize the clock of your server."],
      [
        "An event arrives twice",
        "Ignore a `webhook-id` that you have already processed. Your endpoint may have answered after more than 15 seconds.",
      ],
    ],
  },
};
