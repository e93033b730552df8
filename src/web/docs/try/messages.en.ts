import type { Failures } from "../content.ts";

/** Texts of the page that tries calls. */
export const en = {
  title: "Try a call",
  lead: "Send real requests of your app to the token endpoints, on one of your [test merchants](/docs/test-merchants). You see each request and its response.",
  flow: [
    ["Choose", "One of your apps, and one of your test merchants."],
    ["Allow", "The page exchanges a code for tokens."],
    ["Call", "Refresh, revoke or uninstall with these tokens."],
  ] as readonly (readonly [string, string])[],
  fails: {
    rows: [
      [
        "[`invalid_client`](/docs/errors#invalid_client)",
        "The secret is wrong. If you no longer have it, add a second one on the page of the app.",
      ],
      [
        "[`invalid_grant`](/docs/errors#invalid_grant)",
        "The tokens were revoked, or the app was uninstalled. Start again with the same app.",
      ],
      [
        "[`temporarily_unavailable`](/docs/errors#temporarily_unavailable)",
        "Wait a moment and send the request again.",
      ],
    ],
  } as Failures,
  noApp: "You have no app that works on test merchants.",
  createApp: "Create an app",
  noMerchant: "You have no test merchant.",
  createMerchant: "Create a test merchant",
  app: "App",
  merchant: "Test merchant",
  continue: "Continue",
  allowTitle: "Allow the access and exchange the code",
  allowLead:
    "This replaces the consent page: the service issues a code for the test merchant, and the next request exchanges it for tokens. The tokens are shown on the next page.",
  allow: (app: string, merchant: string) => `${app} gets access to ${merchant}:`,
  allowSubmit: "Allow and exchange",
  secret: "Client secret",
  secretHint: "Sent with this request only. It is neither stored nor shown.",
  incomplete: "The app needs a redirect URI and a scope that test merchants can grant.",
  edit: "Edit the app",
  again: "Choose another app or merchant",
  refused: "The authorization was refused",
  result: "Result",
  answered: (status: number) => `The service answered with status ${status}.`,
  meaning: "Meaning of",
  request: "Request",
  response: "Response",
  curl: "As curl",
  showCurl: "Show the command",
  next: "Next call",
  refresh: "Refresh the tokens",
  revoke: "Revoke the refresh token",
  revokeAccess: "Revoke the access token",
  uninstall: "Uninstall the app",
  authorizeAgain: "Start again with this app and merchant",
};
