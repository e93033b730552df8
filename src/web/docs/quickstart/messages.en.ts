import type { Block, Failures } from "../content.ts";
import type { SampleClient, Step } from "./samples/sample.ts";

/** The text of a step, for an app. */
type StepText = (client: StepClient) => readonly Block[];

interface StepClient extends Pick<SampleClient, "confidential" | "refreshes" | "apiUrl"> {
  /** True if the program receives the redirect itself. */
  listens: boolean;
  /** The file of the API request. */
  callFile: string;
}

/** Texts of the quickstart. */
export const en = {
  title: "Quickstart",
  lead: "Run one program that connects your app to a test merchant, then see how each part of it works. It needs no packages.",
  signedOut: "Sign in as a developer to see your app’s values in the samples.",
  noApp: "Create an app in the developer portal to see its values in the samples.",
  app: "App",
  show: "Show",
  filledIn: "The samples are filled in for your app",
  languages: "Programming language",
  run: {
    title: "Run the program",
    needs: "You need:",
    tools: {
      curl: "curl 7.76 or newer, and openssl.",
      javascript: "Node.js 18.2 or newer.",
      python: "Python 3.",
      go: "Go 1.17 or newer.",
    },
    app: (redirectUri: string, confidential: boolean) =>
      `An [app](/portal/apps/new) with at least one scope and the redirect URI \`${redirectUri}\`. A draft is enough.${confidential ? " Keep its secret, which is shown once." : ""}`,
    merchant:
      "A [test merchant](/portal/test-merchants). An app that is not approved works [on no other merchant](/docs/test-merchants).",
    download: (file: string) => `Download ${file}`,
    replace: (names: string) => `Replace these values in the file: ${names}.`,
    start: "Start the program in a terminal:",
    startWithSecret: "Start the program in a terminal, with your app’s secret:",
    result: (listens: boolean): string =>
      `Open the address that it prints, sign in with the account that created the test merchant, and allow the access. ${
        listens
          ? "The program receives the redirect and prints the tokens."
          : "Paste the address of the page that opens then into the terminal within one minute: the program prints the tokens."
      }`,
  },
  explained: {
    title: "How the program works",
    /** For the shell. */
    paste: "You can also paste the parts one after another into a terminal.",
  },
  steps: {
    titles: {
      values: "Set your app’s values",
      authorize: "Build the authorization URL",
      redirect: "Handle the redirect back",
      exchange: "Exchange the code",
      store: "Store the tokens",
      refresh: "Refresh the tokens",
      call: "Call the API",
    } satisfies Record<Step, string> as Readonly<Record<Step, string>>,
    texts: {
      values: ({ confidential }) => [
        "The program begins with the values of your app. The client ID identifies the app, the browser returns to the redirect URI, and the scopes name the data that the app asks for.",
        ...(confidential ? ["The secret is in `CLIENT_SECRET`. Keep it out of your source code."] : []),
      ],
      authorize: () => [
        "Make a random `state` and a random PKCE verifier. The URL has the verifier’s hash, so only a program that has the verifier can exchange the code.",
        "In your app, keep `state` and the verifier in the merchant’s session, and redirect the browser to the URL.",
      ],
      redirect: ({ listens }) => [
        ...(listens
          ? [
              "The browser opens your redirect URI with `code`, `state` and `iss`. The program listens there for this one request.",
            ]
          : [
              "The browser opens your redirect URI with `code`, `state` and `iss`. If nothing answers there yet, the browser shows an error; its address bar still has the address to paste.",
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
      call: ({ apiUrl, callFile }) => [
        "Send the access token with each request to the {platform} API. A token of a test merchant works with the sandbox API.",
        `The request is a program of its own. Save it as \`${callFile}\`, and start it with the access token.${apiUrl ? "" : " Replace `https://api.example/orders` with an address of that API."}`,
      ],
    } satisfies Record<Step, StepText> as Readonly<Record<Step, StepText>>,
  },
  response: "Response",
  apiCall: "API request",
  programIn: (language: string) => `Program in ${language}`,
  showProgram: (lines: number) => `Show the whole program (${lines} lines)`,
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
