import type { Guide } from "../content.ts";

export const goLive: Guide = {
  title: "Go live",
  lead: "An app works on real merchants after the platform has approved it. Go through this list before you submit it.",
  blocks: [
    { heading: "The app’s page", id: "profile" },
    {
      list: [
        "Name, purpose and logo say what the app does. Merchants read them on the consent page; the form in the [developer portal](/portal) has a preview.",
        "Each redirect URI answers, and those of your development environment are removed.",
        "Each scope has a reason. Scopes that the app can work without are optional.",
        "Website, support contact and privacy policy work. Reviewers and merchants use them, and the consent page links to them.",
        "The app has been installed on a [test merchant](/docs/test-merchants), and handles [what can go wrong](/docs/test-merchants#failures).",
      ],
    },
    { heading: "Security", id: "security" },
    {
      list: [
        "`client_secret` and tokens are encrypted on your server, and are not in logs or source code.",
        "Each authorization has its own `state` and PKCE verifier. Your app compares `state` and `iss` before it uses a code.",
        "Your app [verifies the signature](/docs/webhooks#verify) of each webhook.",
        "You can replace the secret without downtime: add a second one, deploy it, then retire the first.",
      ],
    },
    { heading: "Reliability", id: "reliability" },
    {
      list: [
        "One process at a time refreshes a merchant’s tokens, and stores the new refresh token before it uses the access token. See [Refresh with retries](/docs/retries#program).",
        "Status 429 and 503 are retried after `Retry-After`.",
        "After `invalid_grant` on a refresh, your app asks the merchant to connect it again.",
        "After `installation.uninstalled`, your app deletes the tokens of the merchant.",
      ],
    },
    { heading: "The review", id: "review" },
    {
      steps: [
        "Submit the app in the [developer portal](/portal). A reviewer of the platform checks it.",
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
