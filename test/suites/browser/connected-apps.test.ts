import type { Browser } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { launchChromium } from "./chromium.ts";
import { type ConsoleWorld, openAs, startWorld } from "./console-world.ts";
import { mainOf } from "./main-of.ts";
import { DESKTOP, PHONE } from "./people.ts";
import { refusedWithinASecond } from "./refused.ts";

let browser: Browser;
let world: ConsoleWorld;
beforeAll(async () => {
  browser = await launchChromium();
  world = await startWorld();
});
afterAll(async () => {
  await browser?.close();
  await world?.close();
});
afterEach(async () => {
  for (const context of browser.contexts()) await context.close();
});

/** The status of the platform's API for the app. */
const callApi = async (accessToken: string) => {
  const headers = { authorization: `Bearer ${accessToken}` };
  return (await fetch(`${world.demo.urls.demo_api}/orders`, { headers })).status;
};

describe.each([
  { name: "on a phone without JavaScript", viewport: PHONE, javaScriptEnabled: false },
  { name: "on a desktop", viewport: DESKTOP, javaScriptEnabled: true },
])("the merchant, $name", (options) => {
  test("pauses and resumes the app, and the API enforces it each time", async () => {
    const { accessToken } = await world.install();
    const page = await (await openAs(browser, world, world.demo.merchant, options)).newPage();
    await page.goto(world.demo.urls.http);
    await page.getByRole("link", { name: "Connected apps" }).first().click();
    await expect.poll(() => callApi(accessToken)).toBe(200);
    await page.getByRole("button", { name: "Pause Parcel Pilot" }).click();
    await expect.poll(() => mainOf(page)).toContain("The merchant has paused this app");
    await refusedWithinASecond(() => callApi(accessToken));
    await page.getByRole("button", { name: "Resume Parcel Pilot" }).click();
    await page.getByRole("button", { name: "Pause Parcel Pilot" }).waitFor();
    await expect.poll(() => callApi(accessToken)).toBe(200);
  });

  test("uninstalls it after a confirmation, and the API refuses within a second", async () => {
    const { accessToken } = await world.install();
    const page = await (await openAs(browser, world, world.demo.merchant, options)).newPage();
    await page.goto(`${world.demo.urls.http}/connected-apps`);
    await page.getByRole("link", { name: "Uninstall Parcel Pilot" }).click();
    await expect.poll(() => mainOf(page)).toContain("loses access to your data immediately.");
    await expect.poll(() => callApi(accessToken)).toBe(200);
    await page.getByRole("button", { name: "Uninstall" }).click();
    await page.getByRole("heading", { name: "Uninstalled apps" }).waitFor();
    await refusedWithinASecond(() => callApi(accessToken));
  });
});

test("a permalink shows the row of another merchant of the account", async () => {
  const merchantId = `tea-${Date.now()}`;
  const ownerAccountId = world.demo.merchant.account_id;
  await world.core.accounts.createMerchant({ merchantId, name: "Zzz Tea", ownerAccountId });
  const { installationId } = await world.install(merchantId);
  const page = await (await openAs(browser, world, world.demo.merchant)).newPage();
  await page.goto(`${world.demo.urls.http}/connected-apps#${installationId}`);
  await page.waitForURL(`**/connected-apps?installation=${installationId}`);
  await expect.poll(() => mainOf(page)).toContain("connected to Zzz Tea");
  expect(await page.locator("li.marked").getAttribute("id")).toBe(installationId);
});

test("another merchant's installation is not found", async () => {
  const { installationId } = await world.install();
  const page = await (await openAs(browser, world, world.demo.developer)).newPage();
  const answer = await page.goto(`${world.demo.urls.http}/connected-apps?installation=${installationId}`);
  expect(answer?.status()).toBe(404);
});
