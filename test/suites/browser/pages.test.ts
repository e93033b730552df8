import type { Browser, BrowserContext } from "playwright-core";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Account } from "../../../gen/latchkey/v1/account_service_pb.ts";
import { everySight, type Sight } from "./all-pages.ts";
import { faultsOf, type Opened, watch } from "./check-page.ts";
import { launchChromium } from "./chromium.ts";
import { type LiveSite, startSite } from "./live-site.ts";
import { DESKTOP, openBrowser } from "./people.ts";
import { largeTextFaults } from "./text-layout.ts";

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
  timeout: 900_000,
}, async () => {
  const faults: string[] = [];
  for (const sight of sights) {
    const found = await faultsOf(await open(sight));
    faults.push(...found.map((fault) => `${sight.name}: ${fault}`));
  }
  expect(faults).toEqual([]);
});

test("a wide logo and a long name of the platform fit on a phone with text at 200 %", async () => {
  const branded = await startSite();
  try {
    const ground = { width: 900, height: 60, channels: 3, background: "#111" } as const;
    const logo = await sharp({ create: ground }).png().toBuffer();
    const name = "Harbour Commerce Platform";
    branded.world.brand = { name, logo, logoMediaType: "image/png", logoDigest: "wide" };
    const page = await (await openBrowser(browser, branded)).newPage();
    await page.goto(`${branded.url}/sign-in`);
    expect(await page.locator("header img").getAttribute("src")).toMatch(/^\/brand\/logo\//);
    expect(await largeTextFaults(page)).toEqual([]);
  } finally {
    await branded.close();
  }
});

async function open({ name, account, path, act }: Sight): Promise<Opened> {
  const context = contexts.get(account) ?? (await openBrowser(browser, site, { account, reducedMotion: "reduce" }));
  contexts.set(account, context);
  const page = await context.newPage();
  await page.setViewportSize(DESKTOP);
  const errors = watch(page, site.url, name.startsWith("error-") ? /status of 50[03]/ : undefined);
  await page.goto(site.url + path);
  await act?.(page);
  return { page, errors };
}
