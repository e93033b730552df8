import { randomInt } from "node:crypto";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import type { DemoFile } from "../../../src/demo/demo-file.ts";
import type { Clients } from "../../../src/rpc/client.ts";
import { checkPage } from "./check-page.ts";
import type { ConsoleWorld } from "./console-world.ts";
import { logo } from "./logo.ts";
import { mainOf } from "./main-of.ts";
import { DESKTOP, PHONE } from "./people.ts";
import { visitPortalPages } from "./portal-journey.ts";
import { visitTeamPages } from "./team-journey.ts";
import { useDemo } from "./use-demo.ts";

let browser: Browser;
let world: ConsoleWorld;
let demo: DemoFile;
let core: Clients;
useDemo((opened) => {
  ({ browser, world } = opened);
  ({ demo, core } = world);
});

async function openPage(options: BrowserContextOptions): Promise<Page> {
  return (await browser.newContext({ locale: "en-GB", ...options })).newPage();
}

const SEEN = [
  "portal-new-faulty",
  "portal-created",
  "portal-app-changes-requested",
  "portal-app-live",
  "portal-check-faults",
  "portal-installation-paused",
];

describe("a developer from the sign-up to a live app, its secrets, a revision, a test merchant and the checker", () => {
  test("on a phone without JavaScript", async () => {
    const page = await openPage({ viewport: PHONE, javaScriptEnabled: false });
    const texts = new Map<string, string>();
    const look = async (name: string) => void texts.set(name, await mainOf(page));
    const { clientId, secrets } = await visitPortalPages({ page, url: demo.urls.http, core, look });
    expect([...texts.keys()]).toEqual(expect.arrayContaining(SEEN));
    expect(texts.get("portal-new-faulty")).toContain("http is only allowed for loopback addresses; use https.");
    expect(texts.get("portal-app-changes-requested")).toContain("Please say which carriers it works with.");
    expect(texts.get("portal-app-revision")).toContain("https://parcels.example/second");
    expect(texts.get("portal-installations")).toMatch(/Token reused|Access revoked/);
    expect(texts.get("portal-installation")).toContain("in 90 days");
    expect(texts.get("portal-installation")).toContain("this page cannot show which ones your app uses");
    expect(texts.get("portal-installation-paused")).toContain("We move our servers.");
    expect(texts.get("portal-check-faults")).toContain("4 errors");
    expect(texts.get("portal-check-good")).toContain("The URL is valid");
    expect(texts.get("docs-try-failed")).toContain("The secret is wrong.");
    expect(texts.get("docs-try-tokens")).toContain("Parcel Pilot on Corner shop");
    expect(texts.get("docs-try-revoked")).toContain("The token is revoked");
    expect(texts.get("account-changed")).toContain("Your password was changed. All other devices were signed out.");
    const { app } = await core.apps.getApp({ clientId });
    expect(app).toMatchObject({
      profile: { name: "Parcel Pilot" },
      pending: { profile: { name: "Parcel Pilot Pro" } },
    });
    expect(app?.secrets.map(({ hint }) => hint)).toEqual(secrets.map((secret) => secret.slice(-4)));
    expect(new Set(secrets).size).toBe(2);
  });

  test("on a desktop: axe finds nothing in light and dark, and nothing sticks out from 320 px", {
    timeout: 900_000,
  }, async () => {
    const page = await openPage({ viewport: DESKTOP, reducedMotion: "reduce" });
    const faults: string[] = [];
    const look = async (name: string) => {
      faults.push(...(await checkPage(page)).map((fault) => `${name}: ${fault}`));
    };
    await visitPortalPages({ page, url: demo.urls.http, core, look });
    expect(faults).toEqual([]);
  });
});

describe("with JavaScript", () => {
  test("a redirect URI is checked while it is typed, rows are added, and values are copied", async () => {
    const page = await openPage({ viewport: DESKTOP, permissions: ["clipboard-read", "clipboard-write"] });
    const { url, app, developer } = { url: demo.urls.http, app: demo.app, developer: demo.developer };
    await page.goto(`${url}/sign-in?next=${encodeURIComponent("/portal/apps/new")}`);
    await page.getByLabel("E-mail").fill(developer.email);
    await page.getByLabel("Password").fill(developer.password);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.getByLabel("Redirect URI 1", { exact: true }).fill("https://ok.example/#no");
    await page.getByText("Remove the fragment (#).").waitFor();
    expect(await page.getByLabel("Redirect URI 1", { exact: true }).getAttribute("aria-invalid")).toBe("true");
    await page.getByLabel("Redirect URI 1", { exact: true }).fill("com.example.app:/callback");
    await page.getByText("devices may use a private-use URI scheme; use https.").waitFor();
    await page.getByRole("radio", { name: "On users’ devices" }).check();
    await page.getByText("devices may use a private-use URI scheme; use https.").waitFor({ state: "hidden" });
    await page.getByRole("button", { name: "Add another redirect URI" }).click();
    await expect.poll(() => page.evaluate("document.activeElement.id")).toBe("redirect_uri-1");
    await page.getByLabel("Redirect URI 2", { exact: true }).fill("http://elsewhere.example/");
    await page.locator("#redirect_uri-1-fault", { hasText: "loopback" }).waitFor();
    await page.getByRole("button", { name: "Remove redirect URI 1" }).click();
    expect(await page.getByLabel("Redirect URI 1", { exact: true }).inputValue()).toBe("http://elsewhere.example/");
    await page.getByLabel("Name", { exact: true }).fill("Live <b>preview</b>");
    await page.locator("#preview", { hasText: "Live <b>preview</b>" }).waitFor();
    const file = { name: "logo.png", mimeType: "image/png", buffer: logo() };
    await page.getByLabel("Logo", { exact: true }).setInputFiles(file);
    for (const name of ["#preview", ".logo-row"]) await page.locator(`${name} img[src^="data:image/png"]`).waitFor();
    await page.getByLabel("Name", { exact: true }).fill("Next preview");
    await page.locator('#preview:has(img[src^="data:image/png"])', { hasText: "Next preview" }).waitFor();
    await page.goto(`${url}/portal/apps/${app.client_id}`);
    // The announcement disappears after two seconds, and the call of a click can take longer on a busy machine, so the wait starts first.
    const said = page.getByRole("status").getByText("Copied", { exact: true }).waitFor();
    await Promise.all([said, page.getByRole("button", { name: "Copy: Install link" }).click()]);
    expect(await page.evaluate("navigator.clipboard.readText()")).toBe(app.install_url);
    const icon = page.getByRole("button", { name: "Copy: client_id" });
    await Promise.all([page.locator(".copy-icon.copied").waitFor(), icon.click()]);
    expect(await page.evaluate("navigator.clipboard.readText()")).toBe(app.client_id);
    await page.locator(".copy-icon:not(.copied) .icon").waitFor();
  });

  test("the links of the form mark the section that is read, and a closed section shows its new choice", async () => {
    const page = await openPage({ viewport: PHONE });
    await page.goto(`${demo.urls.http}/sign-in?next=${encodeURIComponent("/portal/apps/new")}`);
    await page.getByLabel("E-mail").fill(demo.developer.email);
    await page.getByLabel("Password").fill(demo.developer.password);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    const current = page.locator("[data-form-sections] [aria-current]");
    await expect.poll(() => current.innerText()).toBe("About");
    const submit = (await page.getByRole("button", { name: "Submit for review" }).boundingBox())!;
    expect(submit.y + submit.height).toBeLessThan(PHONE.height);
    await page.getByRole("link", { name: "Options" }).click();
    await expect.poll(() => current.innerText()).toBe("Options");
    expect(await page.getByRole("radio", { name: "Keep" }).isVisible()).toBe(false);
    const fold = page.locator("#section-refresh > summary");
    await fold.click();
    await page.getByRole("radio", { name: "Keep" }).check();
    await fold.click();
    await expect.poll(() => fold.locator("small").innerText()).toBe("Keep");
  });

  test("with the keyboard alone, an app is submitted", async () => {
    const page = await openPage({ viewport: DESKTOP });
    await page.goto(`${demo.urls.http}/sign-in?next=${encodeURIComponent("/portal/apps/new")}`);
    await page.getByLabel("E-mail").focus();
    await page.keyboard.type(demo.developer.email);
    await page.keyboard.press("Tab");
    await page.keyboard.type(demo.developer.password);
    await page.keyboard.press("Enter");
    await page.waitForURL("**/portal/apps/new");
    await page.getByLabel("Name", { exact: true }).focus();
    await page.keyboard.type("Keyboard Kite");
    await tabTo(page, "purpose");
    await page.keyboard.type("Flies by keys.");
    await tabTo(page, "redirect_uri-0");
    await page.keyboard.type("https://kite.example/callback");
    await tabTo(page, `scope-${Buffer.from("orders:read").toString("base64url")}`);
    await page.keyboard.press("Space");
    await page.keyboard.press("Tab");
    await page.keyboard.type("To see where the wind blows.");
    await tabTo(page, null, "Submit for review");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Keyboard Kite submitted" }).waitFor();
    const { apps } = await core.apps.listApps({ namePrefix: "Keyboard Kite" });
    expect(apps).toMatchObject([{ state: 2, profile: { scopes: [{ reason: "To see where the wind blows." }] } }]);
  });
});

test("the reviewer's message stays on screen beside the preview while the form is scrolled", async () => {
  const { developerAccountId, profile } = (await core.apps.getApp({ clientId: demo.app.client_id })).app!;
  const { app } = await core.apps.createApp({ developerAccountId, profile: { ...profile!, name: "Answering Auk" } });
  const { clientId } = app!;
  await core.apps.submitApp({ clientId });
  await core.apps.startReview({ clientId });
  const reasonText = Array(40).fill("Which carriers?").join("\n");
  await core.apps.requestChanges({ clientId, reasonCode: "PURPOSE", reasonText });
  const page = await openPage({ viewport: DESKTOP, javaScriptEnabled: false });
  await page.goto(`${demo.urls.http}/sign-in?next=${encodeURIComponent(`/portal/apps/${clientId}/edit`)}`);
  await page.getByLabel("E-mail").fill(demo.developer.email);
  await page.getByLabel("Password").fill(demo.developer.password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  const words = page.locator(".reviewer-words");
  const [above, preview] = [await words.boundingBox(), await page.locator("#form-preview").boundingBox()];
  expect(above!.x + above!.width).toBeLessThan(preview!.x);
  await page.mouse.wheel(0, 1200);
  await expect.poll(async () => (await words.boundingBox())!.y).toBeLessThan(20);
  const { y, height } = (await words.boundingBox())!;
  expect([y >= 0, height < DESKTOP.height / 2]).toEqual([true, true]);
  // The line at the lower edge fades out, and the keyboard scrolls to the last one.
  const fade = `getComputedStyle(document.querySelector(".reviewer-words"), "::after").position`;
  expect(await page.evaluate(fade)).toBe("sticky");
  await words.focus();
  await page.keyboard.press("End");
  await expect.poll(() => words.evaluate((one) => one.scrollTop)).toBeGreaterThan(100);
});

test("a colleague is invited, submits an app of the team without JavaScript, and loses access when removed", async () => {
  const seen: string[] = [];
  const faults: string[] = [];
  const owner = await openPage({ viewport: DESKTOP, reducedMotion: "reduce" });
  await visitTeamPages({
    mark: `.${randomInt(1e9)}`,
    owner,
    colleague: await openPage({ viewport: PHONE, javaScriptEnabled: false }),
    url: demo.urls.http,
    core,
    async look(page, name) {
      seen.push(name);
      // The check of a page needs scripts.
      if (page !== owner) return;
      faults.push(...(await checkPage(page)).map((fault) => `${name}: ${fault}`));
    },
  });
  expect(faults).toEqual([]);
  expect(seen).toHaveLength(10);
});

/** Presses Tab until the element with this id, or the button that says this, has the focus. */
async function tabTo(page: Page, id: string | null, text = ""): Promise<void> {
  for (let presses = 0; presses < 60; presses++) {
    await page.keyboard.press("Tab");
    const [focused, said] = await page.evaluate<[string, string]>(
      "[document.activeElement.id, document.activeElement.textContent]",
    );
    if (id === null ? said === text : focused === id) return;
  }
  throw new Error(`the keyboard does not reach ${id ?? text}`);
}
