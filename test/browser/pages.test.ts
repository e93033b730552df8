import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Account } from "../../gen/latchkey/v1/account_service_pb.ts";
import { everySight, type Sight } from "./all-pages.ts";
import { launchChromium } from "./chromium.ts";
import { type LiveSite, startSite } from "./live-site.ts";
import { DESKTOP, openBrowser } from "./people.ts";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

let browser: Browser;
let site: LiveSite;
let sights: Sight[];
/** One browser for each person, so that static files come from its cache. */
const contexts = new Map<Account | null, BrowserContext>();
beforeAll(async () => {
  browser = await launchChromium();
  site = await startSite();
  sights = everySight(site.world);
});
afterAll(async () => {
  await browser.close();
  await site.close();
});

test("every page: axe finds nothing in light and dark, nothing sticks out, focus shows, nothing foreign is loaded", {
  timeout: 600_000,
}, async () => {
  const faults: string[] = [];
  for (const sight of sights) {
    const found = await faultsOf(await open(sight));
    faults.push(...found.map((fault) => `${sight.name}: ${fault}`));
  }
  expect(faults).toEqual([]);
});

async function faultsOf({ page, complaints }: Opened): Promise<string[]> {
  const faults: string[] = [];
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    faults.push(...(await violationsOf(page)).map((violation) => `${colorScheme} ${violation}`));
  }
  for (const width of [320, 360, 3840]) {
    await page.setViewportSize({ width, height: 800 });
    const root = "document.documentElement";
    if ((await page.evaluate<number>(`${root}.scrollWidth - ${root}.clientWidth`)) > 0)
      faults.push(`wider than ${width}`);
  }
  if ((await page.locator("h1").count()) !== 1) faults.push("not one h1");
  if (!/^.+ · Latchkey$/.test(await page.title())) faults.push("no title of its own");
  faults.push(...(await unseenStops(page)), ...complaints);
  await page.close();
  return faults;
}

interface Opened {
  page: Page;
  /** What the browser complained of, and what it asked other origins for. */
  complaints: string[];
}

async function open({ account, path, act }: Sight): Promise<Opened> {
  const context = contexts.get(account) ?? (await openBrowser(browser, site, { account, reducedMotion: "reduce" }));
  contexts.set(account, context);
  const page = await context.newPage();
  await page.setViewportSize(DESKTOP);
  const complaints: string[] = [];
  page.on("console", (message) => {
    // Chromium calls every status over 399 an error; here it is the page's own.
    if (message.type() === "error" && !/status of 4\d\d/.test(message.text())) complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("request", (request) => {
    const url = request.url();
    if (!url.startsWith(`${site.url}/`) && !url.startsWith("data:")) complaints.push(`asked ${url}`);
  });
  await page.goto(site.url + path);
  await act?.(page);
  return { page, complaints };
}

interface AxeResult {
  violations: { id: string; nodes: { html: string; failureSummary?: string }[] }[];
}

async function violationsOf(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  const { violations } = await page.evaluate<AxeResult>("axe.run()");
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html} ${node.failureSummary}`));
}

/** What the first presses of Tab lead to without anybody seeing it. */
async function unseenStops(page: Page): Promise<string[]> {
  await page.evaluate("document.activeElement?.blur()");
  const unseen: string[] = [];
  for (let presses = 0; presses < 5; presses++) {
    await page.keyboard.press("Tab");
    const [outline, html] = await page.evaluate<[string, string]>(
      "[getComputedStyle(document.activeElement).outlineStyle, document.activeElement.outerHTML]",
    );
    if (outline !== "solid" && !html.startsWith("<body")) unseen.push(`focus cannot be seen on ${html}`);
  }
  return unseen;
}
