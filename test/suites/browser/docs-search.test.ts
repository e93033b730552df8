import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { violationsOf } from "./check-page.ts";
import { launchChromium } from "./chromium.ts";
import { ENGLISH, GERMAN } from "./every-page.ts";
import { type LiveSite, startSite } from "./live-site.ts";
import { openBrowser } from "./people.ts";

let browser: Browser;
let site: LiveSite;
beforeAll(async () => {
  browser = await launchChromium();
  site = await startSite();
});
afterAll(async () => {
  await browser.close();
  await site.close();
});

async function open(path: string, options: BrowserContextOptions = {}): Promise<Page> {
  const page = await (await openBrowser(browser, site, { account: null, ...ENGLISH, ...options })).newPage();
  await page.goto(site.url + path);
  return page;
}

const fieldOf = (page: Page) => page.locator("#docs-query");
const optionsOf = (page: Page) => page.locator("#docs-suggestions [role=option]");
const activeOf = (page: Page) => page.locator("#docs-suggestions [aria-selected=true]");

async function type(page: Page, query: string): Promise<void> {
  await fieldOf(page).pressSequentially(query);
  await optionsOf(page).first().waitFor();
}

describe("the search while a query is typed", () => {
  test("suggests sections, which the arrow keys choose and Enter opens", async () => {
    const page = await open("/docs/retries");
    await page.keyboard.press("Control+k");
    expect(await fieldOf(page).getAttribute("aria-expanded")).toBe("false");
    await type(page, "invalid_gr");
    expect(await fieldOf(page).getAttribute("aria-expanded")).toBe("true");
    expect(await page.locator(".docs-search [role=status]").textContent()).toMatch(/^\d suggestions$/);
    expect(await optionsOf(page).count()).toBeLessThanOrEqual(8);
    expect(await activeOf(page).count()).toBe(0);
    await page.keyboard.press("ArrowDown");
    const [first, id] = [activeOf(page), await fieldOf(page).getAttribute("aria-activedescendant")];
    expect(await first.getAttribute("id")).toBe(id);
    expect(await first.textContent()).toContain("invalid_grant");
    await page.keyboard.press("ArrowUp");
    expect([await activeOf(page).count(), await fieldOf(page).getAttribute("aria-activedescendant")]).toEqual([
      0,
      null,
    ]);
    await page.keyboard.press("ArrowUp");
    expect(await activeOf(page).textContent()).toBe("All results for “invalid_gr”");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.waitForURL(`${site.url}/docs/errors#invalid_grant`);
    await page.context().close();
  });

  test("closes by Escape with its text kept, opens again by an arrow key, and clears by a second Escape", async () => {
    const page = await open("/docs/retries");
    await type(page, "refresh");
    await page.keyboard.press("Escape");
    expect([await optionsOf(page).count(), await fieldOf(page).inputValue()]).toEqual([0, "refresh"]);
    await page.keyboard.press("ArrowDown");
    await activeOf(page).waitFor();
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    expect(await fieldOf(page).inputValue()).toBe("");
    await page.context().close();
  });

  test("sends the form by Enter without a choice, and closes when the focus leaves", async () => {
    const page = await open("/docs/retries");
    await type(page, "webhook");
    await page.keyboard.press("Tab");
    expect(await optionsOf(page).count()).toBe(0);
    await fieldOf(page).focus();
    await page.keyboard.press("Enter");
    await page.waitForURL(`${site.url}/docs/search?q=webhook`);
    await page.context().close();
  });

  test("opens a suggestion by a click, also one on the same page", async () => {
    const page = await open("/docs/errors");
    await type(page, "invalid_grant");
    await optionsOf(page).first().click();
    await page.waitForURL(`${site.url}/docs/errors#invalid_grant`);
    expect(await page.locator("#docs-suggestions").isVisible()).toBe(false);
    await page.context().close();
  });

  test("asks once for a query that is typed quickly, and shows the answer to the last query only", async () => {
    const page = await open("/docs/retries");
    const asked: string[] = [];
    await page.route("**/docs/search/suggestions?*", async (route) => {
      const query = new URL(route.request().url()).searchParams.get("q")!;
      asked.push(query);
      if (query === "scope") await new Promise((resolve) => setTimeout(resolve, 600));
      await route.continue();
    });
    await fieldOf(page).pressSequentially("scope", { delay: 10 });
    await expect.poll(() => asked).toEqual(["scope"]);
    await fieldOf(page).fill("webhook-id");
    await optionsOf(page).first().waitFor();
    await page.waitForTimeout(800);
    expect(asked).toEqual(["scope", "webhook-id"]);
    expect(await optionsOf(page).last().textContent()).toContain("webhook-id");
    await page.context().close();
  });

  test.each([
    ["English", ENGLISH, "Ctrl K", "No results for “redirct_uri”", "Did you mean"],
    ["German", GERMAN, "Strg K", "Keine Ergebnisse für „redirct_uri“", "Meinten Sie"],
  ])("in %s, shows its key and similar names, and axe finds nothing", async (_, look, key, none, meant) => {
    for (const path of ["/docs", "/docs/errors"]) {
      const page = await open(path, { ...look, viewport: { width: 1280, height: 800 } });
      expect(await page.locator(".docs-key").isVisible()).toBe(true);
      expect(await page.locator(".docs-key").textContent()).toBe(key);
      await type(page, "redirct_uri");
      // A slow machine asks for a part of the query first.
      await expect.poll(() => page.locator(".docs-search [role=status]").textContent()).toBe(none);
      expect(await optionsOf(page).first().textContent()).toBe(`redirect_uri${meant}`);
      await page.keyboard.press("ArrowDown");
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme });
        expect([path, await violationsOf(page)]).toEqual([path, []]);
      }
      await page.context().close();
    }
  });

  test("on a phone, the list is as wide as the field and lies within the window", async () => {
    const page = await open("/docs/errors", { viewport: { width: 375, height: 700 }, hasTouch: true });
    await page.getByRole("link", { name: "Search the documentation" }).click();
    await page.locator("#docs-query:focus").waitFor();
    await type(page, "re");
    const [field, list] = await Promise.all([
      fieldOf(page).boundingBox(),
      page.locator("#docs-suggestions").boundingBox(),
    ]);
    expect(Math.abs(list!.width - field!.width)).toBeLessThan(1);
    expect(list!.x).toBeGreaterThanOrEqual(0);
    expect(list!.y + list!.height).toBeLessThanOrEqual(700);
    await page.context().close();
  });
});

test("without JavaScript, the search is a plain field without a key", async () => {
  const page = await open("/docs/errors", { javaScriptEnabled: false });
  expect(await page.locator(".docs-key").isVisible()).toBe(false);
  expect(await fieldOf(page).getAttribute("role")).toBeNull();
  await fieldOf(page).fill("refresh");
  await fieldOf(page).press("Enter");
  await page.waitForURL(`${site.url}/docs/search?q=refresh`);
  await page.context().close();
});
