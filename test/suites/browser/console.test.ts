import type { Browser, BrowserContext, Locator, Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { AppState } from "../../../gen/latchkey/v1/app_service_pb.ts";
import { palettesOf } from "../../../src/brand/accent.ts";
import { violationsOf } from "./check-page.ts";
import { type ConsoleWorld, everyConsoleSight, everyPortalSight, MEMBER, openAs } from "./console-world.ts";
import { ENGLISH, englishFaults, GERMAN, germanFaults, PARTS, partOf, type Visit } from "./every-page.ts";
import { mainOf } from "./main-of.ts";
import { DESKTOP, PHONE } from "./people.ts";
import { useDemo } from "./use-demo.ts";

let browser: Browser;
let world: ConsoleWorld;
useDemo((opened) => ({ browser, world } = opened));

const stateOf = async (clientId: string) => (await world.core.apps.getApp({ clientId })).app!.state;

describe.each([
  { name: "on a phone without JavaScript", viewport: PHONE, javaScriptEnabled: false },
  { name: "on a desktop", viewport: DESKTOP, javaScriptEnabled: true },
])("the operator reviews while the developer answers, $name", (options) => {
  test("changes are requested and made, an outdated page decides nothing, the app is approved", async () => {
    const app = await world.addApp(`Ledger ${options.viewport.width}`);
    const { clientId } = app;
    await world.core.apps.submitApp({ clientId });
    const template = `Redirect ${options.viewport.width}`;
    const texts = { textEn: "A redirect URI answers 404.", textDe: "Eine Redirect-URI antwortet mit 404." };
    await world.core.reviews.upsertDecisionTemplate({
      template: { name: template, reasonCode: "REDIRECT_URI", ...texts },
    });
    const operator = await (await openAs(browser, world, world.demo.operator, options)).newPage();
    await operator.goto(world.demo.urls.http);
    await operator.getByRole("link", { name: "Console" }).first().click();
    await operator.getByRole("link", { name: `Ledger ${options.viewport.width}` }).click();
    await operator.getByRole("button", { name: "Claim" }).click();
    await operator.getByRole("button", { name: "Request changes" }).click();
    await expect.poll(() => mainOf(operator)).toContain("Choose a reason.");
    await operator.getByLabel("Template").selectOption({ label: template });
    await operator.getByRole("button", { name: "Insert" }).click();
    await expect.poll(() => operator.getByLabel("Explanation").inputValue()).toBe("A redirect URI answers 404.");
    await operator.getByLabel("Explanation").fill("The second redirect URI answers 404.");
    await operator.getByRole("button", { name: "Request changes" }).click();
    await expect.poll(() => mainOf(operator)).toContain("Next in the queue");
    expect(await mainOf(operator)).toContain("The second redirect URI answers 404.");
    expect(await stateOf(clientId)).toBe(AppState.CHANGES_REQUESTED);

    await answer(clientId, "https://lark.example/callback");
    await operator.reload();
    await expect.poll(() => mainOf(operator)).toContain("Changes since the last decision");
    expect(await mainOf(operator)).toContain("https://lark.example/callback");
    await operator.getByRole("button", { name: "Claim" }).click();
    await expect.poll(() => mainOf(operator)).toContain("You have claimed this review.");
    // While the operator reads, the developer withdraws the submission and submits another one.
    await world.core.apps.withdrawApp({ clientId });
    await answer(clientId, "https://other.example/callback");
    await world.core.apps.startReview({ clientId });
    await operator.getByLabel("Explanation").fill("Thank you.");
    await operator.getByRole("button", { name: "Approve" }).click();
    await expect
      .poll(() => mainOf(operator))
      .toContain("The developer has submitted another revision since you opened this page. Read it before you decide.");
    await expect.poll(() => mainOf(operator)).toContain("https://other.example/callback");
    expect(await stateOf(clientId)).toBe(AppState.IN_REVIEW);

    // The form keeps its text, and the page says that an approval sends none.
    expect(await operator.getByLabel("Explanation").inputValue()).toBe("Thank you.");
    expect(await mainOf(operator)).toContain("An explanation in the form below is not sent.");
    await operator.getByRole("checkbox", { name: "See your payouts" }).check();
    await operator.getByRole("button", { name: "Approve" }).click();
    await expect.poll(() => mainOf(operator)).toContain("Install link");
    const unsent = await operator.locator("#unsent-text").evaluateAll((boxes: { value: string }[]) => boxes[0]?.value);
    expect(unsent).toBe("Thank you.");
    const { app: approved } = await world.core.apps.getApp({ clientId });
    expect([approved!.state, approved!.restrictedScopesAllowed]).toEqual([AppState.APPROVED, ["payouts:read"]]);
  });
});

/** The developer changes the redirect URI and submits the app again. */
async function answer(clientId: string, redirectUri: string): Promise<void> {
  const { app } = await world.core.apps.getApp({ clientId });
  await world.core.apps.updateApp({ clientId, profile: { ...app!.profile!, redirectUris: [redirectUri] } });
  await world.core.apps.submitApp({ clientId });
}

test("the first card of the dashboard shows its icon", async () => {
  const page = await (await openAs(browser, world, world.demo.operator)).newPage();
  await page.goto(`${world.demo.urls.http}/console/dashboard`);
  const drawn = "(icon) => icon.clientWidth - 2 * parseFloat(getComputedStyle(icon).paddingLeft)";
  const widths = await page.evaluate<number[]>(`[...document.querySelectorAll(".verdict-head > .icon")].map(${drawn})`);
  expect(widths).toEqual([24]);
});

test.each([
  { name: "on a phone, each figure of the dashboard stands directly above its chart", viewport: PHONE, isPhone: true },
  { name: "on a desktop, each figure of the dashboard stands above its chart", viewport: DESKTOP, isPhone: false },
])("$name", async ({ viewport, isPhone }) => {
  const page = await (await openAs(browser, world, world.demo.operator, { viewport })).newPage();
  await page.goto(`${world.demo.urls.http}/console/dashboard`);
  const boxesOf = (selector: string) =>
    page.evaluate<{ top: number; bottom: number; left: number }[]>(
      `[...document.querySelectorAll(${JSON.stringify(selector)})].map((one) => one.getBoundingClientRect().toJSON())`,
    );
  const [figures, charts] = [await boxesOf(".chart > figcaption"), await boxesOf(".chart > :not(figcaption)")];
  expect([figures.length, charts.length]).toEqual([3, 3]);
  expect(charts.map(({ left }) => Math.round(left))).toEqual(figures.map(({ left }) => Math.round(left)));
  for (const [at, { top, bottom }] of charts.entries()) {
    expect(top).toBeGreaterThanOrEqual(figures[at]!.bottom);
    expect(top - figures[at]!.bottom).toBeLessThan(32);
    expect((figures[at + 1]?.top ?? Infinity) >= bottom).toBe(isPhone || at === charts.length - 1);
  }
});

test("suspension by keyboard alone", async () => {
  const { clientId } = await world.addApp("Keyboard");
  await world.core.apps.submitApp({ clientId });
  await world.core.apps.startReview({ clientId });
  await world.core.apps.approveApp({ clientId });
  const page = await (await openAs(browser, world, world.demo.operator)).newPage();
  await page.goto(`${world.demo.urls.http}/console/apps/${clientId}/suspend`);
  await expect.poll(() => mainOf(page)).toContain("No merchant has it installed.");
  await page.getByLabel("Reason").focus();
  await page.keyboard.type("Sec");
  await page.keyboard.press("Tab");
  await page.keyboard.type("A token of it was seen in public.");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Space");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.waitForURL(`${world.demo.urls.http}/console/apps/${clientId}`);
  expect(await stateOf(clientId)).toBe(AppState.SUSPENDED);
});

test("the review by keyboard alone on the narrowest screen: from the queue to the approval, and a key that is shown once", async () => {
  const { clientId } = await world.addApp("Narrow Nightjar");
  await world.core.apps.submitApp({ clientId });
  const context = await openAs(browser, world, world.demo.operator, { viewport: { width: 320, height: 640 } });
  const page = await context.newPage();
  await page.goto(`${world.demo.urls.http}/console`);
  await press(page, "link", "Narrow Nightjar");
  await page.waitForURL(`${world.demo.urls.http}/console/apps/${clientId}`);
  await press(page, "button", "Claim");
  await expect.poll(() => stateOf(clientId)).toBe(AppState.IN_REVIEW);
  await press(page, "button", "Approve");
  await expect.poll(() => stateOf(clientId)).toBe(AppState.APPROVED);
  await openMenu(page);
  await press(page, "link", "Service keys");
  await press(page, "link", "Create key");
  await tabTo(page, page.getByLabel("Name"));
  await page.keyboard.type("Narrow API");
  await tabTo(page, page.getByLabel("tokens:introspect", { exact: true }));
  await page.keyboard.press("Space");
  await press(page, "button", "Create key");
  await expect.poll(() => mainOf(page)).toMatch(/lk_sk_\w{71}/);
  await page.reload();
  await expect
    .poll(() => mainOf(page))
    .toContain("The key was shown once. If it was lost, revoke it and create another.");
  await openMenu(page);
  await press(page, "link", "Audit trail");
  const events = () => page.locator("main .trail").innerText();
  await expect.poll(events).toContain("created the service key Narrow API");
  await tabTo(page, page.locator("details.filter-menu > summary"));
  await page.keyboard.press("Enter");
  await tabTo(page, page.getByLabel("App (name or client ID)"));
  await page.keyboard.type("Narrow N");
  await page.keyboard.press("Enter");
  await page.waitForURL(/[?&]app=Narrow/);
  await expect.poll(events).toContain("approved Narrow Nightjar");
  expect(await events()).not.toContain("created the service key Narrow API");
  const { serviceKeys } = await world.core.accounts.listServiceKeys({ namePrefix: "Narrow" });
  expect(serviceKeys).toHaveLength(1);
});

/** Presses Tab until the target has the focus with a visible outline. The page must not be wider than the screen. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  for (let presses = 0; presses < 120; presses++) {
    await page.keyboard.press("Tab");
    if (!(await target.evaluate((element) => element === element.ownerDocument.activeElement))) continue;
    expect(await page.evaluate("getComputedStyle(document.activeElement).outlineStyle")).toBe("solid");
    expect(await page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")).toBe(0);
    return;
  }
  throw new Error(`Tab never came to ${target}`);
}

/** Opens the navigation of a narrow screen. */
async function openMenu(page: Page): Promise<void> {
  await tabTo(page, page.locator("header.top .menu > summary"));
  await page.keyboard.press("Enter");
}

async function press(page: Page, role: "link" | "button", name: string): Promise<void> {
  const target = page.getByRole(role, { name, exact: true }).first();
  await tabTo(page, target);
  await Promise.all([page.waitForEvent("load"), page.keyboard.press("Enter")]);
}

test("hostile input is text on every page of the console, the audit trail included", async () => {
  const attack = `<img src=x onerror="document.title='taken'">`;
  const { clientId } = await world.addApp(`Evil ${attack}`, {
    purpose: `</dd></dl></article><form action="/sign-out" method="post"><button>Approve</button></form>${attack}`,
    scopes: [{ name: "orders:read", reason: `“ ${attack} <script>document.title="taken"</script>` }],
  });
  await world.core.apps.submitApp({ clientId });
  await world.core.apps.startReview({ clientId });
  const page = await (await openAs(browser, world, world.demo.operator)).newPage();
  for (const path of [
    "",
    `/apps/${clientId}`,
    `/apps/${clientId}/suspend`,
    "/apps?name=Evil",
    `/audit?app=${clientId}`,
  ]) {
    await page.goto(`${world.demo.urls.http}/console${path}`);
    expect(await mainOf(page), path).toContain(attack);
    expect(await page.title(), path).not.toBe("taken");
    expect(await page.locator("main img[src='x'], main script").count(), path).toBe(0);
    expect(await page.locator("main form[action='/sign-out']").count(), path).toBe(0);
  }
});

describe("every page", () => {
  let consolePages: (Visit & { who: string })[];
  let portalPages: (Visit & { who: string })[];
  const sessions = new Map<string, Awaited<ReturnType<BrowserContext["storageState"]>>>();
  beforeAll(async () => {
    const { operator, merchant, developer, app } = world.demo;
    consolePages = await everyConsoleSight(world);
    portalPages = await everyPortalSight(world);
    // A form with faults is a page of its own.
    const refused = { path: `/console/apps/${app.client_id}/suspend`, act: sendEmpty };
    consolePages.push({ name: "console-refused", who: "operator", ...refused });
    for (const [who, person] of Object.entries({ operator, merchant, developer, member: MEMBER })) {
      const context = await openAs(browser, world, person);
      sessions.set(who, await context.storageState());
      await context.close();
    }
  });

  test.each(PARTS)(
    "of the console, part %i: axe finds nothing in light and dark, nothing sticks out, focus shows, nothing foreign is loaded",
    async (part) => {
      const faults: string[] = [];
      for (const [who, pages] of Map.groupBy(partOf(consolePages, part), (page) => page.who)) {
        const context = await browser.newContext({ ...ENGLISH, storageState: sessions.get(who)! });
        faults.push(...(await englishFaults(context, world.demo.urls.http, pages)));
      }
      expect(faults).toEqual([]);
    },
  );

  test.each(["light", "dark"] as const)(
    "of connected apps has no names that only a blue accent marks as links, %s",
    async (colorScheme) => {
      const context = await browser.newContext({ ...ENGLISH, colorScheme, storageState: sessions.get("merchant")! });
      const page = await context.newPage();
      await page.goto(world.demo.urls.http + consolePages.find(({ name }) => name === "connected-apps-states")!.path);
      const { accentText } = palettesOf("#0b5fff")[colorScheme];
      await page.evaluate(`document.documentElement.style.setProperty("--accent-text", "${accentText}")`);
      // Axe checks links that are shorter than the text beside them.
      await page.evaluate(`for (const name of document.querySelectorAll("h2 > a")) name.textContent = "Ox"`);
      expect(await page.locator("h2 > a").count()).toBeGreaterThan(1);
      expect(await violationsOf(page)).toEqual([]);
      await context.close();
    },
  );

  test("of console, portal and accounts in German has no text cut off and no controls that overlap", async () => {
    const pages = [...consolePages.filter(({ act }) => act === undefined), ...portalPages];
    const faults: string[] = [];
    for (const [who, own] of Map.groupBy(pages, (page) => page.who)) {
      const context = await browser.newContext({ ...GERMAN, storageState: sessions.get(who)! });
      faults.push(...(await germanFaults(context, world.demo.urls.http, own)));
    }
    expect(faults).toEqual([]);
  });
});

async function sendEmpty(page: Page): Promise<void> {
  await page.evaluate("document.querySelector('main form').noValidate = true");
  await page.getByRole("button", { name: "Suspend app" }).click();
}
