/** Texts around and in the programs of the guides. */
export const en = {
  saveAs: (file: string) => `Save it as \`${file}\` and start it:`,
  terminal: "Terminal",
  installs: ["Language", "Install the package"] as readonly string[],
  programs: {
    connect: (language: string) => `Web server in ${language}`,
    refresh: (language: string) => `Refresh in ${language}`,
    receive: (language: string) => `Receiver in ${language}`,
  },
  examples: {
    authorizationUrl: "Authorization URL",
    returnUrl: "Return to the redirect URI",
    tokens: "Response",
    grantedScopes: "Token response",
    narrowRefresh: "Refresh with fewer scopes",
    verification: "Verification with openssl",
  },
  connect: {
    /** Comments. */
    start: "The start: a button of your app, or its launch URL.",
    back: "The return: the redirect URI.",
    noLogs: "The query contains the code, so it stays out of the log.",
    slashes: "http.server merges slashes at the start of a path.",
    store: "In your app: encrypted in your database, by merchant_id.",
    /** Responses. */
    wrong: "The state or the issuer is wrong.",
    declined: "The app was not connected.",
    connected: "The app is connected.",
  },
  refresh: {
    /** Comments. */
    store: "In your app: a row of your database, under a lock until the new tokens are stored.",
    first: "Stored before the access token is used. The rename replaces the file in one step.",
    retry: "Only these statuses and lost responses are worth a retry.",
    again: "Access has ended. Ask the merchant to connect again.",
    /** Output. */
    failed: "No response. Try again later with the same refresh token.",
    done: "The tokens are refreshed.",
  },
  verify: {
    /** Comments. */
    request: "The headers of the request, and its exact body in body.json.",
    visible: "For trying only: other users of the computer can read the key in the list of processes.",
    /** Output. */
    valid: "The signature is valid.",
    invalid: "The signature is not valid.",
  },
};
