import type { AddressInfo } from "node:net";
import type { Browser, Page } from "playwright-core";
import { expect } from "vitest";
import { createDemoApp } from "../../../src/demo/app.ts";
import type { DemoFile } from "../../../src/demo/demo-file.ts";
import { openAs } from "./console-world.ts";
import { logo } from "./logo.ts";
import { mainOf } from "./main-of.ts";
import { DESKTOP, PHONE } from "./people.ts";
import { refusedWithinASecond } from "./refused.ts";

export interface Journey {
  browser: Browser;
  /** The service as started by `npm start`. */
  demo: DemoFile;
  /** The name of the merchant that installs the app. */
  merchantName: string;
  /** True if JavaScript is enabled on the merchant's phone. */
  javaScriptEnabled: boolean;
  /** Signs the merchant in on the page to which the install link led. */
  signIn(page: Page): Promise<void>;
}

/** The whole journey of three people in three browsers, from a developer's sign-up to a merchant's disconnection of the app. */
export async function travel(journey: Journey): Promise<void> {
  const { browser, demo } = journey;
  const server = await startOwnServer(demo);
  try {
    const developer = await (await browser.newContext({ viewport: DESKTOP, locale: "en-GB" })).newPage();
    const operator = await (await openAs(browser, { demo }, demo.operator)).newPage();
    await signUp(developer, demo);
    await verifyEmail(operator, demo);
    await submit(developer, demo, server.own);
    await askForChanges(operator, demo);
    await answer(developer, server.own);
    await approve(operator);
    const link = await installLink(developer, demo, server.own);
    const { javaScriptEnabled } = journey;
    const phone = await browser.newContext({ viewport: PHONE, locale: "en-GB", javaScriptEnabled });
    const merchant = await phone.newPage();
    await merchant.goto(link);
    await merchant.getByText("to connect Kite").waitFor();
    await expectLogo(merchant);
    await journey.signIn(merchant);
    await install(merchant, journey, server.own);
    await disconnect(merchant, demo, server.own);
  } finally {
    await server.close();
  }
}

/** Starts the server of the new developer, which runs the demo app's code with another name, client id and secret. */
async function startOwnServer(demo: DemoFile): Promise<{ own: DemoFile; close(): Promise<void> }> {
  const own = structuredClone(demo);
  const server = createDemoApp(own);
  await server.listen({ host: "127.0.0.1", port: 0 });
  const { port } = server.server.address() as AddressInfo;
  own.urls.demo_app = `http://127.0.0.1:${port}`;
  own.app.redirect_uri = `${own.urls.demo_app}/callback`;
  return { own, close: () => server.close() };
}

const EMAIL = "kite@example.com";

async function signUp(page: Page, demo: DemoFile): Promise<void> {
  await page.goto(`${demo.urls.http}/sign-up`);
  await page.getByLabel("Your name").fill("Kite Ltd");
  await page.getByLabel("E-mail").fill(EMAIL);
  await page.getByLabel("Password").fill("a kite flies against the wind");
  await page.getByRole("button", { name: "Create account" }).click();
  await page.getByRole("link", { name: "Developer portal" }).first().click();
  await page.getByRole("main").locator("a", { hasText: "Create an app" }).first().click();
  await page.getByText("verify your e-mail address first").waitFor();
}

/** The operator marks the developer's address as verified. */
async function verifyEmail(page: Page, demo: DemoFile): Promise<void> {
  await page.goto(`${demo.urls.http}/console/accounts?email=${EMAIL}`);
  await page.getByRole("main").getByRole("link", { name: EMAIL }).click();
  await page.getByRole("button", { name: "Mark as verified" }).click();
  await page.getByRole("button", { name: "Mark as verified" }).waitFor({ state: "detached" });
}

/** The developer submits an app and copies its secret to their server. */
async function submit(page: Page, demo: DemoFile, own: DemoFile): Promise<void> {
  await page.goto(`${demo.urls.http}/portal`);
  await page.getByRole("main").locator("a", { hasText: "Create an app" }).first().click();
  await page.getByLabel("Name", { exact: true }).fill("Kite");
  await page.getByLabel("Purpose").fill("Sends parcels.");
  await page.getByLabel("Redirect URI 1", { exact: true }).fill(own.app.redirect_uri);
  await page.getByLabel("Launch URL").fill(`${own.urls.demo_app}/launch`);
  await page
    .getByLabel("Logo", { exact: true })
    .setInputFiles({ name: "kite.png", mimeType: "image/png", buffer: logo() });
  await addScope(page, { title: "See your orders", why: "To know which parcels need a label." });
  await addScope(page, { title: "See your customers", why: "To print the address.", optional: true });
  await page.getByRole("button", { name: "Submit for review" }).click();
  own.app.client_secret = await page.getByRole("textbox", { name: "client_secret" }).inputValue();
  await page.getByRole("main").locator("a", { hasText: "Continue to the app" }).first().click();
  await page.waitForURL(/\/portal\/apps\/app_[0-9A-Za-z]+$/);
  own.app.client_id = /app_[0-9A-Za-z]+/.exec(page.url())![0];
  own.app.scopes = ["orders:read", "customers:read"];
}

interface Wanted {
  title: string;
  why: string;
  optional?: boolean;
}

async function addScope(page: Page, { title, why, optional }: Wanted): Promise<void> {
  await page.getByRole("checkbox", { name: title }).check();
  const reason = page.getByLabel(`Why do you need “${title}”?`);
  await reason.fill(why);
  if (optional !== true) return;
  const scope = page.locator("fieldset, li, div").filter({ has: reason }).last();
  await scope.getByRole("checkbox", { name: /^Optional:/ }).check();
}

async function askForChanges(page: Page, demo: DemoFile): Promise<void> {
  await page.goto(`${demo.urls.http}/console`);
  await page.getByRole("link", { name: "Kite", exact: true }).click();
  await page.getByRole("button", { name: "Claim" }).click();
  await page.getByLabel("Reason").selectOption({ label: "Redirect URIs" });
  await page.getByLabel("Explanation").fill("Please say which carriers it works with.");
  await page.getByRole("button", { name: "Request changes" }).click();
  await page.getByRole("heading", { name: "Conversation" }).waitFor();
}

async function answer(page: Page, own: DemoFile): Promise<void> {
  await page.reload();
  await page.getByText("Please say which carriers it works with.").first().waitFor();
  await page.getByRole("main").locator("a", { hasText: "Edit" }).first().click();
  await page.getByLabel("Purpose").fill("Sends parcels with every carrier.");
  await page.getByRole("button", { name: "Submit for review" }).click();
  await page.waitForURL(`**/portal/apps/${own.app.client_id}`);
}

async function approve(page: Page): Promise<void> {
  await page.reload();
  await page.getByRole("button", { name: "Claim" }).click();
  await page.getByText("Sends parcels with every carrier.").first().waitFor();
  await page.getByRole("button", { name: "Approve" }).click();
  await page.getByText("Install link").first().waitFor();
}

/** The link as the developer copies it from their page. */
async function installLink(page: Page, demo: DemoFile, own: DemoFile): Promise<string> {
  await page.reload();
  const link = `${demo.urls.http}/install/${own.app.client_id}`;
  expect(await page.getByRole("textbox", { name: "Install link" }).inputValue()).toBe(link);
  return link;
}

/** The logo of the app is shown, also before the sign-in. */
async function expectLogo(page: Page): Promise<void> {
  const width = () => page.evaluate<number>(`document.querySelector('img[src^="/logos/"]').naturalWidth`);
  await expect.poll(width).toBeGreaterThan(0);
}

/** The merchant installs the app on a phone without one optional scope. The app shows the granted scopes and uses them. */
async function install(page: Page, { demo, merchantName }: Journey, own: DemoFile): Promise<void> {
  await page.getByRole("button", { name: "Continue" }).click();
  await page.waitForURL(`${demo.urls.http}/interactions/*`);
  await expect.poll(() => mainOf(page)).toContain(merchantName);
  await page.getByRole("checkbox", { name: "See your customers" }).uncheck();
  await page.getByRole("button", { name: "Allow", exact: true }).click();
  await page.waitForURL(`${own.urls.demo_app}/**`);
  await expect.poll(() => mainOf(page)).toContain("Granted: orders:read");
  expect(await mainOf(page)).not.toContain("customers:read orders:read");
  await expect.poll(() => callOrders(page)).toBe(200);
}

/** The merchant uninstalls the app. Within a second, the platform's API rejects the app's token. */
async function disconnect(page: Page, demo: DemoFile, own: DemoFile): Promise<void> {
  await page.goto(`${demo.urls.http}/connected-apps`);
  await page.getByRole("link", { name: "Uninstall Kite" }).click();
  await page.getByRole("button", { name: "Uninstall" }).click();
  await page.getByRole("heading", { name: "Uninstalled apps" }).waitFor();
  await refusedWithinASecond(async () => {
    await page.goto(own.urls.demo_app);
    return callOrders(page);
  });
}

/** Presses the demo app's button and returns the status of the platform's API. */
async function callOrders(page: Page): Promise<number> {
  const steps = page.getByRole("main").getByRole("article");
  const before = await steps.count();
  await page.getByRole("button", { name: "Call the API: orders" }).click();
  await expect.poll(() => steps.count()).toBe(before + 1);
  const said = (await steps.first().getByRole("heading", { level: 3 }).textContent()) ?? "";
  return Number(/\/orders (\d{3})/.exec(said)?.[1] ?? 0);
}
