import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { MerchantRole } from "../../../gen/latchkey/v1/account_service_pb.ts";
import { PASSWORD } from "../../unit/web/fakes/world.ts";
import { launchChromium } from "./chromium.ts";
import { type LiveSite, startSite } from "./live-site.ts";
import { openBrowser, PHONE } from "./people.ts";

let browser: Browser;
let site: LiveSite;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());
beforeEach(async () => {
  site = await startSite();
  const mia = site.world.addAccount({ email: "mia@shop.example", name: "Mia" });
  site.world.addMerchant("harbour-coffee", "Harbour Coffee", [[mia, MerchantRole.OWNER]]);
});
afterEach(async () => {
  for (const context of browser.contexts()) await context.close();
  await site.close();
});

async function signIn(page: Page, password: string): Promise<void> {
  await page.getByLabel("E-mail").fill("mia@shop.example");
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

const openPage = async () => (await openBrowser(browser, site, { viewport: PHONE, javaScriptEnabled: true })).newPage();

test("Back after a wrong password leads to the sign-in page for the same next page, and Forward leads on", async () => {
  const page = await openPage();
  const path = "/sign-in?next=%2Fconnected-apps";
  await page.goto(`${site.url}${path}`);
  await signIn(page, "not it");
  await page.getByRole("alert").filter({ hasText: "wrong" }).waitFor();
  await page.waitForURL(`${site.url}${path}`);
  await signIn(page, PASSWORD);
  await page.waitForURL(`${site.url}/connected-apps`);
  await page.goBack();
  expect([page.url(), await page.getByLabel("Password").inputValue()]).toEqual([`${site.url}${path}`, ""]);
  await page.goForward();
  await page.waitForURL(`${site.url}/connected-apps`);
});

test("a reload after a rejected sign-up opens the form and sends nothing again", async () => {
  const page = await openPage();
  await page.goto(`${site.url}/sign-up?next=%2Fportal%2Fapps%2Fnew`);
  await page.locator("main form button[type=submit]").click();
  await page.getByRole("alert").waitFor();
  const sent: string[] = [];
  page.on("request", (request) => sent.push(request.method()));
  await page.reload();
  expect(page.url()).toBe(`${site.url}/sign-up?next=%2Fportal%2Fapps%2Fnew`);
  expect(sent).not.toContain("POST");
});
