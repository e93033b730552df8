import type { Block, GuideBlock } from "../content.ts";

/** Texts of the quickstart. */
export const en = {
  title: "Quickstart",
  lead: "This program connects your app to a merchant: it prints the authorization URL, exchanges the code for tokens and refreshes them. It uses no packages.",
  signedOut: "Sign in as a developer to fill in your own app.",
  noApp: "Create an app to fill in its client ID.",
  create: "Create an app",
  app: "App",
  show: "Show",
  filledIn: "The samples are filled in for your app",
  prepare: "Before you start",
  preparation: [
    "Create an app in the [developer portal](/portal) with a redirect URI and at least one scope. A draft is enough.",
    "Keep its `client_secret`. It is shown once; you can add a second one on the app's page.",
    "Create a [test merchant](/docs/test-merchants). An app that is not approved works on test merchants only.",
  ],
  publicPreparation: [
    "Create an app in the [developer portal](/portal) with a redirect URI and at least one scope. A draft is enough.",
    "Create a [test merchant](/docs/test-merchants). An app that is not approved works on test merchants only.",
  ],
  program: "The program",
  languages: "Programming language",
  programIn: (language: string) => `Program in ${language}`,
  result: "It prints an address, waits for the return of the browser, and then prints the tokens:",
  output: "Output",
  /** The steps with curl: a title and one sentence each. */
  curl: {
    intro: "Run these steps one after another in a terminal. They need curl and openssl.",
    values: ["Values", "Set the values of your app."],
    secret: "Replace `lk_cs_…` with its secret.",
    pkce: ["PKCE", "Create a random `state`, and a PKCE verifier with its challenge."],
    authorize: [
      "Authorization",
      "Open the printed address in a browser and allow the access. Then paste the address of the page that opens.",
    ],
    check: ["Return", "Take the code only if `state` and `iss` have the expected values."],
    exchange: ["Exchange", "Exchange the code for tokens."],
    refresh: ["Refresh", "Refresh the tokens."],
    result: "The response has the tokens:",
  },
  printed: {
    open: "Open this address in a browser:",
    paste: "Allow the access, then paste the address of the page that opens:",
    wrong: "The state or the issuer is wrong.",
  },
  explanation: (refreshes: boolean): readonly Block[] => [
    { heading: "What it does", id: "steps" },
    {
      steps: [
        "It opens the authorization endpoint with a random `state` and a PKCE challenge. In your app, redirect the merchant's browser there and keep both values in the browser's session.",
        "The merchant signs in, chooses what to allow and returns to the redirect URI with `code`, `state` and `iss`. Compare `state` and `iss` before you use the code.",
        "It exchanges the code for tokens. A code works once, for one minute. Store the tokens with the `merchant_id` of the response.",
        ...(refreshes
          ? ["It refreshes the tokens. Store the new refresh token before you use the new access token."]
          : []),
      ],
    },
    { heading: "Call the API", id: "call" },
    "Send the access token with each request to the platform's API. A token of a test merchant works with the sandbox API.",
  ],
  apiCall: "API request",
  refused: [
    "When the token has expired or was revoked, the API refuses the request. Refresh the tokens and send the request again.",
    { example: "refusedCall" },
  ] as readonly GuideBlock[],
  next: [
    { heading: "Next steps", id: "next" },
    {
      list: [
        "[Authorization](/docs/authorization#program): the same flow in a web server.",
        "[Retries](/docs/retries#program): refreshes that survive lost responses.",
        "[Test merchants](/docs/test-merchants#failures): what can go wrong, and how to test it.",
        "[Endpoints](/docs/endpoints): all parameters and responses.",
      ],
    },
  ] as readonly Block[],
};
