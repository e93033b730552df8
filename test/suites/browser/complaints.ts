import type { Browser, BrowserContext } from "playwright-core";

/** What a browser complains of on any page: errors that no script caught, and everything it logs as an error, refusals by policy too. */
const complaints: string[] = [];
let expected: RegExp | null = null;

/** Makes every context that is opened from now on tell what it complains of, and wait as long as a busy machine needs. */
export function hearComplaints(browser: Browser): void {
  const open = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    const context = await open(options);
    context.setDefaultTimeout(60_000);
    hear(context);
    return context;
  };
}

function hear(context: BrowserContext): void {
  const asked = new Set<string>();
  context.on("request", (request) => request.isNavigationRequest() && asked.add(request.url()));
  context.on("weberror", (error) => complaints.push(String(error.error())));
  context.on("console", (message) => {
    if (message.type() !== "error") return;
    const { url } = message.location();
    // Chromium calls every page over 399 an error, and looks for an icon by itself; what a page loads has no such excuse.
    const isStatus = /^Failed to load resource: the server responded/.test(message.text());
    if (isStatus && (asked.has(url) || url.endsWith("/favicon.ico"))) return;
    complaints.push(`${message.text()} (${url})`);
  });
}

/** What was complained of since the last call, but for what the test said it would provoke. */
export function takeComplaints(): string[] {
  const heard = complaints.splice(0).filter((complaint) => expected === null || !expected.test(complaint));
  expected = null;
  return heard;
}

/** For the rest of a test: complaints like these are what it is about. */
export function expectComplaints(like: RegExp): void {
  expected = like;
}
