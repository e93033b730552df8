import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launchChromium } from "./chromium.ts";
import { type ExternalSite, LABEL, mainOf, signInAtProvider, startExternalSite } from "./external-site.ts";
import { PHONE } from "./people.ts";

let browser: Browser;
let site: ExternalSite;
beforeAll(async () => {
  [browser, site] = await Promise.all([launchChromium(), startExternalSite()]);
});
afterAll(() => Promise.all([browser?.close(), site?.close()]));

test("a merchant of the platform installs an app with the platform's login, on a phone without JavaScript", async () => {
  const { demo } = site;
  const shop = await site.addMerchant("North Pier");
  const mara = site.addPerson({ name: "Mara Mole", shops: [`${shop}:OWNER`] });
  const context = await browser.newContext({ viewport: PHONE, locale: "en-GB", javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(demo.app.install_url);
  await expect.poll(() => new URL(page.url()).pathname).toBe("/sign-in");
  expect(await page.getByLabel("Password").count()).toBe(1);
  await expect.poll(() => mainOf(page)).toContain(LABEL);
  await signInAtProvider(page, mara);
  await expect.poll(() => page.url()).toBe(demo.app.install_url);
  await expect.poll(() => mainOf(page)).toContain("Mara Mole");
  await page.getByRole("button", { name: "Go on to install" }).click();
  await page.waitForURL(`${demo.urls.http}/interactions/*`);
  await page.getByRole("heading", { level: 1, name: /North Pier/ }).waitFor();
  await page.getByRole("checkbox", { name: "See your customers" }).uncheck();
  await page.getByRole("button", { name: "Allow", exact: true }).click();
  await page.waitForURL(`${demo.urls.demo_app}/**`);
  await expect.poll(() => mainOf(page)).toContain("Granted: orders:read products:read");
  await page.getByRole("button", { name: "Call the API: orders" }).click();
  await expect.poll(() => mainOf(page)).toContain("Call the API: /orders 200");
  const { installations } = await site.core.installations.listInstallations({ merchantId: shop });
  expect(installations).toMatchObject([{ merchantName: "North Pier", connectedByName: "Mara Mole" }]);
});
