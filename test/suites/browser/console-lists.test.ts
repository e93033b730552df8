import { randomUUID } from "node:crypto";
import type { Browser, Locator, Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { MerchantRole } from "../../../gen/latchkey/v1/account_service_pb.ts";
import { type ConsoleWorld, openAs } from "./console-world.ts";
import { installationSights } from "./installation-states.ts";
import { DESKTOP, PHONE } from "./people.ts";
import { largeTextFaults, setTextSize } from "./text-layout.ts";
import { useDemo } from "./use-demo.ts";

let browser: Browser;
let world: ConsoleWorld;
useDemo((opened) => ({ browser, world } = opened));

describe("a list", () => {
  const open = async (path: string, viewport = DESKTOP, javaScriptEnabled = true) => {
    const page = await (await openAs(browser, world, world.demo.operator, { viewport, javaScriptEnabled })).newPage();
    await page.goto(`${world.demo.urls.http}${path}`);
    return page;
  };

  test("keeps its heads in view and uncovered while its rows scroll", async () => {
    const page = await open("/console/scopes", { width: 1280, height: 300 });
    const head = page.locator("table.list th").first();
    const top = () => page.evaluate("document.querySelector('table.list th').getBoundingClientRect().top");
    await page.evaluate("scrollTo(0, 0)");
    expect(await top()).toBeGreaterThan(0);
    await page.evaluate("scrollTo(0, document.querySelector('table.list tbody tr').getBoundingClientRect().bottom)");
    expect(await top()).toBe(0);
    const { x, y, width, height } = (await head.boundingBox())!;
    const place = `${x + width / 2}, ${y + height / 2}`;
    expect(await page.evaluate(`document.elementFromPoint(${place}).closest("th") !== null`)).toBe(true);
  });

  test.each([
    { name: "on a desktop", viewport: DESKTOP },
    { name: "on a phone", viewport: PHONE },
    { name: "on a desktop without JavaScript", viewport: { width: 1281, height: 900 }, javaScriptEnabled: false },
  ])("opens the entry of a row that is clicked anywhere, $name", async ({ viewport, javaScriptEnabled }) => {
    const { clientId } = await world.addApp(`Clickable ${viewport.width}`);
    const page = await open(`/console/apps?name=Clickable+${viewport.width}`, viewport, javaScriptEnabled);
    const cell = (await page.locator("table.list tbody td:visible").last().boundingBox())!;
    await page.mouse.click(cell.x + cell.width - 8, cell.y + cell.height / 2);
    await page.waitForURL(`${world.demo.urls.http}/console/apps/${clientId}`);
  });

  test("copies the client ID of a row, which is as high as without the icon", async () => {
    const { clientId } = await world.addApp("Copied Crane");
    const permissions = ["clipboard-read", "clipboard-write"];
    const context = await openAs(browser, world, world.demo.operator, { viewport: DESKTOP, permissions });
    const page = await context.newPage();
    const url = `${world.demo.urls.http}/console/apps?name=Copied+Crane`;
    await page.goto(url);
    const icon = page.getByRole("button", { name: "Copy: Client ID of Copied Crane" });
    await Promise.all([page.locator(".copy-icon.copied").waitFor(), icon.click()]);
    expect(await page.evaluate("navigator.clipboard.readText()")).toBe(clientId);
    expect(page.url()).toBe(url);
    const { width, height } = (await icon.boundingBox())!;
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(24);
    const heightOfRow = async () => (await page.locator("table.list tbody tr").boundingBox())!.height;
    const withIcon = await heightOfRow();
    await icon.evaluate((button) => button.remove());
    expect(await heightOfRow()).toBe(withIcon);
  });

  test.each(["apps", "merchants", "accounts", "invitations", "keys", "audit"])(
    "has every fact of the desktop on a phone: %s",
    async (name) => {
      await world.core.accounts.createInvitation({ email: "phone@people.example", developer: true });
      const page = await open(`/console/${name}`, PHONE);
      const facts = page.locator("table.list tbody td:has(> div:not(:empty)), .event-address:not(:empty)");
      expect(await facts.count()).toBeGreaterThan(0);
      expect(await facts.filter({ visible: false }).allTextContents()).toEqual([]);
    },
  );

  test("sorts by the heads of columns on a desktop, and by a field on a phone; a search keeps the order", async () => {
    for (const viewport of [DESKTOP, PHONE]) {
      const page = await open("/console/accounts?sort=created-desc", viewport);
      const heads = page.locator("th .sort");
      expect(await page.locator(".sort-menu").isVisible()).toBe(viewport === PHONE);
      expect(await heads.first().isVisible()).toBe(viewport === DESKTOP);
      await page.getByRole("searchbox").fill("example.com");
      await page.getByRole("searchbox").press("Enter");
      await page.waitForURL(/email=example.com&sort=created-desc/);
    }
  });

  test.each([
    { name: "with JavaScript", javaScriptEnabled: true },
    { name: "without JavaScript", javaScriptEnabled: false },
  ])("of audit events has all periods in one row on a phone, in their order, $name", async ({ javaScriptEnabled }) => {
    const page = await open("/console/audit?range=custom", PHONE, javaScriptEnabled);
    const tabs = page.getByRole("navigation", { name: "Period" }).getByRole("link");
    const periods = ["All time", "24 hours", "7 days", "30 days", "Custom"];
    expect(await tabs.allTextContents()).toEqual(periods);
    const places = await Promise.all((await tabs.all()).map((tab) => tab.boundingBox()));
    expect(new Set(places.map((place) => place!.y)).size).toBe(1);
    for (const tab of await tabs.all()) {
      const { x, width } = (await tab.boundingBox())!;
      expect(x).toBeGreaterThanOrEqual(0);
      expect(x + width).toBeLessThanOrEqual(PHONE.width);
    }
  });

  test.each([
    { name: "one row with two digits", count: "88", rows: 1 },
    { name: "two rows with four", count: "8.888", rows: 2 },
  ])("of installations in German has tabs whose counts take $name", async ({ count, rows }) => {
    const storageState = await (await openAs(browser, world, world.demo.operator)).storageState();
    const page = await (await browser.newContext({ viewport: DESKTOP, locale: "de-DE", storageState })).newPage();
    await page.goto(`${world.demo.urls.http}/console/installations`);
    const tabs = page.locator(".list-tabs");
    await tabs.evaluate((row, text) => {
      for (const one of row.querySelectorAll(".list-count")) one.textContent = text;
    }, count);
    expect(await tabs.locator(".list-count").count()).toBe(7);
    const tops = await tabs.locator("li").evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
    expect(new Set(tops).size).toBe(rows);
  });

  test("of audit events has time and address in one line on a phone, and breaks a sentence within its names", async () => {
    const page = await open("/console/audit", PHONE);
    const event = page.locator(".event").first();
    const [time, address] = await Promise.all(
      ["[data-clock]", ".event-address"].map((one) => event.locator(one).boundingBox()),
    );
    const middle = (box: typeof time) => box!.y + box!.height / 2;
    expect(Math.abs(middle(time!) - middle(address!))).toBeLessThan(3);
    const name = event.locator("p a").first();
    await name.evaluate((link) => (link.textContent = "The one and only long name of an operator or developer"));
    expect(await name.evaluate((link) => link.getClientRects().length)).toBeGreaterThan(1);
  });

  test.each([
    { list: "merchants", part: "td:first-child code", text: "mer_019a1f6e-7a7b-7c6d-8d51-2f1f4d1c9b0a" },
    { list: "apps", part: ".short", text: "Donaudampfschifffahrtsgesellschaftskapitänsbuchhaltung" },
  ])("of $list has the whole of a long ID or name on a phone", async ({ list, part, text }) => {
    const page = await open(`/console/${list}`, PHONE);
    const long = page.locator(`table.list tbody ${part}`).first();
    await long.evaluate((element, value) => (element.textContent = value), text);
    const [shown, needed] = await long.evaluate(({ clientWidth, parentElement, scrollWidth }) => [
      clientWidth || parentElement!.clientWidth,
      scrollWidth || parentElement!.scrollWidth,
    ]);
    expect(needed).toBeLessThanOrEqual(shown!);
  });

  test("of merchants shows only IDs of the platform's own on a phone; the name stands for the others", async () => {
    const ownerAccountId = (await world.core.accounts.listAccounts({})).accounts[0]!.accountId;
    await world.core.accounts.createMerchant({ name: "Generated", ownerAccountId });
    await world.core.accounts.createMerchant({ name: "Given", merchantId: "given-1", ownerAccountId });
    for (const viewport of [DESKTOP, PHONE]) {
      const page = await open("/console/merchants?name=G", viewport);
      const shown = (name: string) => page.locator("tr", { hasText: name }).locator("code").isVisible();
      expect([await shown("Given"), await shown("Generated")]).toEqual([true, viewport === DESKTOP]);
    }
  });

  test.each([
    { name: "with JavaScript", javaScriptEnabled: true },
    { name: "without JavaScript", javaScriptEnabled: false },
  ])("of invitations revokes those that are chosen, after one question, $name", async ({ javaScriptEnabled }) => {
    const emails = ["one", "two", "three"].map((name) => `${name}@${javaScriptEnabled ? "script" : "plain"}.example`);
    for (const email of emails) await world.core.accounts.createInvitation({ email, developer: true });
    const page = await open("/console/invitations", DESKTOP, javaScriptEnabled);
    const boxOf = (email: string) => page.getByRole("checkbox", { name: `Select the invitation for ${email}` });
    const all = page.getByRole("checkbox", { name: "Select all open invitations on this page" });
    expect(await all.count()).toBe(javaScriptEnabled ? 1 : 0);
    const [button, hint] = [
      page.getByRole("button", { name: "Withdraw selected" }),
      page.getByText("Select at least one open invitation."),
    ];
    // The button appears with the first choice.
    expect([await button.isVisible(), await hint.isVisible()]).toEqual([false, false]);
    if (javaScriptEnabled) {
      await all.check();
      expect(await boxOf(emails[2]!).isChecked()).toBe(true);
      await boxOf(emails[2]!).uncheck();
      expect(await all.isChecked()).toBe(false);
      await all.check();
      await all.uncheck();
    }
    for (const email of emails.slice(0, 2)) await boxOf(email).check();
    expect(await hint.isVisible()).toBe(!javaScriptEnabled);
    expect(await button.textContent()).toBe(javaScriptEnabled ? "Withdraw selected (2) …" : "Withdraw selected …");
    await button.click();
    await page.getByRole("heading", { name: "Withdraw 2 invitations?" }).waitFor();
    await page.getByRole("button", { name: "Withdraw 2 invitations" }).click();
    await page.getByRole("heading", { name: "2 invitations withdrawn" }).waitFor();
    expect(await page.locator("table.list .badge").allInnerTexts()).toEqual(["Withdrawn", "Withdrawn"]);
    await page.getByRole("link", { name: "View invitations" }).click();
    expect(await boxOf(emails[0]!).count()).toBe(0);
  });

  test.each([
    { name: "with JavaScript", javaScriptEnabled: true },
    { name: "without JavaScript", javaScriptEnabled: false },
  ])("stays on the page after a click beside a control of a row, $name", async ({ javaScriptEnabled }) => {
    const { merchant_id: merchantId } = world.demo.merchant;
    // The only owner cannot be removed.
    const email = `owner-${randomUUID()}@people.example`;
    const { account } = await world.core.accounts.createAccount({ email, name: "Zoe Second" });
    const second = { merchantId, accountId: account!.accountId, role: MerchantRole.OWNER };
    await world.core.accounts.upsertMembership(second);
    const page = await open(`/console/merchants/view?id=${merchantId}`, DESKTOP, javaScriptEnabled);
    const opened: string[] = [];
    page.on("request", (request) => request.isNavigationRequest() && opened.push(new URL(request.url()).pathname));
    const row = page.locator("section[aria-labelledby=members] table.list tbody tr").first();
    await row.locator("select").selectOption("member");
    for (const at of [1, 2]) {
      const cell = (await row.locator("td").nth(at).boundingBox())!;
      await page.mouse.click(cell.x + cell.width - 3, cell.y + cell.height - 3);
    }
    expect(await row.locator("select").inputValue()).toBe("member");
    await row.locator("a.button").click();
    await page.waitForURL(/\/merchants\/remove\?/);
    expect(opened).toEqual(["/console/merchants/remove"]);
  });

  test.each([
    { name: "on a desktop", viewport: DESKTOP },
    { name: "on a phone", viewport: PHONE },
  ])(
    "folds its filters, and shows those in use as chips that remove them, $name without JavaScript",
    async ({ viewport }) => {
      const page = await open("/console/apps", viewport, false);
      const state = page.locator("form.list-filter select[name=state]");
      expect(await page.locator("form.list-filter input[type=search]").isVisible()).toBe(true);
      expect(await state.isVisible()).toBe(false);
      await page.locator(".filter-menu > summary").click();
      await state.selectOption("draft");
      await page.getByRole("button", { name: "Apply filters" }).click();
      await page.waitForURL(/state=draft/);
      expect(await state.isVisible()).toBe(false);
      await page.getByRole("link", { name: "State: Draft" }).click();
      await page.waitForURL((url) => !url.search.includes("draft"));
      await page.getByRole("link", { name: /^Approved/ }).click();
      await page.waitForURL(/state=approved/);
      expect(await page.locator(".list-tabs [aria-current]").innerText()).toMatch(/^Approved/);
    },
  );

  test("closes its open filters by Escape, which returns the focus, and by a click beside them", async () => {
    const page = await open("/console/apps");
    const menu = page.locator(".filter-menu");
    const isOpen = () => menu.evaluate((element) => element.hasAttribute("open"));
    await menu.locator("summary").click();
    await menu.locator("select").first().focus();
    await page.keyboard.press("Escape");
    expect(await isOpen()).toBe(false);
    expect(await menu.locator("summary").evaluate((element) => element === element.ownerDocument.activeElement)).toBe(
      true,
    );
    await menu.locator("summary").click();
    expect(await isOpen()).toBe(true);
    await page.locator("h1").click();
    expect(await isOpen()).toBe(false);
  });

  test("leaves a click to a script that has handled it", async () => {
    await world.addApp("Handled");
    const page = await open("/console/apps?name=Handled");
    await page.evaluate(
      "document.querySelector('table.list td:last-child').onclick = (event) => event.preventDefault()",
    );
    const opened: string[] = [];
    page.on("request", (request) => request.isNavigationRequest() && opened.push(new URL(request.url()).pathname));
    await page.locator("table.list tbody time").last().click();
    await page.goto(`${world.demo.urls.http}/console/dashboard`);
    expect(opened).toEqual(["/console/dashboard"]);
  });

  test("leaves the text of its rows selectable: by dragging, and an ID by a double click", async () => {
    await world.addApp("Selectable");
    const page = await open("/console/apps?name=Selectable");
    const row = page.locator("table.list tbody tr");
    const selected = () => page.evaluate("String(getSelection())");
    await row.locator("code").dblclick();
    expect(await selected()).toMatch(/^app_/);
    await select(page, row.locator("td").nth(1).locator("span"));
    expect(await selected()).toMatch(/arcel Pilot Gmb/);
    expect(new URL(page.url()).pathname).toBe("/console/apps");
  });

  test("on one page marks the order in which the rows came, and reverses it by a click", async () => {
    const page = await open("/console/scopes");
    const [name, title] = [page.locator("table.list th").first(), page.locator("table.list th").nth(1)];
    const names = () => page.locator("table.list tbody td:first-child").allTextContents();
    const before = await names();
    expect(before.length).toBeGreaterThan(2);
    expect(await name.getAttribute("aria-sort")).toBe("ascending");
    expect(await title.getAttribute("aria-sort")).toBeNull();
    await name.locator("button").click();
    expect(await name.getAttribute("aria-sort")).toBe("descending");
    expect(await names()).toEqual(before.toReversed());
    await title.locator("button").click();
    expect(await name.getAttribute("aria-sort")).toBeNull();
    expect(await title.getAttribute("aria-sort")).toBe("ascending");
  });

  test("opens the entry of a row in another tab with the key for that", async () => {
    const { clientId } = await world.addApp("Tabbed");
    const page = await open("/console/apps?name=Tabbed");
    const [tab] = await Promise.all([
      page.context().waitForEvent("page"),
      page
        .locator("table.list tbody time")
        .last()
        .click({ modifiers: ["ControlOrMeta"] }),
    ]);
    await tab.waitForURL(`${world.demo.urls.http}/console/apps/${clientId}`);
    expect(new URL(page.url()).pathname).toBe("/console/apps");
  });
});

test("a row of the start page opens its merchant, and its text can be selected", async () => {
  const page = await (await openAs(browser, world, world.demo.merchant)).newPage();
  await page.goto(world.demo.urls.http);
  const row = page.locator(".row-link").first();
  await select(page, row.locator("small").first());
  expect(await page.evaluate("String(getSelection())")).toMatch(/[a-z]{3}/);
  expect(new URL(page.url()).pathname).toBe("/");
  await row.click({ position: { x: 12, y: 12 } });
  await page.waitForURL(/\/connected-apps\?merchant=/);
});

const LOW = { width: 1280, height: 320 };

/** The distance of the focus from the sticky heads above it, in pixels; negative if a head covers its top. */
const FOCUS_BELOW_HEAD = `(() => {
  const { top, bottom } = document.activeElement.getBoundingClientRect();
  const heads = [...document.querySelectorAll("table.list th, .trail .day > h2")].map((one) => one.getBoundingClientRect());
  return Math.min(top, ...heads.filter((head) => head.top === 0 && head.bottom > 0 && bottom > 0).map((head) => top - head.bottom));
})()`;

describe("with installations in every state", () => {
  beforeAll(async () => {
    await installationSights(world);
  });

  test.each(["/console/installations", "/console/audit"])(
    "the focus stays below the sticky head of %s",
    async (path) => {
      const page = await (await openAs(browser, world, world.demo.operator, { viewport: LOW })).newPage();
      await page.goto(world.demo.urls.http + path);
      await page.locator("footer a").first().focus();
      const tops: number[] = [];
      for (let stop = 0; stop < 25; stop += 1) {
        await page.keyboard.press("Shift+Tab");
        tops.push(await page.evaluate<number>(FOCUS_BELOW_HEAD));
      }
      expect(tops.filter((top) => top < 0)).toEqual([]);
    },
  );

  test("the rows of the console's lists without a note are short on a phone, and their facts begin below the name", async () => {
    await world.core.accounts.createAccount({ email: "short@people.example", name: "Cora Short" });
    for (const name of ["apps", "accounts", "merchants", "installations"]) {
      const page = await (await openAs(browser, world, world.demo.operator, { viewport: PHONE })).newPage();
      await page.goto(`${world.demo.urls.http}/console/${name}`);
      const rows = await page.evaluate<{ height: number; left: number; facts: number[] }[]>(
        `[...document.querySelectorAll("table.list tbody tr:not(:has(.row-note, .verdict-pill ~ small))")].map((row) => {
        const facts = [...row.querySelectorAll("td:not(:first-child, .phone-corner)")].filter((cell) => cell.offsetWidth > 0);
        const { height, left } = row.getBoundingClientRect();
        return { height, left, facts: facts.map((cell) => cell.getBoundingClientRect().left) };
      })`,
      );
      expect(rows.length).toBeGreaterThan(0);
      const heights = rows.map(({ height }) => height).sort((a, b) => a - b);
      expect(heights[Math.floor(heights.length / 2)], name).toBeLessThanOrEqual(96);
      for (const { left, facts } of rows) {
        expect(facts.length).toBeGreaterThan(0);
        expect(Math.min(...facts)).toBeGreaterThanOrEqual(left);
      }
    }
  });
});

describe("a row on a phone", () => {
  const open = async (path: string) => {
    const page = await (await openAs(browser, world, world.demo.operator, { viewport: PHONE })).newPage();
    await page.goto(`${world.demo.urls.http}${path}`);
    return page;
  };
  beforeAll(async () => {
    for (const name of ["Swift Stock", "Swift Stоck"]) {
      const { clientId } = await world.addApp(name);
      await world.core.apps.submitApp({ clientId });
    }
  });

  test("of the queue has the developer below the mark of a similar name, not at the right edge", async () => {
    const page = await open("/console?name=Swift");
    await page.locator(".short").evaluateAll((names) => {
      for (const name of names) name.textContent = "Ox";
    });
    const [left, right] = await page.evaluate<[number, number]>(`(() => {
      const row = document.querySelector("tr:has(.name-note .badge)");
      return [row.getBoundingClientRect().left, row.querySelector("td:nth-child(2) .short").getBoundingClientRect().left];
    })()`);
    expect(right).toBeLessThan(left + 16);
  });

  test.each(["/console?name=Swift", "/console/apps?name=Swift"])(
    "with large text keeps space between the name and what wraps below it: %s",
    async (path) => {
      const page = await open(path);
      await setTextSize(page, 200);
      const gaps = await page.evaluate<
        number[]
      >(`[...document.querySelectorAll("tbody tr:has(> .phone-corner)")].map((row) => {
        const { top } = row.querySelector(".phone-corner > div").firstElementChild.getBoundingClientRect();
        const parts = [...row.querySelectorAll(".app-cell .logo, .app-cell a")].map((part) => part.getBoundingClientRect());
        return top - Math.max(...parts.map(({ bottom }) => bottom));
      })`);
      expect(gaps.length).toBeGreaterThan(1);
      for (const gap of gaps) expect(gap).toBeGreaterThanOrEqual(4);
    },
  );
});

test("the counts in a list have their unit on a phone, where no head names them", async () => {
  await world.addApp("Counted");
  for (const [viewport, text] of [
    [DESKTOP, "0"],
    [PHONE, "0 installations"],
  ] as const) {
    const page = await (await openAs(browser, world, world.demo.operator, { viewport })).newPage();
    await page.goto(`${world.demo.urls.http}/console/apps?name=Counted`);
    expect(await page.locator("tbody td").nth(3).innerText()).toBe(text);
  }
});

test("opened events of the audit trail fit on a phone with text at 200 %", async () => {
  const page = await (await openAs(browser, world, world.demo.operator, { viewport: PHONE })).newPage();
  await page.goto(`${world.demo.urls.http}/console/audit`);
  await page.evaluate('for (const details of document.querySelectorAll(".event details")) details.open = true');
  expect(await largeTextFaults(page)).toEqual([]);
});

/** Selects a text by dragging over it. */
async function select(page: Page, text: Locator): Promise<void> {
  const box = (await text.boundingBox())!;
  const middle = box.y + box.height / 2;
  await page.mouse.move(box.x + 1, middle);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width - 1, middle, { steps: 5 });
  await page.mouse.up();
}
