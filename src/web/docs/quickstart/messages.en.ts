import type { Block, Failures } from "../content.ts";
import type { SampleClient, Step } from "./samples/sample.ts";

/** The text of a step, for an app. */
type StepText = (client: StepClient) => readonly Block[];

interface StepClient extends Pick<SampleClient, "confidential" | "refreshes" | "apiUrl" | "redirectUri"> {
  /** True if the samples have the values of the reader's app. */
  filled: boolean;
  /** True if the program receives the redirect itself. */
  listens: boolean;
}

/** Texts of the quickstart. */
export const en = {
  title: "Quickstart",
  lead: "Connect your app to a merchant, step by step. The steps form one program that runs as it is and needs no packages.",
  signedOut: "Sign in as a developer to see your app’s values in the samples.",
  noApp: "Create an app in the developer portal to see its values in the samples.",
  app: "App",
  show: "Show",
  filledIn: "The samples are filled in for your app",
  languages: "Programming language",
  needs: {
    curl: "You need curl 7.76 or newer, and openssl. You can also paste the steps one after another into one terminal.",
    javascript: "You need Node.js 18.2 or newer.",
    python: "You need Python 3.",
    go: "You need Go 1.17 or newer.",
  },
  run: {
    title: "Run the program",
    create: (redirectUri: string) =>
      `Create an [app](/portal/apps/new) with the redirect URI \`${redirectUri}\` and a [test merchant](/portal/test-merchants).`,
    createMerchant: "[Create a test merchant](/portal/test-merchants), unless you have one.",
    download: (file: string) => `Download ${file}`,
    replace: (names: string) => `Replace these values in the file: ${names}.`,
    start: "Start it in a terminal:",
    startWithSecret: "Start it in a terminal, with your app’s secret:",
    explained: "The steps below explain the program.",
  },
  steps: {
    titles: {
      values: "Create an app",
      authorize: "Build the authorization URL",
      redirect: "Handle the redirect back",
      exchange: "Exchange the code",
      store: "Store the tokens",
      refresh: "Refresh the tokens",
      call: "Call the API",
    } satisfies Record<Step, string> as Readonly<Record<Step, string>>,
    texts: {
      values: ({ confidential, filled, listens, redirectUri }) => [
        {
          list: [
            `[Create an app](/portal/apps/new) in the developer portal with at least one scope and a redirect URI, such as \`${listens && !filled ? redirectUri : "https://app.example/callback"}\`. A draft is enough, and ${listens && !filled ? "the program itself answers at this address" : "nothing needs to answer at this address yet"}.`,
            ...(confidential
              ? ["Keep its `client_secret`. It is shown once; you can add a second one on the app’s page."]
              : []),
            "[Create a test merchant](/portal/test-merchants). An app that is not approved works on [test merchants](/docs/test-merchants) only.",
          ],
        },
        filled
          ? "The program begins with the values of your app."
          : "The program begins with the values of your app: replace `YOUR_CLIENT_ID`, `YOUR_SCOPES` and the redirect URI.",
        ...(confidential
          ? [
              "Keep the secret out of your source code. The samples have it in `CLIENT_SECRET`: replace `lk_cs_…` with yours.",
            ]
          : []),
      ],
      authorize: () => [
        "Make a random `state` and a random PKCE verifier. The URL has the verifier’s hash, so only a program that has the verifier can exchange the code.",
        "Open the printed URL in a browser, sign in with the account that created the test merchant, and allow the access.",
        "In your app, keep `state` and the verifier in the merchant’s session, and redirect the browser to the URL.",
      ],
      redirect: ({ listens }) => [
        ...(listens
          ? [
              "The browser opens your redirect URI with `code`, `state` and `iss`. The program listens there for this one request.",
            ]
          : [
              "The browser opens your redirect URI with `code`, `state` and `iss`. If nothing answers there yet, the browser shows an error; its address bar still has the address. Paste it into the terminal within one minute.",
              "With a loopback redirect URI such as `http://127.0.0.1:8400/callback`, which an app without a secret can use, the programs in JavaScript, Python and Go receive the redirect themselves.",
            ]),
        "Compare `state` and `iss` before you use the code: another site could have sent the browser.",
      ],
      exchange: () => [
        "Send the code, the redirect URI and the verifier to the [token endpoint](/docs/endpoints/token), with your app’s credentials.",
        "The code works once and expires after one minute. If the request fails, the program prints an error, which [Errors](/docs/errors) explains.",
      ],
      store: () => [
        "Encrypt the tokens, and store them with the `merchant_id`: your app gets other tokens for each merchant.",
        "Store `scope` too. It has what the merchant allowed, which can be less than your app requested.",
      ],
      refresh: () => [
        "Refresh the access token before it expires. Store the new refresh token before you use the new access token.",
      ],
      call: ({ apiUrl }) => [
        "Send the access token with each request to the {platform} API. A token of a test merchant works with the sandbox API.",
        `The request is a program of its own, which reads the token from the environment variable \`ACCESS_TOKEN\`.${apiUrl ? "" : " Replace `https://api.example/orders` with an address of that API."}`,
      ],
    } satisfies Record<Step, StepText> as Readonly<Record<Step, StepText>>,
  },
  response: "Response",
  apiCall: "API request",
  saveCall: (file: string) => `Save the API request as \`${file}\`, and start it with the access token:`,
  program: "The whole program",
  programIn: (language: string) => `Program in ${language}`,
  showProgram: (lines: number) => `Show the whole program (${lines} lines)`,
  download: "Download",
  result: (listens: boolean): string =>
    listens
      ? "It prints an address. Open it in a browser and allow the access: the program receives the redirect and prints the tokens."
      : "It prints an address for the browser and waits until you paste the address of the page that opens after the consent. Then it prints the tokens.",
  printed: {
    open: "Open this address in a browser:",
    paste: "Allow the access, then paste the next address:",
    received: "Continue in the terminal.",
    wrong: "The state or the issuer is wrong.",
  },
  fails: {
    title: "Quickstart errors",
    rows: [
      [
        "An error page instead of the consent page",
        "The client ID or the redirect URI is wrong. Paste the address into [Check a link](/portal/check) in the developer portal; it names the error.",
      ],
      [
        "No consent page: the browser returns at once",
        "The merchant has already allowed these scopes, so the page [is skipped](/docs/authorization#skipped). The program continues as usual. To see the page, add `&prompt=consent` to the address that the program prints.",
      ],
      [
        "“The state or the issuer is wrong.”",
        "The redirect is from an earlier run, or the pasted address is incomplete. Start the program again, and open the address that it prints.",
      ],
      [
        "The address is already in use",
        "Another program listens at the redirect URI, for example your app. Stop it, or register another port.",
      ],
      [
        "[`access_denied`](/docs/errors#access_denied)",
        "You declined, or your app is a draft and the merchant is not a test merchant.",
      ],
      ["[`invalid_client`](/docs/errors#invalid_client)", "The client ID or the secret is wrong."],
      [
        "[`invalid_grant`](/docs/errors#invalid_grant)",
        "The code is older than one minute or was used. [Open a new authorization URL](/docs/quickstart#authorize).",
      ],
      [
        "[`invalid_token`](/docs/errors#invalid_token) from the API",
        "The access token expired or was revoked: refresh it and send the request again. Or a token of a test merchant went to the production API: use the sandbox API.",
      ],
    ],
  } as Failures,
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
