import type { APIResponse, Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { Person } from "../../unit/service/accounts/provider.ts";
import { launchChromium } from "./chromium.ts";
import { type ExternalSite, LABEL, signInAtProvider, startExternalSite } from "./external-site.ts";
import { mainOf } from "./main-of.ts";
import { DESKTOP } from "./people.ts";

let browser: Browser;
let site: ExternalSite;
beforeAll(async () => {
  [browser, site] = await Promise.all([launchChromium(), startExternalSite()]);
});
afterAll(() => Promise.all([browser?.close(), site?.close()]));
afterEach(async () => {
  for (const context of browser.contexts()) await context.close();
});

async function openPage(options: BrowserContextOptions = {}): Promise<Page> {
  return (await browser.newContext({ viewport: DESKTOP, locale: "en-GB", ...options })).newPage();
}

const home = () => `${site.demo.urls.http}/`;
const CALLBACK = "/sign-in/external/callback";

/** A browser with a new sign-in, at the start page. */
async function signedIn(person: Person): Promise<Page> {
  const page = await openPage();
  await page.goto(`${home()}sign-in`);
  await signInAtProvider(page, person);
  await page.waitForURL(home());
  return page;
}

/** Performs the external login up to its last step. Returns the address of the callback and the browser's cookies. */
async function callbackOf(page: Page, { sub }: Person): Promise<string> {
  let at = `${home()}sign-in/external`;
  let form: { login: string } | null = null;
  for (let hops = 0; hops < 12; hops++) {
    const options = { maxRedirects: 0 };
    const answer: APIResponse = await (form === null
      ? page.request.get(at, options)
      : page.request.post(at, { ...options, form }));
    const { location } = answer.headers();
    form = location === undefined ? { login: sub } : null;
    if (location !== undefined) at = new URL(location, at).href;
    if (new URL(at).pathname === CALLBACK) return at;
  }
  throw new Error("the provider never sent the browser back");
}

async function isSignedIn(page: Page): Promise<boolean> {
  await page.goto(home());
  return (await mainOf(page)).includes("Hello, ");
}

test("a membership goes with its claim at the next sign-in", async () => {
  const shop = await site.addMerchant("Lost Pier");
  const person = site.addPerson({ shops: [`${shop}:OWNER`] });
  const first = await signedIn(person);
  await expect.poll(() => mainOf(first)).toContain("Lost Pier");
  site.provider.people.set(person.sub, { ...person, shops: [] });
  const again = await signedIn(person);
  expect(await mainOf(again)).not.toContain("Lost Pier");
  // The earlier session must also have the current roles of the account.
  await first.reload();
  expect(await mainOf(first)).not.toContain("Lost Pier");
  await again.goto(`${site.demo.urls.demo_app}/connect`);
  await expect
    .poll(() => mainOf(again))
    .toMatch(
      /Your account does not belong to a shop that this app can be connected to\. Ask an owner of your shop, or .+, for an invitation\./,
    );
});

test("a MEMBER by claim cannot connect, and a claim for an unknown merchant is ignored", async () => {
  const shop = await site.addMerchant("Staff Pier");
  const page = await signedIn(site.addPerson({ shops: [`${shop}:MEMBER`, "no-such-shop:OWNER"] }));
  await expect.poll(() => mainOf(page)).toContain("Staff Pier");
  expect(await mainOf(page)).not.toContain("no-such-shop");
  await page.goto(`${site.demo.urls.demo_app}/connect`);
  await expect.poll(() => mainOf(page)).toContain("Only owners and managers");
});

test("the e-mail of an account with a password does not reach that account", async () => {
  const { merchant } = site.demo;
  const page = await signedIn(site.addPerson({ name: "Not Mia", email: merchant.email }));
  const text = await mainOf(page);
  expect(text).toContain("Hello, Not Mia");
  expect(text).not.toContain(merchant.merchant_id);
  expect(text).not.toContain(merchant.email);
});

test("an unconfigured claim grants no role", async () => {
  const claims = { groups: ["operators", "developers", "admin"], operator: true, developer: true };
  const person = site.addPerson(claims);
  const page = await signedIn(person);
  const { account } = await site.core.accounts.getAccount({ email: String(person.email) });
  expect(account).toMatchObject({ operator: false, developer: false });
  for (const path of ["console", "portal"]) {
    const answer = await page.goto(`${home()}${path}`);
    expect([403, 404]).toContain(answer?.status());
  }
});

describe("the callback", () => {
  test("does not work twice", async () => {
    const page = await openPage();
    const address = await callbackOf(page, site.addPerson());
    const kept = await page.context().cookies();
    await page.goto(address);
    await expect.poll(() => page.url()).toBe(home());
    const thief = await openPage();
    await thief.context().addCookies(kept);
    const answer = await thief.goto(address);
    expect(answer?.status()).toBe(400);
    await expect.poll(() => mainOf(thief)).toContain("Sign-in failed");
    expect(await isSignedIn(thief)).toBe(false);
    expect(await isSignedIn(page)).toBe(true);
  });

  test("does not work in another browser, which would sign a victim in as the attacker", async () => {
    const address = await callbackOf(await openPage(), site.addPerson());
    const victim = await openPage();
    expect((await victim.goto(address))?.status()).toBe(400);
    await expect.poll(() => mainOf(victim)).toContain("Sign-in failed");
    expect(await isSignedIn(victim)).toBe(false);
  });

  test("of one sign-in does not fit another that the victim started", async () => {
    const address = await callbackOf(await openPage(), site.addPerson());
    const victim = await openPage();
    await callbackOf(victim, site.addPerson());
    expect((await victim.goto(address))?.status()).toBe(400);
    expect(await isSignedIn(victim)).toBe(false);
  });

  test("with another state is refused with a link to a working sign-in", async () => {
    const page = await openPage();
    const person = site.addPerson();
    const address = new URL(await callbackOf(page, person));
    address.searchParams.set("state", "A".repeat(43));
    expect((await page.goto(address.href))?.status()).toBe(400);
    await page.getByRole("main").getByRole("link", { name: "Sign in" }).click();
    await page.getByRole("link", { name: LABEL }).click();
    await page.waitForURL(home());
    await expect.poll(() => mainOf(page)).toContain(`Hello, ${person.name}`);
  });
});

test("a denial at the provider shows an error and starts no session", async () => {
  const page = await openPage();
  await page.goto(`${home()}sign-in`);
  await page.getByRole("link", { name: LABEL }).click();
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.waitForURL(`**${CALLBACK}?*`);
  await expect.poll(() => mainOf(page)).toContain("Sign-in failed");
  expect(await isSignedIn(page)).toBe(false);
});

// These two tests are last, because they stop the provider that the others need.
test("the same sub and e-mail from another issuer are another account", async () => {
  const shop = await site.addMerchant("Old Pier");
  const person = site.addPerson({ shops: [`${shop}:OWNER`] });
  const page = await signedIn(person);
  await page.close();
  const other = await site.startProvider();
  other.people.set(person.sub, { ...person, name: "Another Person", shops: [] });
  await site.moveTo(other);
  const text = await mainOf(await signedIn(person));
  expect(text).toContain("Hello, Another Person");
  expect(text).not.toContain("Old Pier");
  expect(text).not.toContain(person.email);
  const { account, memberships } = await site.core.accounts.getAccount({ email: String(person.email) });
  expect([account?.name, memberships.length]).toEqual([person.name, 1]);
  const trip = await openPage();
  const address = await callbackOf(trip, person);
  await other.close();
  const answer = await trip.goto(address);
  expect(answer?.status()).toBe(503);
  await expect.poll(() => mainOf(trip)).toContain("The platform login is temporarily unavailable.");
  expect(await isSignedIn(trip)).toBe(false);
});

test("an outage of the provider affects only its own sign-in", async () => {
  await site.moveTo(site.provider);
  await site.provider.close();
  const page = await openPage();
  await page.goto(`${home()}sign-in`);
  await page.getByRole("link", { name: LABEL }).click();
  await expect.poll(() => mainOf(page)).toContain("The platform login is temporarily unavailable.");
  await page.goto(`${home()}sign-in`);
  await page.getByLabel("E-mail").fill(site.demo.merchant.email);
  await page.getByLabel("Password").fill(site.demo.merchant.password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.waitForURL(home());
  expect(await isSignedIn(page)).toBe(true);
});
