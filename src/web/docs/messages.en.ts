import { en as changelog } from "./changelog/messages.en.ts";
import type { Block } from "./content.ts";
import { en as errors } from "./errors/messages.en.ts";
import { en as feedback } from "./feedback/messages.en.ts";
import { en as eventTypes } from "./guides/event-types.en.ts";
import { en as guides } from "./guides/messages.en.ts";
import { en as samples } from "./guides/samples/messages.en.ts";
import { tokenPicture } from "./guides/tokens.en.ts";
import { en as libraries } from "./libraries/messages.en.ts";
import { en as markdown } from "./markdown/messages.en.ts";
import { en as overviewPage } from "./overview/messages.en.ts";
import type { DocGroup, DocPage } from "./pages.ts";
import { en as quickstart } from "./quickstart/messages.en.ts";
import { en as reference } from "./reference/messages.en.ts";
import { en as search } from "./search/messages.en.ts";
import { en as tryCalls } from "./try/messages.en.ts";

/** Texts of the documentation. */
export const en = {
  title: "Documentation",
  overview: "Overview",
  /** The name in the header, which links to the overview. */
  short: "Docs",
  areas: "Areas of the documentation",
  lead: (platform: string) =>
    `Connect your app to merchants on ${platform} with OAuth 2.0: send the merchant’s browser to the consent page, exchange the code for tokens, and call the API.`,
  contents: "On this page",
  fails: {
    columns: ["You see", "What to do"],
    test: "[Test merchants](/docs/test-merchants#failures) shows how to cause errors for a test, and [Errors](/docs/errors) explains all codes.",
  },
  neighbours: "Previous and next page",
  previous: "Previous",
  next: "Next",
  groups: { start: "Get started", guides: "Guides", reference: "API reference" } satisfies Record<DocGroup, string>,
  pages: {
    quickstart: {
      title: "Quickstart",
      summary: "From the client ID to the first tokens, in curl, JavaScript, Python or Go.",
    },
    authorization: { title: "Authorization", summary: "How a merchant connects your app, step by step." },
    "go-live": { title: "Go live", summary: "A checklist for the review and for operation." },
    endpoints: { title: "Endpoints", summary: "The base URL, all endpoints and what they share." },
    "endpoints/authorize": { title: "Authorize", summary: "Send a merchant’s browser to the consent page." },
    "endpoints/token": { title: "Token", summary: "Exchange a code for tokens, and refresh them." },
    "endpoints/revoke": { title: "Revoke", summary: "Revoke an access token, or all tokens of an authorization." },
    "endpoints/introspect": { title: "Introspect", summary: "Check from an API whether a token is valid." },
    "endpoints/uninstall": { title: "Uninstall", summary: "Remove your app from a merchant." },
    "endpoints/metadata": { title: "Metadata", summary: "Read the endpoints and capabilities of {platform}." },
    errors: { title: "Errors", summary: "The meaning of each error code, and what to do." },
    changelog: { title: "Changelog", summary: "Versions of the API, and the changes that apps must know." },
    libraries: { title: "Libraries", summary: "OAuth libraries that we test against, with sample code." },
    retries: { title: "Retries", summary: "Which requests are safe to repeat, and code that refreshes reliably." },
    scopes: { title: "Scopes", summary: "Kinds of access, and the scopes that {platform} offers." },
    "test-merchants": {
      title: "Test merchants",
      summary: "Try your app before it is approved, and test what can go wrong.",
    },
    tokens: { title: "Tokens", summary: "The lifetimes of codes and tokens, and the events that end them." },
    webhooks: { title: "Webhooks", summary: "Receive events, and verify their signatures." },
    try: { title: "Try a call", summary: "Send your app’s requests with a test merchant, and see the responses." },
  } satisfies Record<DocPage, { title: string; summary: string }>,
  scopes: {
    catalogue: "{platform} scopes",
    columns: ["Scope", "Access", "Sensitivity"],
    none: "{platform} offers no scopes yet.",
    unavailable: "The scopes cannot be shown at the moment. Try again later.",
    sensitivities: { normal: "Normal", sensitive: "Sensitive", restricted: "Restricted" },
    meaning: [
      {
        list: [
          "Normal: any app can register it.",
          "Sensitive: any app can register it. The consent page lists it before normal scopes and marks it as sensitive.",
          "Restricted: marked as highly sensitive. {platform} [allows it](/docs/scopes#restricted) for each app separately.",
        ],
      },
    ] as readonly Block[],
  },
  changelog,
  eventTypes,
  errors,
  feedback,
  guides,
  libraries,
  markdown,
  overviewPage,
  quickstart,
  reference,
  samples,
  search,
  tokenPicture,
  try: tryCalls,
};
