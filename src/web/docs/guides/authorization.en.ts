import type { Guide } from "../content.ts";

export const authorization: Guide = {
  title: "Authorization",
  lead: "A merchant connects your app with the authorization code flow of OAuth 2.0. Your app never sees a password. It gets tokens for the scopes that the merchant allows.",
  blocks: [
    { heading: "The flow", id: "flow" },
    {
      flow: [
        ["Redirect", "Your app sends the browser to `/oauth/authorize`."],
        ["Consent", "The merchant signs in and allows scopes."],
        ["Return", "The browser comes back to your redirect URI with a `code`."],
        ["Exchange", "Your server gets tokens from `/oauth/token`."],
      ],
    },
    { heading: "Start from your app", id: "start" },
    "Redirect the merchant’s browser to the [authorization endpoint](/docs/endpoints/authorize):",
    { example: "authorizationUrl" },
    {
      list: [
        "Create a random `state` and a PKCE verifier for each authorization, and keep both in the browser’s session. `code_challenge` is the SHA-256 hash of the verifier in base64url.",
        "If you know the merchant, add `merchant_hint` with its ID to preselect it.",
        "`prompt=consent` always shows the consent page, and `prompt=login` asks for a new sign-in.",
      ],
    },
    "After the consent, the browser returns to your redirect URI:",
    { example: "returnUrl" },
    { heading: "Sample web server", id: "program" },
    (start) =>
      `This program redirects the browser at \`${start}\`, and exchanges the code at your redirect URI. It keeps \`state\` and the verifier in a cookie until the browser returns, and stores the tokens in \`tokens.json\`. It uses no packages.`,
    { program: "connect", below: "program" },
    (start) =>
      `Register a redirect URI that leads to this server, for example the \`https\` address of a tunnel to your computer. Then open \`${start}\` at the same address. The [token endpoint](/docs/endpoints/token) answers:`,
    { example: "tokens" },
    "Store the tokens with the `merchant_id` of the response. [Retries](/docs/retries#store) says what else to store, and when.",
    { heading: "Handle the return", id: "return" },
    {
      columns: ["Parameters", "Meaning, and what to do"],
      rows: [
        [
          "`code`, `state`, `iss`",
          "The merchant allowed the access. Compare `state` with the session and `iss` with the address of {platform}, then exchange the code within one minute.",
        ],
        [
          "`error=access_denied`",
          "The merchant declined, or the person may not connect apps to this merchant. Say so on your page, and offer another attempt.",
        ],
        ["Another `error`", "The request is wrong. [Errors](/docs/errors) explains each code."],
      ],
    },
    { heading: "Start from the install link", id: "install-link" },
    (start) =>
      `Merchants can also start at {platform}. The install link of your app shows the app and then opens your launch URL, an address in the form of your app, with \`iss\` and \`install_token\`. In the program above, the launch URL is \`${start}\`.`,
    {
      list: [
        "Compare `iss` with the address of {platform}.",
        "Start an authorization as above, and add `install_token` to the URL. It preselects the merchant.",
        "An install token works once, within 10 minutes, for the account that opened the install link.",
      ],
    },
    { heading: "When the consent page is skipped", id: "skipped" },
    "An app with a secret gets its code without a consent page if the merchant has already granted all requested scopes. With `prompt=consent`, with an install token, and for apps without a secret, the page is always shown.",
  ],
  fails: {
    title: "Authorization errors",
    rows: [
      [
        "An error page, and no return",
        "The client ID or the redirect URI is wrong, so {platform} does not redirect. Paste the URL into [Check a link](/portal/check) in the developer portal; it names the error.",
      ],
      [
        "[`invalid_request`](/docs/errors#invalid_request) at the redirect URI",
        "A parameter of the authorization URL is missing or wrong. `error_description` names it.",
      ],
      [
        "Another `state` than in the session",
        "The session has ended, or the return is forged. Do not use the code, and offer another attempt.",
      ],
      [
        "[`invalid_grant`](/docs/errors#invalid_grant) at the exchange",
        "The code is older than one minute or was used, or the redirect URI or the verifier differs. Start the authorization again.",
      ],
      [
        "[`invalid_client`](/docs/errors#invalid_client) at the exchange",
        "The client ID or the secret is wrong. Correct it and start the authorization again.",
      ],
    ],
  },
};
