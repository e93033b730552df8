import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { MerchantRole } from "../../../gen/latchkey/v1/account_service_pb.ts";
import type { DemoFile } from "../../../src/demo/demo-file.ts";
import type { Clients } from "../../../src/rpc/client.ts";
import { quietWindow } from "../../support/quiet-window.ts";
import { checkPage } from "./check-page.ts";
import { launchChromium } from "./chromium.ts";
import { type ConsoleWorld, startWorld } from "./console-world.ts";
import { mainOf } from "./main-of.ts";
import { DESKTOP, PHONE } from "./people.ts";

let browser: Browser;
let world: ConsoleWorld;
let demo: DemoFile;
let core: Clients;
beforeAll(async () => {
  browser = await launchChromium();
  world = await startWorld();
  ({ demo, core } = world);
});
afterAll(async () => {
  await browser?.close();
  await world?.close();
});
afterEach(async () => {
  for (const context of browser.contexts()) await context.close();
  await uninstall();
});

/** Removes all installations, so that each test begins without one. */
async function uninstall(): Promise<void> {
  const { installations } = await core.installations.listInstallations({ clientId: demo.app.client_id });
  for (const { installationId } of installations) await core.installations.uninstall({ installationId });
}

async function openPage(options: BrowserContextOptions = {}): Promise<Page> {
  return (await browser.newContext({ viewport: DESKTOP, locale: "en-GB", ...options })).newPage();
}

async function signIn(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

/** Follows the install link to the consent page. */
async function followInstallLink(page: Page): Promise<void> {
  await page.goto(demo.app.install_url);
  await signIn(page, demo.merchant);
  await page.getByRole("button", { name: "Continue" }).click();
  await page.waitForURL(`${demo.urls.http}/interactions/*`);
}

const allow = (page: Page) => page.getByRole("button", { name: "Allow", exact: true }).click();
const atTheApp = (page: Page) => page.waitForURL(`${demo.urls.demo_app}/**`);
describe.each([
  { name: "on a phone without JavaScript", viewport: PHONE, javaScriptEnabled: false },
  { name: "on a desktop", viewport: DESKTOP, javaScriptEnabled: true },
])("from the install link to the shop's orders, $name", (options) => {
  test("the merchant unticks one scope, allows, and the app works with the rest", async () => {
    const page = await openPage(options);
    await followInstallLink(page);
    await page.getByRole("checkbox", { name: "See your customers" }).uncheck();
    await allow(page);
    await atTheApp(page);
    await expect.poll(() => mainOf(page)).toContain("Granted: orders:read products:read");
    await page.getByRole("button", { name: "Call the API: orders" }).click();
    await expect.poll(() => mainOf(page)).toContain("Call the API: /orders 200");
    await page.getByRole("button", { name: "Call the API: customers" }).click();
    await expect.poll(() => mainOf(page)).toContain("Call the API: /customers 403");
  });

  test("the merchant denies, and the app shows it", async () => {
    const page = await openPage(options);
    await followInstallLink(page);
    await page.getByRole("button", { name: "Do not allow" }).click();
    await atTheApp(page);
    await expect.poll(() => mainOf(page)).toContain("access was denied");
  });
});

test("the demo app's own page, before and after: axe finds nothing in light and dark, nothing sticks out, focus shows", async () => {
  const page = await openPage({ reducedMotion: "reduce" });
  await page.goto(demo.urls.demo_app);
  expect(await checkPage(page, /^Parcel Pilot$/)).toEqual([]);
  await followInstallLink(page);
  await allow(page);
  await atTheApp(page);
  await page.getByRole("button", { name: "Refresh" }).click();
  await page.getByRole("heading", { name: "2. Refresh 200" }).waitFor();
  expect(await checkPage(page, /^Parcel Pilot$/)).toEqual([]);
});

test("a request for more scopes marks those already allowed", async () => {
  const page = await openPage();
  await followInstallLink(page);
  await page.getByRole("checkbox", { name: "See your customers" }).uncheck();
  await allow(page);
  await atTheApp(page);
  await page.goto(`${demo.urls.demo_app}/connect`);
  await page.waitForURL(`${demo.urls.http}/interactions/*`);
  await expect.poll(() => mainOf(page)).toContain("asks for more access to");
  const known = page.getByRole("region", { name: "Already allowed" });
  expect(await known.getByRole("listitem").allTextContents()).toEqual([
    expect.stringContaining("See your orders"),
    expect.stringContaining("See your products"),
  ]);
  const declined = page.getByRole("checkbox", { name: "See your customers" });
  expect(await declined.isChecked()).toBe(false);
  await declined.check();
  await allow(page);
  await atTheApp(page);
  await expect.poll(() => mainOf(page)).toContain("Granted: customers:read orders:read products:read");
});

test("an answered request is a page and yields no second code", async () => {
  const page = await openPage();
  await followInstallLink(page);
  const address = page.url();
  await allow(page);
  await atTheApp(page);
  await page.goto(address);
  await expect.poll(() => page.url()).toBe(address);
  await expect.poll(() => mainOf(page)).toContain("The app is listed under your connected apps.");
});

test("C2 another account gets 404", async () => {
  const page = await openPage();
  await followInstallLink(page);
  const other = await openPage();
  await other.goto(page.url());
  await signIn(other, demo.developer);
  await expect.poll(() => other.url()).toBe(page.url());
  await expect.poll(() => mainOf(other)).toContain("belongs to another account");
});

test("a MEMBER sees the reason and can go back to the app", async () => {
  const [email, password] = [`member-${Date.now()}@example.com`, "a member's own password"];
  const { account } = await core.accounts.createAccount({ email, password, name: "Mem Ber" });
  const membership = { merchantId: demo.merchant.merchant_id, accountId: account!.accountId };
  await core.accounts.upsertMembership({ ...membership, role: MerchantRole.MEMBER });
  const page = await openPage();
  await page.goto(`${demo.urls.demo_app}/connect`);
  await signIn(page, { email, password });
  await expect.poll(() => mainOf(page)).toContain("Only owners and managers");
  await page.getByRole("button", { name: /without connecting/ }).click();
  await atTheApp(page);
  await expect.poll(() => mainOf(page)).toContain("access was denied");
});

test("C10 after signing out, a copy of the cookie is invalid", async () => {
  const page = await openPage();
  await page.goto(`${demo.urls.http}/sign-in`);
  await signIn(page, demo.merchant);
  await page.waitForURL(`${demo.urls.http}/`);
  const kept = await page.context().cookies(demo.urls.http);
  await page.goto(`${demo.urls.http}/sign-out`);
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.waitForURL(`${demo.urls.http}/`);
  await page.context().addCookies(kept);
  await page.goto(demo.app.install_url);
  await expect.poll(() => new URL(page.url()).pathname).toBe("/sign-in");
});

test("C11 too many wrong passwords are limited, other accounts are not", async () => {
  const [email, password] = [`tired-${Date.now()}@example.com`, "the right password at last"];
  await core.accounts.createAccount({ email, password, name: "Ti Red" });
  await quietWindow(900);
  const page = await openPage();
  await page.goto(`${demo.urls.http}/sign-in`);
  for (let attempts = 0; attempts < 10; attempts++) await signIn(page, { email, password: "wrong" });
  await signIn(page, { email, password });
  await page
    .getByRole("alert")
    .filter({ hasText: /Wait \d+ (?:minutes|seconds)/ })
    .waitFor();
  await signIn(page, demo.merchant);
  await page.waitForURL(`${demo.urls.http}/`);
});
