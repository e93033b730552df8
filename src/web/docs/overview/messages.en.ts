import type { DocPage, PAGE_ICONS } from "../pages.ts";

/** A task of a developer, and the page that begins it. */
interface Task {
  page: keyof typeof PAGE_ICONS;
  /** Default: that of the page. */
  title?: string;
  text: string;
}

/** Texts of the start page. */
export const en = {
  start: "Start here",
  tasks: [
    {
      page: "quickstart",
      text: "From a new app to its first API call, in curl, JavaScript, Python or Go.",
    },
    {
      page: "try",
      text: "Send your app’s requests with a test merchant, and read the responses.",
    },
    {
      page: "endpoints",
      title: "API reference",
      text: "Each endpoint with its parameters, responses, errors and samples.",
    },
  ] as readonly Task[],
  build: "What you can build",
  builds: [
    [
      "authorization",
      "An app that works for many merchants",
      "Each merchant decides what your app can access, and can end that access at any time.",
    ],
    ["retries", "A background service", "Refresh tokens keep working while the merchant is away."],
    ["webhooks", "An app that reacts", "Webhooks tell your app when it is installed, changed or uninstalled."],
  ] as readonly (readonly [page: DocPage, title: string, text: string])[],
  how: "How it works",
  /** The text alternative of the picture. */
  picture: (platform: string) =>
    `Your app redirects the merchant’s browser to ${platform}. The merchant allows the access, and the browser returns to your app with a code. Your server exchanges the code for tokens, and calls the API with the access token. The API asks ${platform} if the token is valid, and answers your server.`,
  nodes: { browser: "Merchant’s browser", app: "Your app", api: "API" },
  /** The steps: their names in the picture, and what happens. */
  edges: {
    redirect: "Redirect",
    consent: "Consent",
    return: "Return with code",
    exchange: "Code for tokens",
    call: "Request with access token",
    check: "Check the token",
    answer: "Response",
  },
  happens: {
    redirect: "Your app sends the browser to `/oauth/authorize`.",
    consent: "The merchant signs in and allows scopes.",
    return: "The browser comes back to your redirect URI with a `code`.",
    exchange: "Your server gets tokens from `/oauth/token`.",
    call: "Your server calls the API in the name of the merchant.",
    check: "The API asks if the token is valid.",
    answer: "The API answers your server.",
  },
  more: "Common tasks",
  links: [
    ["/docs/retries#program", "Refresh tokens reliably"],
    ["/docs/webhooks#verify", "Verify a webhook"],
    ["/docs/webhooks#types", "Handle an uninstall"],
    ["/docs/scopes#more", "Request more scopes"],
    ["/docs/test-merchants#failures", "Test what can go wrong"],
    ["/docs/go-live", "Prepare the review"],
  ] as readonly (readonly [href: string, title: string])[],
};
