/** Texts of the page that tries calls. */
export const en = {
  title: "Try a call",
  lead: "Send real requests of your app to the token endpoints, on one of your [test merchants](/docs/test-merchants). You see each request and its response.",
  stepsLabel: "Steps",
  steps: {
    choose: ["Choose", "One of your apps, and one of your test merchants."],
    allow: ["Allow", "The page exchanges a code for tokens."],
    call: ["Call", "Refresh, revoke or uninstall with these tokens."],
  } as Readonly<Record<"choose" | "allow" | "call", readonly [title: string, text: string]>>,
  failsTitle: "When a call fails",
  /** The fix of each error, by its code. @param app the path of the app in the portal */
  fixes: (app: string): Readonly<Record<string, string>> => ({
    invalid_client: `The secret is wrong. If you no longer have it, add a second one on the [page of the app](${app}).`,
    invalid_grant: "The tokens were revoked, or the app was uninstalled. Start again with the same app.",
    temporarily_unavailable: "Wait a moment and send the request again.",
  }),
  wrongSecret: "This is not a secret of the app.",
  missingSecret: "The secret is missing. Enter a secret of the app.",
  noApp: "You have no app that works on test merchants.",
  createApp: "Create an app",
  noMerchant: "You have no test merchant.",
  createMerchant: "Create a test merchant",
  app: "App",
  merchant: "Test merchant",
  continue: "Continue",
  allowTitle: "Allow the access and exchange the code",
  allowLead:
    "This replaces the consent page: {platform} issues a code for the test merchant, and the next request exchanges it for tokens. The tokens are shown on the next page.",
  allow: (app: string, merchant: string) => `${app} gets access to ${merchant}:`,
  allowSubmit: "Allow and exchange",
  secret: "Client secret",
  secretHint: "Sent with this request only. It is neither stored nor shown.",
  incomplete: "The app needs a redirect URI and a scope that test merchants can grant.",
  edit: "Edit the app",
  again: "Choose another app or merchant",
  refused: "The authorization was refused",
  /** Below the name of a call. */
  on: (app: string, merchant: string) => `${app} on ${merchant}`,
  outcomes: {
    exchange: "The app now has access to the test merchant.",
    refresh: "The app has new tokens. The next refresh needs the new refresh token.",
    revoke: "The token is revoked, and {platform} no longer accepts it.",
    uninstall: "The app is uninstalled, and all of its tokens for the test merchant are revoked.",
  },
  answered: (status: number) => `{platform} answered with status ${status}.`,
  meaning: "Meaning of",
  request: "Request",
  response: "Response",
  curl: "As curl",
  showCurl: "Show the command",
  /** The request to the API of the platform: while the access token works, and after its end. */
  api: {
    works: (placeholder: string | null) =>
      `Send this request from your computer to see the access token work at the [sandbox API](/docs/test-merchants).${placeholder === null ? "" : ` Replace \`${placeholder}\` with an address of that API.`}`,
    ended:
      "Send the request to the sandbox API again: the access token has ended, so the response is 401 with [`invalid_token`](/docs/errors#invalid_token).",
  },
  tokens: { access: "Access token", refresh: "Refresh token" },
  next: "Next call",
  exchange: "Exchange the code",
  /** The title after an exchange that succeeded. */
  received: "Tokens received",
  refresh: "Refresh the tokens",
  /** After the end of the access. */
  refreshFails: "Refresh (fails now with invalid_grant)",
  tryAgain: "Try again",
  revoke: "Revoke the refresh token",
  revokeAccess: "Revoke the access token",
  uninstall: "Uninstall the app",
  /** The effects of the calls, below their buttons. */
  effects: {
    refresh: "Replaces both tokens.",
    revoke: "Ends all tokens of this authorization.",
    revokeAccess: "Ends this access token.",
    uninstall: (app: string, merchant: string) => `Removes ${app} from ${merchant}; allow it again to continue.`,
  },
  authorizeAgain: "Start again with this app and merchant",
};
