/** Texts about the types of events. */
export const en = {
  title: "Event types",
  lead: "All events have the same fields. A field without a value is null.",
  fields: {
    title: "Fields of an event",
    child: "Show the fields of data",
    orNull: (type: string) => `${type} or null`,
    none: "No event contains a token or a secret.",
    fields: {
      type: "The [type](/docs/webhooks#types) of the event.",
      timestamp: "The time of the event, in UTC with microseconds (RFC 3339).",
      data: "What the event is about. It is empty for `webhook.test`.",
    } as Readonly<Record<string, string>>,
    dataFields: {
      event_id: "The same as `webhook-id`. A repeated delivery has the same one.",
      sequence:
        "The number of the event among those of its installation, starting at 1; null for events of the app itself.",
      client_id: "Your app.",
      merchant_id: "The merchant; null for events of the app itself.",
      installation_id: "The installation; null for events of the app itself.",
      installation_version: "The version of the installation after the event.",
      scopes: "The granted scopes after the event.",
      endpoint_id: "The endpoint that `webhook.disabled` is about; otherwise null.",
      secret_id: "The client secret that `client_secret.expiring` is about; otherwise null.",
    } as Readonly<Record<string, string>>,
  },
  groups: { installation: "Events of an installation", app: "Events of the app", test: "Test" },
  sent: "Sent",
  payload: "Payload",
  when: {
    "installation.created":
      "when your app exchanges the first code after a consent, not at the consent. If the merchant uninstalls the app and installs it again, the event is sent again with a higher `installation_version`.",
    "installation.scopes_changed":
      "when your app exchanges a code of a later consent in which the merchant allowed other scopes, or when the merchant removes a scope. Tokens lose a removed scope at once, and codes issued before become invalid. `scopes` has all scopes that are granted now.",
    "installation.suspended":
      "when the merchant or your team pauses the installation, or {platform} suspends it. It is sent once, even if several of them stop it. Requests with its tokens are refused until it is resumed.",
    "installation.resumed": "when none of them stops the installation any more. Your app can use its tokens again.",
    "installation.uninstalled":
      "when the merchant, your app or {platform} removes the app from the merchant, when the app is archived, and when the merchant is closed. All tokens are revoked. `scopes` has the scopes that were granted until then.",
    "refresh_token.reuse_detected":
      "when a refresh token is used again after its successor was used, which can mean that it was stolen. The tokens of its installation are revoked, so the merchant connects the app again.",
    "app.approved": "when a reviewer approves a submitted version of the app.",
    "app.changes_requested": "when a reviewer returns a submitted version. The page of the app shows what to change.",
    "app.rejected": "when a reviewer rejects the app.",
    "app.suspended": "when {platform} suspends the app. Requests of the app are refused until the suspension ends.",
    "app.reinstated": "when {platform} ends the suspension of the app.",
    "client_secret.expiring":
      "once for each client secret that has at most 14 days left. A secret that you retire expires after 7 days, so the event is sent at once. `secret_id` names the secret.",
    "webhook.disabled":
      "when an endpoint answers with status 410, or fails for five days without a success. `endpoint_id` names it. The other endpoints of the app receive the event.",
    "webhook.test": "when you send a test event from the page of an endpoint. It has no data.",
  } as Readonly<Record<string, string>>,
};
