import type { Browser, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { visitAccountPages } from "./account-journey.ts";
import { checkPage } from "./check-page.ts";
import { type ConsoleWorld, openAs } from "./console-world.ts";
import { ENGLISH, GERMAN } from "./every-page.ts";
import { travel } from "./journey.ts";
import { mainOf } from "./main-of.ts";
import { DESKTOP, PHONE } from "./people.ts";
import { refusedWithinASecond } from "./refused.ts";
import { unhyphenatedWords } from "./text-layout.ts";
import { useDemo } from "./use-demo.ts";
import { addAuthenticator, type VirtualAuthenticator } from "./virtual-authenticator.ts";

const PASSWORD = "correct horse battery staple";

let browser: Browser;
let world: ConsoleWorld;
useDemo((opened) => ({ browser, world } = opened));

test("from a stranger's sign-up to a merchant's disconnect: three people, three browsers, one app", async () => {
  const { demo } = world;
  await travel({
    browser,
    demo,
    merchantName: "Harbour Coffee",
    javaScriptEnabled: true,
    async signIn(page) {
      await page.getByLabel("E-mail").fill(demo.merchant.email);
      await page.getByLabel("Password").fill(demo.merchant.password);
      await page.getByRole("button", { name: "Sign in", exact: true }).click();
    },
  });
});

/** The status of the platform's API for the app. */
const callApi = async (accessToken: string) => {
  const headers = { authorization: `Bearer ${accessToken}` };
  return (await fetch(`${world.demo.urls.demo_api}/orders`, { headers })).status;
};

/** The text that a screen reader reads after the page has loaded. */
const focusedText = (page: Page) => page.evaluate<string>("document.activeElement.textContent");

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
    await expect.poll(() => mainOf(page)).toContain("You paused this app");
    await page.locator("li.marked").getByRole("status").filter({ hasText: "Parcel Pilot is paused." }).waitFor();
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

/** A new browser with a virtual authenticator. */
async function openPage(): Promise<{ page: Page } & VirtualAuthenticator> {
  const page = await (await browser.newContext(ENGLISH)).newPage();
  return { page, ...(await addAuthenticator(page)) };
}

async function enterPassword(page: Page, email: string): Promise<void> {
  await page.goto(`${world.demo.urls.http}/sign-in`);
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

test("a typed password can be shown, and is hidden again when the form is sent", async () => {
  const { page } = await openPage();
  await page.goto(`${world.demo.urls.http}/sign-in`);
  const password = page.getByLabel("Password");
  await password.fill("not the password");
  await page.getByRole("button", { name: "Show password" }).click();
  expect(await password.getAttribute("type")).toBe("text");
  await page.getByRole("button", { name: "Hide password" }).click();
  expect(await password.getAttribute("type")).toBe("password");
  await page.getByRole("button", { name: "Show password" }).click();
  // Without the event's default, the page stays.
  await page.locator("form").first().dispatchEvent("submit");
  expect(await password.getAttribute("type")).toBe("password");
  expect(await page.getByRole("button", { name: "Sign in", exact: true }).count()).toBe(1);
});

test("a passkey is registered, is the second factor after the password, signs in alone, and is removed", async () => {
  const email = `mia-${Date.now()}@people.example`;
  await world.core.accounts.createAccount({ email, name: "Mia Kraft", password: PASSWORD });
  const { page, verifyUser, setPresence, countPasskeys } = await openPage();
  const { http } = world.demo.urls;
  const securityPage = `${http}/account/security`;
  await enterPassword(page, email);
  await page.waitForURL(`${http}/`);

  await page.goto(securityPage);
  await page.getByRole("link", { name: "Add a passkey" }).click();
  await page.getByLabel("Name").fill(" ");
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await page.locator("#name-fault", { hasText: "Enter a name of 1 to 60 characters." }).waitFor();
  // A name that is too long is refused with words, not cut, and before the device creates a passkey.
  await page.getByLabel("Name").fill("n".repeat(61));
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await page.locator("#name-fault", { hasText: "Enter a name of 1 to 60 characters." }).waitFor();
  expect(await page.getByLabel("Name").inputValue()).toHaveLength(61);
  expect(await countPasskeys()).toBe(0);
  await page.getByLabel("Name").fill("Work laptop");
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await page.getByRole("heading", { name: "Your recovery codes" }).waitFor();
  expect(await countPasskeys()).toBe(1);
  await page.getByRole("button", { name: "Done" }).click();
  expect(page.url()).toBe(`${securityPage}/recovery-codes`);
  await page.getByRole("checkbox", { name: "I have stored these codes" }).check();
  await page.getByRole("button", { name: "Done" }).click();
  await page.waitForURL(`${securityPage}?done=added`);
  expect(await mainOf(page)).toContain("Work laptop");

  await page.context().clearCookies();
  await enterPassword(page, email);
  await page.waitForURL(`${http}/sign-in/second-factor`);
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await page.waitForURL(`${http}/`);

  await page.context().clearCookies();
  await page.goto(`${http}/sign-in?next=%2Faccount%2Fsecurity`);
  await verifyUser(false);
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await page.getByRole("alert").filter({ hasText: "The passkey was not confirmed" }).waitFor();
  await verifyUser(true);
  // While the dialog of the browser is open, a status says so.
  const waiting = page.getByRole("status").filter({ hasText: "Waiting for your passkey." });
  expect(await waiting.count()).toBe(0);
  await setPresence(false);
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await waiting.waitFor();
  expect(await page.getByRole("alert").count()).toBe(0);
  await setPresence(true);
  await page.reload();
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await page.waitForURL(securityPage);

  await page.getByRole("link", { name: "Rename passkey Work laptop" }).click();
  await page.getByLabel("Name").fill("Old laptop");
  await page.getByRole("button", { name: "Rename" }).click();
  await page.getByRole("status").filter({ hasText: "The passkey was renamed." }).waitFor();
  expect(await focusedText(page)).toBe("The passkey was renamed.");

  await page.getByRole("link", { name: "Remove passkey Old laptop" }).click();
  await page.getByText("This is your only second factor").waitFor();
  await page.getByRole("button", { name: "Remove", exact: true }).click();
  await page.getByRole("status").filter({ hasText: "The passkey was removed." }).waitFor();
  expect(await mainOf(page)).not.toContain("Old laptop");
});

test("without WebAuthn there is no passkey button, and the security page says why", async () => {
  const { page } = await openPage();
  const { http } = world.demo.urls;
  await page.addInitScript("delete window.PublicKeyCredential");
  await page.goto(`${http}/sign-in?next=%2Faccount%2Fsecurity`);
  await page.getByRole("button", { name: "Sign in", exact: true }).waitFor();
  expect(await page.getByRole("button", { name: "Sign in with a passkey" }).count()).toBe(0);
  await page.getByLabel("E-mail").fill(world.demo.merchant.email);
  await page.getByLabel("Password").fill(world.demo.merchant.password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.waitForURL(`${http}/account/security`);
  expect(await mainOf(page)).toContain("This browser does not support passkeys");
  expect(await page.getByRole("link", { name: "Add a passkey" }).count()).toBe(0);
});

test("the link above the events unfolds the form for a new password, without JavaScript", async () => {
  const context = await openAs(browser, world, world.demo.merchant, { javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${world.demo.urls.http}/account/security`);
  expect(await page.getByLabel("Current password").isVisible()).toBe(false);
  await page.goto(`${world.demo.urls.http}/account/activity`);
  await page.getByRole("link", { name: "Change your password" }).click();
  await page.getByLabel("Current password").waitFor();
});

test("the tabs of the activity show one kind of event, without JavaScript", async () => {
  const context = await openAs(browser, world, world.demo.merchant, { javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${world.demo.urls.http}/account/activity`);
  await page.getByRole("link", { name: "Failed sign-ins" }).click();
  await page.waitForURL(`${world.demo.urls.http}/account/activity?group=failed`);
  await page.getByText("No such activity is recorded").waitFor();
  await page.getByRole("link", { name: "Show all activity" }).click();
  await page.getByText("With your password").first().waitFor();
});

test("on a phone, all tabs of the activity are in view, without JavaScript and without scrolling the page", async () => {
  const options = { viewport: { width: 320, height: 240 }, javaScriptEnabled: false };
  const page = await (await openAs(browser, world, world.demo.merchant, options)).newPage();
  await page.goto(`${world.demo.urls.http}/account/activity?group=account`);
  const tabs = page.locator(".list-tabs a");
  const edges = await tabs.evaluateAll((links) => links.map((link) => link.getBoundingClientRect()));
  expect(edges.length).toBeGreaterThan(3);
  for (const { left, right } of edges) expect([left >= 0, right <= 320]).toEqual([true, true]);
  expect(await page.evaluate("scrollY")).toBe(0);
});

test.each([375, 800])("at %d px, the row of pages begins at the current one, without JavaScript", async (width) => {
  const options = { viewport: { width, height: 640 }, javaScriptEnabled: false };
  const page = await (await openAs(browser, world, world.demo.developer, options)).newPage();
  await page.goto(`${world.demo.urls.http}/portal/team`);
  const current = (await page.locator("nav.sections [aria-current]").boundingBox())!;
  expect([current.x >= 0, current.x + current.width <= width]).toEqual([true, true]);
  expect(await page.evaluate("scrollY")).toBe(0);
});

test("the activity has the days and times of the reader's own clock", async () => {
  const email = `tai-${Date.now()}@people.example`;
  await world.core.accounts.createAccount({ email, name: "Tai Line", password: PASSWORD });
  // Half of the day, this zone has another day than UTC.
  const timeZone = "Pacific/Kiritimati";
  const page = await (await browser.newContext({ ...ENGLISH, timezoneId: timeZone })).newPage();
  await enterPassword(page, email);
  await page.goto(`${world.demo.urls.http}/account/activity`);
  const event = page.locator(".log-day li").first().locator("time");
  const at = new Date((await event.getAttribute("datetime"))!);
  const day = new Intl.DateTimeFormat("en-GB", { dateStyle: "full", timeZone }).format(at);
  expect(await page.locator(".log-day h2").first().textContent()).toBe(`${day} GMT+14`);
  const clock = new Intl.DateTimeFormat("en-GB", { timeStyle: "short", timeZone }).format(at);
  expect(await event.textContent()).toBe(clock);
});

test("in German, the button beside another device is whole on every desktop", async () => {
  const email = `dev-${Date.now()}@people.example`;
  await world.core.accounts.createAccount({ email, name: "Dev Ice", password: PASSWORD });
  const contexts = await Promise.all([1, 2, 3].map(() => browser.newContext(ENGLISH)));
  for (const context of contexts) {
    const page = await context.newPage();
    await enterPassword(page, email);
    await page.waitForURL(`${world.demo.urls.http}/`);
  }
  const storageState = await contexts[0]!.storageState();
  const page = await (await browser.newContext({ ...GERMAN, storageState })).newPage();
  await page.goto(`${world.demo.urls.http}/account/devices`);
  expect(await page.locator(".devices button").allInnerTexts()).toEqual(["Abmelden", "Abmelden"]);
  for (const width of [1440, 1280, 1024, 960]) {
    await page.setViewportSize({ width, height: 800 });
    // The finder also names the labels for screen readers, which have no width.
    expect((await unhyphenatedWords(page)).join(), `${width} px`).not.toContain("Abmelden");
  }
});

test("the pages of an account: axe finds nothing in light and dark, and they fit every width, also with large text", {
  timeout: 300_000,
}, async () => {
  const { page } = await openPage();
  const faults: string[] = [];
  const seen: string[] = [];
  const look = async (name: string) => {
    seen.push(name);
    faults.push(...(await checkPage(page)).map((fault) => `${name}: ${fault}`));
  };
  await visitAccountPages({ page, url: world.demo.urls.http, core: world.core, look });
  expect(faults).toEqual([]);
  expect(seen).toHaveLength(21);
});

test("another account answers the same authorization request, after a sign-in with a passkey", async () => {
  const { demo, core } = world;
  const { http } = demo.urls;
  const email = `zoe-${Date.now()}@people.example`;
  const { account } = await core.accounts.createAccount({ email, name: "Zoe Lang", password: PASSWORD });
  const merchantId = `zoe-${Date.now()}`;
  await core.accounts.createMerchant({ merchantId, name: "Zoe's Books", ownerAccountId: account!.accountId });
  const { page } = await openPage();
  await enterPassword(page, email);
  await page.waitForURL(`${http}/`);
  await page.goto(`${http}/account/security`);
  await page.getByRole("link", { name: "Add a passkey" }).click();
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await page.getByRole("heading", { name: "Your recovery codes" }).waitFor();
  await page.context().clearCookies();

  const { client_id, redirect_uri, scopes } = demo.app;
  const challenge = { code_challenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM", code_challenge_method: "S256" };
  const asked = { response_type: "code", client_id, redirect_uri, scope: scopes.join(" "), state: "one", ...challenge };
  await page.goto(`${http}/oauth/authorize?${new URLSearchParams({ ...asked, prompt: "consent" })}`);
  await page.getByLabel("E-mail").fill(demo.merchant.email);
  await page.getByLabel("Password").fill(demo.merchant.password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.getByRole("button", { name: "Allow", exact: true }).waitFor();
  const request = page.url();
  expect(await mainOf(page)).toContain(demo.merchant.email);

  await page.getByRole("link", { name: "Use another account" }).click();
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.waitForURL(`${http}/sign-in?**`);
  expect(await page.locator("form[method=post]").first().getAttribute("action")).toBe("/sign-in");
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await page.waitForURL(request);
  await page.getByRole("heading", { level: 1, name: /to Zoe's Books$/ }).waitFor();
  expect(await mainOf(page)).toContain(email);
  const answered = page.waitForRequest((sent) => sent.url().startsWith(`${redirect_uri}?`));
  await page.getByRole("button", { name: "Allow", exact: true }).click();
  expect((await answered).url()).toMatch(/[?&]code=lk_ac_/);
});
