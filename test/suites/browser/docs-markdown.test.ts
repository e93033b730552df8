import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launchChromium } from "./chromium.ts";
import { ENGLISH } from "./every-page.ts";
import { type LiveSite, startSite } from "./live-site.ts";
import { openBrowser } from "./people.ts";

let site: LiveSite;
let browser: Browser;
beforeAll(async () => {
  site = await startSite();
  browser = await launchChromium();
});
afterAll(async () => {
  await browser?.close();
  await site?.close();
});

test("a button copies the page as Markdown; without JavaScript, there is only the link", async () => {
  const permissions = ["clipboard-read", "clipboard-write"];
  const context = await openBrowser(browser, site, { account: null, ...ENGLISH, permissions });
  const page = await context.newPage();
  await page.goto(`${site.url}/docs/retries`);
  await page.getByRole("button", { name: "Copy as Markdown" }).click();
  await page.getByRole("button", { name: "Copied" }).waitFor();
  const copied = await page.evaluate("navigator.clipboard.readText()");
  expect(copied).toMatch(/^# Retries\n/);
  expect(copied).toBe(await (await fetch(`${site.url}/docs/retries.md`)).text());
  await context.close();

  const plain = await openBrowser(browser, site, { account: null, ...ENGLISH, javaScriptEnabled: false });
  const withoutScript = await plain.newPage();
  await withoutScript.goto(`${site.url}/docs/retries`);
  expect(await withoutScript.locator("[data-copy-page]").isVisible()).toBe(false);
  await withoutScript.getByRole("link", { name: "View as Markdown" }).waitFor();
  await plain.close();
});
