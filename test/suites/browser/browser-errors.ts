import type { Browser, BrowserContext } from "playwright-core";

/** Collects browser errors: uncaught exceptions and logged errors, including violations of the policy. */
const errors: string[] = [];
let expected: RegExp | null = null;

/** Collects the errors of all later contexts, and sets long timeouts for busy machines. */
export function collectBrowserErrors(browser: Browser): void {
  const open = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    const context = await open(options);
    context.setDefaultTimeout(60_000);
    listenTo(context);
    return context;
  };
}

function listenTo(context: BrowserContext): void {
  const asked = new Set<string>();
  context.on("request", (request) => request.isNavigationRequest() && asked.add(request.url()));
  context.on("weberror", (error) => errors.push(String(error.error())));
  context.on("console", (message) => {
    if (message.type() !== "error") return;
    const { url } = message.location();
    // Ignores Chromium's errors about pages with a status above 399 and about the favicon; those of subresources count.
    const isStatus = /^Failed to load resource: the server responded/.test(message.text());
    if (isStatus && (asked.has(url) || url.endsWith("/favicon.ico"))) return;
    errors.push(`${message.text()} (${url})`);
  });
}

/** The errors since the last call, except the expected ones. */
export function takeBrowserErrors(): string[] {
  const found = errors.splice(0).filter((error) => expected === null || !expected.test(error));
  expected = null;
  return found;
}

/** Expects errors of this form for the rest of a test. */
export function expectBrowserErrors(like: RegExp): void {
  expected = like;
}
