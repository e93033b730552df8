import type { AddressInfo } from "node:net";
import type { FastifyInstance } from "fastify";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createDemoApp } from "../../src/demo/app.ts";
import type { DemoFile } from "../../src/demo/demo-file.ts";
import { launchChromium } from "./chromium.ts";
import { type ConsoleWorld, openAs, startWorld } from "./console-world.ts";
import { DESKTOP, PHONE } from "./people.ts";

let browser: Browser;
let world: ConsoleWorld;
/** The new developer's own server: the demo app's code under another name, client id and secret. */
let server: FastifyInstance;
let own: DemoFile;
beforeAll(async () => {
  browser = await launchChromium();
  world = await startWorld();
  own = structuredClone(world.demo);
  server = createDemoApp(own);
  await server.listen({ host: "127.0.0.1", port: 0 });
  const { port } = server.server.address() as AddressInfo;
  own.urls.demo_app = `http://127.0.0.1:${port}`;
  own.app.redirect_uri = `${own.urls.demo_app}/callback`;
}, 120_000);
afterAll(async () => {
  await browser?.close();
  await server?.close();
  await world?.close();
});

const main = async (page: Page) => (await page.getByRole("main").textContent()) ?? "";

test("from a stranger's sign-up to a merchant's disconnect: three people, three browsers, one app", {
  timeout: 180_000,
}, async () => {
  const developer = await (await browser.newContext({ viewport: DESKTOP, locale: "en-GB" })).newPage();
  await submit(developer);
  const operator = await (await openAs(browser, world, world.demo.operator)).newPage();
  await askForChanges(operator);
  await answer(developer);
  await approve(operator);
  const link = await installLink(developer);
  const merchant = await (await browser.newContext({ viewport: PHONE, locale: "en-GB" })).newPage();
  await install(merchant, link);
  await disconnect(merchant);
});

/** A new developer signs up and submits an app; its secret goes to their server. */
async function submit(page: Page): Promise<void> {
  await page.goto(`${world.demo.urls.http}/sign-up`);
  await page.getByLabel("Your name").fill("Kite Ltd");
  await page.getByLabel("E-mail").fill("kite@example.com");
  await page.getByLabel("Password").fill("a kite flies against the wind");
  await page.getByRole("button", { name: "Create account" }).click();
  await page.getByRole("link", { name: "Developer portal" }).first().click();
  await page.getByRole("main").locator("a", { hasText: "Submit an app" }).first().click();
  await page.getByLabel("Name", { exact: true }).fill("Kite");
  await page.getByLabel("What it is for").fill("Sends parcels.");
  await page.getByLabel("Redirect URI 1").fill(own.app.redirect_uri);
  await page.getByLabel("Launch URL").fill(`${own.urls.demo_app}/launch`);
  await addScope(page, { title: "See your orders", why: "To know which parcels need a label." });
  await addScope(page, { title: "See your customers", why: "To print the address.", optional: true });
  await page.getByRole("button", { name: "Submit for review" }).click();
  own.app.client_secret = await page.getByRole("textbox", { name: "client_secret" }).inputValue();
  await page.getByRole("main").locator("a", { hasText: "go on to the app" }).first().click();
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
  await scope.getByRole("checkbox", { name: "Optional: the business" }).check();
}

async function askForChanges(page: Page): Promise<void> {
  await page.goto(`${world.demo.urls.http}/console`);
  await page.getByRole("link", { name: "Kite", exact: true }).click();
  await page.getByRole("button", { name: "Start review" }).click();
  await page.getByLabel("Reason").selectOption({ label: "Redirect URIs" });
  await page.getByLabel("In words").fill("Please say which carriers it works with.");
  await page.getByRole("button", { name: "Ask for changes" }).click();
  await page.getByText("Last said to the developer").waitFor();
}

async function answer(page: Page): Promise<void> {
  await page.reload();
  expect(await main(page)).toContain("Please say which carriers it works with.");
  await page.getByRole("main").locator("a", { hasText: "Edit" }).first().click();
  await page.getByLabel("What it is for").fill("Sends parcels with every carrier.");
  await page.getByRole("button", { name: "Submit for review" }).click();
  await page.waitForURL(`**/portal/apps/${own.app.client_id}`);
}

async function approve(page: Page): Promise<void> {
  await page.reload();
  await page.getByRole("button", { name: "Start review" }).click();
  expect(await main(page)).toContain("Sends parcels with every carrier.");
  await page.getByRole("button", { name: "Approve" }).click();
  await page.getByText("Install link").first().waitFor();
}

/** The link as the developer copies it from their page. */
async function installLink(page: Page): Promise<string> {
  await page.reload();
  const link = `${world.demo.urls.http}/install/${own.app.client_id}`;
  expect(await page.content()).toContain(link);
  return link;
}

/** On a phone: sign-in, install, one optional scope unticked; the app shows what was granted and works with it. */
async function install(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await page.getByLabel("E-mail").fill(world.demo.merchant.email);
  await page.getByLabel("Password").fill(world.demo.merchant.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("button", { name: "Go on to install" }).click();
  await page.waitForURL(`${world.demo.urls.http}/interactions/*`);
  expect(await main(page)).toContain("Harbour Coffee");
  await page.getByRole("checkbox", { name: "See your customers" }).uncheck();
  await page.getByRole("button", { name: "Allow", exact: true }).click();
  await page.waitForURL(`${own.urls.demo_app}/**`);
  expect(await main(page)).toContain("Granted: orders:read");
  expect(await main(page)).not.toContain("customers:read orders:read");
  await page.getByRole("button", { name: "Call the API: orders" }).click();
  expect(await main(page)).toContain("Call the API: /orders 200");
}

/** The merchant disconnects, and within a second the platform's API refuses the app. */
async function disconnect(page: Page): Promise<void> {
  await page.goto(`${world.demo.urls.http}/connected-apps`);
  await page.getByRole("button", { name: "Disconnect Kite" }).click();
  await page.getByRole("button", { name: "Disconnect" }).click();
  await page.getByRole("heading", { name: "No longer connected" }).waitFor();
  await page.goto(own.urls.demo_app);
  await page.getByRole("button", { name: "Call the API: orders" }).click();
  await page.getByText("Call the API: /orders 401").waitFor({ timeout: 1_000 });
}
