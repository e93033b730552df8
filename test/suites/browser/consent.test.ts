import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Account, MerchantRole } from "../../../gen/latchkey/v1/account_service_pb.ts";
import { type FakeApp, PASSWORD } from "../../unit/web/fakes/world.ts";
import { launchChromium } from "./chromium.ts";
import { type LiveSite, type Neighbour, startSite } from "./live-site.ts";
import { DESKTOP, openBrowser, PHONE } from "./people.ts";

let browser: Browser;
let site: LiveSite;
let mia: Account;
let app: FakeApp;
let appServer: Neighbour;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());
beforeEach(async () => {
  site = await startSite();
  appServer = await site.neighbour();
  mia = site.world.addAccount({ email: "mia@shop.example", name: "Mia" });
  site.world.addMerchant("harbour-coffee", "Harbour Coffee", [[mia, MerchantRole.OWNER]]);
  app = site.world.addApp({ name: "Parcel Pilot" }, { redirectUri: `${appServer.url}/callback` });
});
afterEach(async () => {
  for (const context of browser.contexts()) await context.close();
  await site.close();
});

const begin = () => `${site.url}/interactions/${site.world.begin(app).id}`;
const arrivals = () => appServer.seen.map(({ path }) => path);
const ALL_WAYS = [
  { name: "on a phone", viewport: PHONE, javaScriptEnabled: true },
  { name: "on a phone without JavaScript", viewport: PHONE, javaScriptEnabled: false },
  { name: "on a desktop", viewport: DESKTOP, javaScriptEnabled: true },
  { name: "on a desktop without JavaScript", viewport: DESKTOP, javaScriptEnabled: false },
];

describe.each(ALL_WAYS)("$name", ({ viewport, javaScriptEnabled }) => {
  test("sign in, untick one scope, allow, and return to the app with a code", async () => {
    const page = await (await openBrowser(browser, site, { viewport, javaScriptEnabled })).newPage();
    await page.goto(begin());
    await expect.poll(() => new URL(page.url()).pathname).toBe("/sign-in");
    await page.getByLabel("E-mail").fill("mia@shop.example");
    await page.getByLabel("Password").fill(PASSWORD);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.getByRole("checkbox", { name: "See your customers" }).uncheck();
    await page.getByRole("button", { name: "Allow", exact: true }).click();
    await page.waitForURL(`${appServer.url}/**`);
    expect(arrivals()).toEqual(["/callback?code=c0de&state=st4te&iss=x"]);
    expect(appServer.seen[0]?.referer).toBeUndefined();
    expect(site.world.approvals).toEqual([{ merchantId: "harbour-coffee", scopes: ["orders:read", "products:read"] }]);
  });

  test("a wrong password shows an error and can be corrected", async () => {
    const page = await (await openBrowser(browser, site, { viewport, javaScriptEnabled })).newPage();
    await page.goto(begin());
    await signIn(page, "not it");
    expect(await page.getByRole("alert").textContent()).toContain(
      "The e-mail address or password is wrong, or the account cannot sign in.",
    );
    await page.getByRole("link", { name: /password is wrong/ }).click();
    await expect.poll(() => page.evaluate("document.activeElement.id")).toBe("email");
    await signIn(page, PASSWORD);
    await page.getByRole("heading", { level: 1, name: "Connect Parcel Pilot to Harbour Coffee" }).waitFor();
  });

  test("denying returns to the app", async () => {
    const page = await (await openBrowser(browser, site, { account: mia, viewport, javaScriptEnabled })).newPage();
    await page.goto(begin());
    await page.getByRole("button", { name: "Do not allow" }).click();
    await page.waitForURL(`${appServer.url}/**`);
    expect(arrivals()).toEqual(["/callback?error=access_denied&state=st4te&iss=x"]);
  });
});

async function signIn(page: Page, password: string): Promise<void> {
  await page.getByLabel("E-mail").fill("mia@shop.example");
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

describe("by keyboard alone", () => {
  test("unticking, and allowing", async () => {
    const page = await (await openBrowser(browser, site, { account: mia })).newPage();
    await page.goto(begin());
    await tabTo(page, "[value='customers:read']");
    await page.keyboard.press("Space");
    await tabTo(page, "button[value=approve]");
    await page.keyboard.press("Enter");
    await page.waitForURL(`${appServer.url}/**`);
    expect(site.world.approvals[0]?.scopes).toEqual(["orders:read", "products:read"]);
  });

  test("Enter on a box allows nothing", async () => {
    const page = await (await openBrowser(browser, site, { account: mia })).newPage();
    await page.goto(begin());
    await tabTo(page, "#scope-0");
    await page.keyboard.press("Enter");
    await page.waitForURL(`${appServer.url}/**`);
    expect(site.world.approvals).toEqual([]);
  });

  test("choosing a merchant by the arrow keys", async () => {
    site.world.addMerchant("harbour-tea", "Harbour Tea", [[mia, MerchantRole.OWNER]]);
    const page = await (await openBrowser(browser, site, { account: mia })).newPage();
    await page.goto(begin());
    await tabTo(page, "#merchant_id");
    await page.keyboard.press("ArrowDown");
    await tabTo(page, "button[value=approve]");
    await page.keyboard.press("Enter");
    await page.waitForURL(`${appServer.url}/**`);
    expect(site.world.approvals[0]?.merchantId).toBe("harbour-tea");
  });
});

async function tabTo(page: Page, selector: string): Promise<void> {
  for (let presses = 0; presses < 30; presses++) {
    if (await page.evaluate<boolean>(`document.activeElement.matches(${JSON.stringify(selector)})`)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`30 presses of Tab do not lead to ${selector}`);
}

describe("redirects to the app", () => {
  const approve = async (page: Page) => {
    await page.goto(begin());
    await page.getByRole("button", { name: "Allow", exact: true }).click();
  };

  test("an app may redirect to another of its hosts", async () => {
    const dashboard = await site.neighbour();
    app.redirectUri = `${appServer.url}/onward?to=${encodeURIComponent(`${dashboard.url}/welcome`)}&`;
    const page = await (await openBrowser(browser, site, { account: mia })).newPage();
    await approve(page);
    await page.waitForURL(`${dashboard.url}/welcome`);
  });

  test("a request without consent redirects to the app after sign-in", async () => {
    const { id } = site.world.begin(app, { redirectTo: `${appServer.url}/callback?code=remembered` });
    const page = await (await openBrowser(browser, site)).newPage();
    await page.goto(`${site.url}/interactions/${id}`);
    await signIn(page, PASSWORD);
    await page.waitForURL(`${appServer.url}/callback?code=remembered`);
  });

  test.each(["com.example.app:/callback", "http://[::1]:1/callback"])("the policy allows %s", async (uri) => {
    app.redirectUri = uri;
    const page = await (await openBrowser(browser, site, { account: mia })).newPage();
    const left: string[] = [];
    const blocked: string[] = [];
    page.on("request", (request) => left.push(request.url()));
    page.on("console", (message) => blocked.push(message.text()));
    await approve(page);
    await expect.poll(() => left.some((url) => url.startsWith(uri))).toBe(true);
    expect(blocked.filter((text) => text.includes("Content Security Policy"))).toEqual([]);
  });

  test("a double click submits once", async () => {
    const page = await (await openBrowser(browser, site, { account: mia })).newPage();
    await page.goto(begin());
    site.world.answerDelay = 1500;
    const button = page.getByRole("button", { name: "Allow", exact: true });
    await button.scrollIntoViewIfNeeded();
    const { x, y } = (await button.boundingBox())!;
    await page.mouse.click(x + 9, y + 9);
    await expect.poll(() => site.world.approvals.length).toBe(1);
    await page.mouse.click(x + 9, y + 9);
    await page.waitForURL(`${appServer.url}/**`);
    expect(arrivals()).toEqual(["/callback?code=c0de&state=st4te&iss=x"]);
  });

  test("the back button shows that the request is completed", async () => {
    const page = await (await openBrowser(browser, site, { account: mia })).newPage();
    await approve(page);
    await page.waitForURL(`${appServer.url}/**`);
    await page.goBack();
    await page.reload();
    await page.getByText("The app is listed under your connected apps.").waitFor();
  });
});

describe.each([
  { width: 375, height: 667 },
  { width: 1280, height: 800 },
])("at $width by $height pixels, a request for two scopes", (viewport) => {
  test.each(["en-GB", "de-DE"])("is decided without scrolling (%s)", async (locale) => {
    app.app.developerName = "Pilot GmbH";
    app.app.purpose = "Prints shipping labels for new orders and tells your customers where their parcel is.";
    app.scopes = app.scopes.slice(0, 2);
    const page = await (await openBrowser(browser, site, { account: mia, viewport, locale })).newPage();
    await page.goto(begin());
    const bottomOf = async (selector: string) => {
      const { top, bottom } = await page.locator(selector).evaluate((part) => part.getBoundingClientRect().toJSON());
      expect(top, selector).toBeGreaterThanOrEqual(0);
      return bottom;
    };
    const bar = await page.locator(".decision").evaluate((part) => part.getBoundingClientRect().toJSON());
    for (const part of ["h1", ".maker", ".app-purpose", ".scopes >> nth=0", ".scopes >> nth=1", ".next"]) {
      expect(await bottomOf(part), part).toBeLessThanOrEqual(bar.top + 1);
    }
    expect(bar.bottom).toBeLessThanOrEqual(viewport.height);
    const { top } = await page.locator(".maker").evaluate((part) => part.getBoundingClientRect().toJSON());
    expect(top).toBeGreaterThanOrEqual(await bottomOf("h1"));
    const [deny, allow] = await page
      .locator(".decision button")
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON()));
    expect([deny!.width, deny!.height]).toEqual([allow!.width, allow!.height]);
    for (const scope of await page.locator("li.scope").all())
      expect(await scope.evaluate((row) => row.getBoundingClientRect().height)).toBeLessThan(56);
    const details = page.locator(".scope-more").first();
    for (const unfolded of [false, true]) {
      for (const part of [".scope-description", ".reason"])
        expect(await details.locator(part).isVisible(), part).toBe(unfolded);
      await details.locator("summary").click();
    }
  });

  test.each(["en-GB", "de-DE"])(
    "of a connected app shows the effect of both answers without scrolling (%s)",
    async (locale) => {
      app.app.developerName = "Parcel Pilot GmbH";
      app.app.purpose = "Prints shipping labels for new orders and tells your customers where their parcel is.";
      app.scopes = app.scopes.slice(0, 2);
      site.world.merchants[0]!.grants.set(
        app.app.clientId,
        app.scopes.map(({ name }) => name),
      );
      const page = await (await openBrowser(browser, site, { account: mia, viewport, locale })).newPage();
      await page.goto(begin());
      const bottomOf = (selector: string) =>
        page.locator(selector).evaluate((one) => one.getBoundingClientRect().bottom);
      const { top } = await page.locator(".decision").evaluate((one) => one.getBoundingClientRect().toJSON());
      for (const part of [".scopes-reason", ".scopes >> nth=0", ".scopes >> nth=1"])
        expect(await bottomOf(part), part).toBeLessThanOrEqual(top + 1);
      expect(await page.locator(".scopes-reason").textContent()).toMatch(/“Do not allow”|„Nicht erlauben“/);
    },
  );
});

test("on a desktop, the two answers share the width of the card, also below the number of permissions", async () => {
  const viewport = { width: 1280, height: 800 };
  const page = await (await openBrowser(browser, site, { account: mia, viewport })).newPage();
  await page.goto(begin());
  const boxOf = async (selector: string) => (await page.locator(selector).boundingBox())!;
  const count = await boxOf(".scopes-count");
  const [deny, allow] = [await boxOf(".decision button >> nth=0"), await boxOf(".decision button >> nth=1")];
  expect(deny.x).toBeCloseTo(count.x, 0);
  expect(allow.x + allow.width).toBeCloseTo(count.x + count.width, 0);
});

test("long names of app, developer and shop fit on a phone, above two scopes and the answers", async () => {
  app.app.name = "Rechtsschutzversicherungsgesellschaftenverwaltung Pro 2026";
  app.app.developerName = "Donaudampfschifffahrtsgesellschaftskapitänsverein Nordrhein-Westfalen e. V.";
  app.app.purpose = "Prüft Bestellungen und rechnet Versandkosten je Paket ab.";
  app.scopes = [app.scopes[0]!, app.scopes[2]!];
  site.world.merchants[0]!.name = "Kaffeehausgesellschaftsbedarfsfachgroßhandlung Grünwald & Söhne Hamburg-Altona Nord";
  const phone = { account: mia, viewport: { width: 375, height: 667 }, locale: "de-DE" };
  const page = await (await openBrowser(browser, site, phone)).newPage();
  await page.goto(begin());
  expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(375);
  const boxOf = (selector: string) =>
    page.locator(selector).evaluate((part) => part.getBoundingClientRect().toJSON() as Record<string, number>);
  const { top } = await boxOf(".decision");
  expect((await boxOf(".maker > span")).right).toBeLessThan(375);
  for (const at of [0, 1]) {
    expect((await boxOf(`li.scope >> nth=${at}`)).bottom).toBeLessThanOrEqual(top!);
  }
  expect((await boxOf(".sensitive-note")).bottom).toBeLessThanOrEqual(top!);
});

test.each([
  { width: 375, height: 667 },
  { width: 1280, height: 800 },
])(
  "at $width by $height pixels, the number of sensitive scopes is in view, and for one shop the warning about them",
  async (viewport) => {
    app.app.developerName = "Pilot GmbH";
    app.scopes = [app.scopes[0]!, app.scopes[2]!];
    const page = await (await openBrowser(browser, site, { account: mia, viewport })).newPage();
    await page.goto(begin());
    const bottomOf = (selector: string) =>
      page.locator(selector).evaluate((part) => part.getBoundingClientRect().bottom);
    const top = await page.locator(".decision").evaluate((part) => part.getBoundingClientRect().top);
    expect(await bottomOf(".sensitive-note")).toBeLessThanOrEqual(top);
    site.world.addMerchant("harbour-tea", "Harbour Tea", [[mia, MerchantRole.OWNER]]);
    await page.goto(begin());
    expect(await bottomOf(".merchants")).toBeLessThanOrEqual(top);
    expect(await page.locator(".scopes-count").textContent()).toBe("Asks for 2 permissions 1 sensitive");
    expect(await bottomOf(".scopes-count")).toBeLessThanOrEqual(viewport.height);
  },
);

test("on a phone, the mark of a sensitive scope stands on the line of its title, beside the details", async () => {
  const viewport = { width: 375, height: 667 };
  const page = await (await openBrowser(browser, site, { account: mia, viewport })).newPage();
  await page.goto(begin());
  const row = page.locator("li.scope", { has: page.locator(".badge") });
  const boxOf = async (selector: string) => (await row.locator(selector).boundingBox())!;
  const [title, mark, details] = [await boxOf("label"), await boxOf(".badge"), await boxOf("summary")];
  expect(Math.abs(title.y + title.height / 2 - (mark.y + mark.height / 2))).toBeLessThan(4);
  expect(mark.x + mark.width).toBeLessThanOrEqual(details.x);
  expect(Math.min(details.width, details.height)).toBeGreaterThanOrEqual(24);
  await row.locator("summary").click();
  expect(await row.locator(".scope-description").isVisible()).toBe(true);
});

test.each(["100%", "200%"])("the buttons stay visible while a long list of scopes scrolls (%s)", async (textSize) => {
  const more = Array.from({ length: 12 }, (_, at) => ({
    ...app.scopes[0]!,
    name: `more:${at}`,
    title: `See part ${at}`,
  }));
  app.scopes = [...app.scopes, ...more];
  const page = await (await openBrowser(browser, site, { account: mia, viewport: PHONE })).newPage();
  await page.goto(begin());
  await page.evaluate(`document.documentElement.style.fontSize = "${textSize}"`);
  for (const position of [0, 300]) {
    await page.evaluate(`scrollTo(0, ${position})`);
    const { bottom } = await page
      .getByRole("button", { name: "Allow", exact: true })
      .evaluate((one) => one.getBoundingClientRect().toJSON());
    expect(bottom).toBeLessThanOrEqual(PHONE.height);
  }
});

// WCAG 2.2 §2.4.11
test.each([
  { locale: "en-GB", textSize: "100%" },
  { locale: "de-DE", textSize: "200%" },
])("no focused control is behind the buttons that stay visible ($locale, $textSize)", async ({ locale, textSize }) => {
  const viewport = { width: 375, height: 667 };
  site.world.addMerchant("harbour-tea", "Harbour Tea", [[mia, MerchantRole.OWNER]]);
  const page = await (await openBrowser(browser, site, { account: mia, viewport, locale })).newPage();
  await page.goto(begin());
  await page.evaluate(`document.documentElement.style.fontSize = "${textSize}"`);
  const hidden: string[] = [];
  const seen: string[] = [];
  for (let presses = 0; presses < 25; presses++) {
    await page.keyboard.press("Tab");
    const [name, isSeen] = await page.evaluate<[string, boolean]>(`(() => {
      const { activeElement } = document;
      const { left, right, top, bottom } = activeElement.getBoundingClientRect();
      const at = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      return [activeElement.outerHTML.slice(0, 80), activeElement === document.body || activeElement.contains(at) || at?.contains(activeElement) === true];
    })()`);
    seen.push(name);
    if (!isSeen) hidden.push(name);
  }
  expect(hidden).toEqual([]);
  expect(seen.join()).toContain('name="scope"');
});

test.each(["en-GB", "de-DE"])(
  "of an app that one of two shops has connected, two scopes are visible without scrolling on a phone (%s)",
  async (locale) => {
    const viewport = { width: 375, height: 667 };
    app.app.purpose = "Prints labels and books parcels for the orders of your shop.";
    app.scopes = app.scopes.slice(0, 2);
    const names = app.scopes.map(({ name }) => name);
    site.world.merchants[0]!.grants.set(app.app.clientId, names);
    site.world.addMerchant("harbour-tea", "Harbour Tea", [[mia, MerchantRole.OWNER]]);
    const page = await (await openBrowser(browser, site, { account: mia, viewport, locale })).newPage();
    await page.goto(begin());
    expect(await page.locator(".scope-granted").count()).toBe(1);
    const { top } = await page.locator(".decision").evaluate((one) => one.getBoundingClientRect().toJSON());
    for (const at of [0, 1]) {
      const { bottom } = await page
        .locator(".scopes .scope-title")
        .nth(at)
        .evaluate((one) => one.getBoundingClientRect().toJSON());
      expect(bottom, `scope ${at}`).toBeLessThanOrEqual(top);
    }
  },
);
