import type { Guide } from "../content.ts";

export const goLive: Guide = {
  title: "Go live",
  lead: "An app works on real merchants after {platform} has approved it. Go through this list before you submit it.",
  blocks: [
    { heading: "The app’s page", id: "profile" },
    {
      list: [
        "Say in name, purpose and logo what the app does. Merchants read them on the consent page; the form in the [developer portal](/portal) has a preview.",
        "Check that each redirect URI answers, and remove those of your development environment.",
        "Give a reason for each scope, and make the scopes optional that the app can work without.",
        "Open your website, support contact and privacy policy. Reviewers and merchants use them, and the consent page links to them.",
        "Install the app on a [test merchant](/docs/test-merchants), and try [the failures](/docs/test-merchants#failures) there.",
      ],
    },
    { heading: "Security", id: "security" },
    {
      list: [
        "Encrypt `client_secret` and tokens on your server, and keep them out of logs and source code.",
        "Create a new `state` and PKCE verifier for each authorization. Compare `state` and `iss` before you use a code.",
        "[Verify the signature](/docs/webhooks#verify) of each webhook.",
        "Try to replace the secret without downtime: add a second one, deploy it, then retire the first.",
      ],
    },
    { heading: "Reliability", id: "reliability" },
    {
      list: [
        "Refresh the tokens of a merchant in one process at a time, and store the new refresh token before you use the access token. See [Refresh with retries](/docs/retries#program).",
        "Send requests with status 429 or 503 again after `Retry-After`.",
        "After `invalid_grant` on a refresh, ask the merchant to connect the app again.",
        "After `installation.uninstalled`, delete the tokens of the merchant.",
      ],
    },
    { heading: "The review", id: "review" },
    {
      steps: [
        "Submit the app in the [developer portal](/portal). {platform} reviews it.",
        "If changes are requested, the page of the app shows what the reviewer wrote. Edit the app, answer and submit it again.",
        "After the approval, share the install link. It is on the page of the app, also as a QR code.",
        "Later changes are reviewed, too. Until then merchants use the approved version.",
      ],
    },
    { action: "Submit the app in the developer portal", href: "/portal" },
  ],
  fails: {
    title: "Problems during and after review",
    rows: [
      [
        "The reviewer requests changes",
        "The page of the app shows what the reviewer wrote. Edit the app, answer and submit it again.",
      ],
      [
        "Merchants cannot connect the app",
        "Paste an authorization URL into [Check a link](/portal/check) in the developer portal; it names the error. [Errors](/docs/errors) explains each code at the redirect URI.",
      ],
      ["Refreshes fail", "[Retries](/docs/retries#refused) says for each error if you keep or delete the tokens."],
      [
        "A secret has leaked",
        "Add a second secret on the page of the app in the [developer portal](/portal), deploy it, then choose “Retire now” for the leaked one. “Retire in 7 days” would leave it working.",
      ],
    ],
  },
};
