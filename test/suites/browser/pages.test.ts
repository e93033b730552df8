import type { Browser } from "playwright-core";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Account } from "../../../gen/latchkey/v1/account_service_pb.ts";
import { everySight, type Sight } from "./all-pages.ts";
import { launchChromium } from "./chromium.ts";
import { ENGLISH, englishFaults, GERMAN, germanFaults, PARTS, partOf } from "./every-page.ts";
import { type LiveSite, startSite } from "./live-site.ts";
import { openBrowser } from "./people.ts";
import { largeTextFaults, setTextSize } from "./text-layout.ts";

let browser: Browser;
let site: LiveSite;
let sights: Sight[];
let visits: [Account | null, Sight[]][];
beforeAll(async () => {
  browser = await launchChromium();
  site = await startSite();
  sights = everySight(site.world);
  visits = byAccount(sights);
});
afterAll(async () => {
  await browser.close();
  await site.close();
});

function byAccount(pages: readonly Sight[]): [Account | null, Sight[]][] {
  return [...Map.groupBy(pages, ({ account }) => account)];
}

test.each(PARTS)(
  "every page, part %i: axe finds nothing in light and dark, nothing sticks out, targets are 24 px high, focus shows, nothing foreign is loaded",
  async (part) => {
    const faults: string[] = [];
    for (const [account, own] of byAccount(partOf(sights, part))) {
      const context = await openBrowser(browser, site, { account, ...ENGLISH });
      faults.push(...(await englishFaults(context, site.url, own)));
    }
    expect(faults).toEqual([]);
  },
);

test("every page in German has no text cut off and no controls that overlap", async () => {
  const faults: string[] = [];
  for (const [account, own] of visits) {
    const context = await openBrowser(browser, site, { account, ...GERMAN });
    const unchanged = own.filter(({ act }) => act === undefined);
    faults.push(...(await germanFaults(context, site.url, unchanged)));
  }
  expect(faults).toEqual([]);
});

test("the only card of a page stands in its middle", async () => {
  const page = await (await openBrowser(browser, site, { account: null, ...ENGLISH })).newPage();
  await page.goto(`${site.url}/sign-in`);
  const { x, width } = (await page.locator("article.narrow").boundingBox())!;
  expect(Math.abs(x + width / 2 - ENGLISH.viewport.width / 2)).toBeLessThan(10);
});

test("the header is as high signed out as signed in, and its name and icon have one middle", async () => {
  const heights: number[] = [];
  for (const account of [null, visits.map(([one]) => one).find((one) => one !== null)!]) {
    const page = await (await openBrowser(browser, site, { account, ...ENGLISH })).newPage();
    await page.goto(`${site.url}/`);
    const [header, image, name] = await Promise.all(
      ["header.top", ".brand img", ".brand span"].map((one) => page.locator(one).boundingBox()),
    );
    heights.push(header!.height);
    expect(Math.abs(name!.y + name!.height / 2 - image!.y - image!.height / 2)).toBeLessThan(0.5);
    // The box of the name is as high as its capitals, so that its middle is that of the letters.
    expect(name!.height).toBeLessThan(14);
    await page.context().close();
  }
  expect(heights[0]).toBe(heights[1]);
});

test.each([
  ["post-oauth-token", "/docs/endpoints/token"],
  ["post-oauth-token-refreshtokengrant-scope", "/docs/endpoints/token#post-oauth-token-refreshtokengrant-scope"],
  [
    "post-oauth-introspect-response-activetoken-exp",
    "/docs/endpoints/introspect#post-oauth-introspect-response-activetoken-exp",
  ],
  ["status-429", "/docs/endpoints#status-429"],
])("the address #%s of the former page of endpoints leads to %s", async (hash, path) => {
  const page = await (await openBrowser(browser, site, { account: null, ...ENGLISH })).newPage();
  await page.goto(`${site.url}/docs/endpoints#${hash}`);
  await page.waitForURL(site.url + path);
  const id = new URL(page.url()).hash.slice(1);
  if (id !== "") expect(await page.locator(`[id="${id}"]`).isVisible()).toBe(true);
  await page.context().close();
});

test.each([
  { name: "on a desktop, its long lines wrap", look: {}, scrolls: false },
  { name: "on a phone, its long lines scroll", look: { viewport: { width: 375, height: 800 } }, scrolls: true },
])("each line of a sample has a number, a selection is the code, and $name", async ({ look, scrolls }) => {
  const page = await (await openBrowser(browser, site, { account: null, ...ENGLISH, ...look })).newPage();
  for (const path of [
    "/docs/errors",
    "/docs/quickstart",
    "/docs/endpoints/token",
    "/docs/webhooks",
    "/docs/libraries",
  ]) {
    await page.goto(site.url + path);
    const faults = await page.evaluate<string[]>(`(() => {
      for (const fold of document.querySelectorAll("details")) fold.open = true;
      return [...document.querySelectorAll(".sample pre > code")].flatMap((code) => {
        const text = code.textContent;
        const lines = [...code.querySelectorAll(":scope > .line")];
        const numbered = text.includes("\\n") ? text.split("\\n").length : 0;
        const boxes = lines.map((line) => line.getBoundingClientRect());
        getSelection().selectAllChildren(code);
        return [
          lines.length !== numbered && lines.length + " of " + numbered + " lines",
          boxes.some(({ height }) => height < 8) && "a line without height",
          lines.some((line, at) => {
            const walker = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
            for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
              const start = node.data.search(/\\S/);
              if (start < 0) continue;
              const range = new Range();
              range.setStart(node, start);
              range.setEnd(node, start + 1);
              return range.getBoundingClientRect().top - boxes[at].top > 8;
            }
            return false;
          }) && "a line that begins in its second row",
          boxes.some(({ top }, at) => at > 0 && Math.abs(top - boxes[at - 1].bottom) > 2) && "lines not below each other",
          !${scrolls} && code.parentElement.scrollWidth > code.parentElement.clientWidth && "code cut at the right",
          ${scrolls} && boxes.some(({ height }) => height > 1.5 * boxes[0].height) && "a line of several rows",
          code.parentElement.tabIndex < 0 && "code that the keyboard cannot scroll",
          getSelection().toString().trim() !== text.trim() && "selected: " + getSelection(),
        ].filter(Boolean).map((fault) => code.id + ": " + fault);
      });
    })()`);
    expect([path, faults]).toEqual([path, []]);
    expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
  }
  await page.context().close();
});

test("on a phone without JavaScript, the header is one row, and its menu opens the navigation with targets of 44 px", async () => {
  const olga = visits.map(([account]) => account).find((account) => account?.operator === true)!;
  const phone = { account: olga, ...GERMAN, javaScriptEnabled: false };
  const page = await (await openBrowser(browser, site, phone)).newPage();
  await page.goto(`${site.url}/docs`);
  const header = page.locator("header.top");
  expect((await header.boundingBox())!.height).toBeLessThan(64);
  const links = page.locator("header.top a:not(.who-menu a), nav.sections a");
  expect(await header.getByRole("link", { name: "Konsole" }).isVisible()).toBe(false);
  expect(await page.locator("nav.sections").isVisible()).toBe(false);
  await header.locator(".menu > summary").click();
  expect(await header.locator(".who-menu").isVisible()).toBe(false);
  expect(await links.count()).toBeGreaterThan(10);
  for (const link of await links.all()) {
    const { width, height } = (await link.boundingBox())!;
    expect(Math.min(width, height), (await link.textContent())!).toBeGreaterThanOrEqual(43.9);
  }
  await page.context().close();
});

test("on a phone, Escape closes the navigation from any of its links, and the focus returns to the menu", async () => {
  const account = visits.map(([one]) => one).find((one) => one?.operator === true)!;
  const page = await (await openBrowser(browser, site, { account, ...GERMAN })).newPage();
  await page.goto(`${site.url}/docs`);
  const menu = page.locator("header.top .menu > summary");
  await menu.click();
  await page.locator("nav.sections a").first().focus();
  await page.keyboard.press("Escape");
  expect(await page.locator("nav.sections").isVisible()).toBe(false);
  expect(await menu.evaluate((one) => one.matches(":focus"))).toBe(true);
  await page.context().close();
});

test("without JavaScript, the menu beside the name leads to the pages of the account by keyboard", async () => {
  const account = visits.map(([one]) => one).find((one) => one !== null)!;
  const page = await (await openBrowser(browser, site, { account, ...ENGLISH, javaScriptEnabled: false })).newPage();
  await page.goto(`${site.url}/`);
  const devices = page.locator(".who-menu").getByRole("link", { name: "Devices", exact: true });
  expect(await devices.isVisible()).toBe(false);
  await page.locator(".who-menu > summary").press("Enter");
  await devices.press("Enter");
  await page.waitForURL(`${site.url}/account/devices`);
  await page.context().close();
});

test("a wide logo and a long name of the platform fit on a phone with text at 200 %", async () => {
  const branded = await startSite();
  try {
    const ground = { width: 900, height: 60, channels: 3, background: "#111" } as const;
    const logo = await sharp({ create: ground }).png().toBuffer();
    const name = "Harbour Commerce Platform";
    branded.world.brand = { name, logo, logoMediaType: "image/png", logoDigest: "wide" };
    const page = await (await openBrowser(browser, branded)).newPage();
    await page.goto(`${branded.url}/sign-in`);
    expect(await page.locator("header img").getAttribute("src")).toMatch(/^\/brand\/logo\//);
    expect(await largeTextFaults(page)).toEqual([]);
  } finally {
    await branded.close();
  }
});

test("the breadcrumb of an app with a long word in its name fits on a phone with text at 200 %", async () => {
  const { account, path } = sights.find(({ name }) => name === "connected-app-uninstall")!;
  const one = site.world.installations.find(({ installationId }) => path.includes(`/${installationId}/`))!;
  const { appName } = one;
  one.appName = "Versandkostenberechnungsprogrammverwaltung für Nordrhein-Westfalen";
  try {
    const page = await (await openBrowser(browser, site, { account, viewport: { width: 375, height: 800 } })).newPage();
    await page.goto(`${site.url}${path}`);
    await setTextSize(page, 200);
    expect(await page.locator(".crumbs").innerText()).toContain("Versandkosten");
    expect(await page.evaluate<number>("document.documentElement.scrollWidth")).toBe(375);
  } finally {
    one.appName = appName!;
  }
});

test("the choice of a shop shows the whole name of the shop on a phone with text at 200 %", async () => {
  const { account } = sights.find(({ name }) => name === "home-merchant")!;
  const { merchantId } = site.world.merchants.find(({ name }) => name.startsWith("Harbour Tea"))!;
  const page = await (await openBrowser(browser, site, { account, viewport: { width: 375, height: 800 } })).newPage();
  await page.goto(`${site.url}/connected-apps?merchant=${merchantId}`);
  await setTextSize(page, 200);
  expect(await page.locator("#shop").innerText()).toContain("Harbour Tea");
  expect(await page.evaluate<number>("shop.scrollHeight - shop.clientHeight")).toBe(0);
  await page.context().close();
});

test("a phone shows two lines of a long name of the platform, and no part of a third", async () => {
  const branded = await startSite();
  try {
    branded.world.brand = { name: "Harbour & Söhne Handelsplattform mit einem langen Namen GmbH" };
    for (const size of [100, 200]) {
      const phone = { account: null, viewport: { width: 375, height: 800 } };
      const page = await (await openBrowser(browser, branded, phone)).newPage();
      await page.goto(`${branded.url}/docs/tokens`);
      await setTextSize(page, size);
      const below = await page.evaluate<{ x: number; y: number; width: number; height: number }>(`(() => {
        const name = document.querySelector(".brand > span");
        const { x, bottom, width } = name.getBoundingClientRect();
        const y = bottom;
        return { x, y, width, height: document.querySelector("header.top").getBoundingClientRect().bottom - 1 - y };
      })()`);
      const shown = await page.screenshot({ clip: below });
      await page.evaluate(`document.querySelector(".brand > span").style.visibility = "hidden"`);
      expect(shown.equals(await page.screenshot({ clip: below })), `${size} %`).toBe(true);
    }
  } finally {
    await branded.close();
  }
});

test("the documentation of a platform with a long name and a long address of its support fits on a phone", async () => {
  const branded = await startSite();
  try {
    const name = "Kaffeemarkt & Süßwaren";
    branded.world.brand = { name, support: "hilfe-und-beratung@kaffeemarkt.example" };
    const phone = { account: null, viewport: { width: 375, height: 800 } };
    const page = await (await openBrowser(browser, branded, phone)).newPage();
    await page.goto(`${branded.url}/docs/tokens`);
    const lines = await page.evaluate<number>(`(() => {
      const name = document.querySelector(".brand > span");
      const range = new Range();
      range.selectNodeContents(name);
      const isCut = name.scrollWidth > name.clientWidth;
      return isCut ? 0 : new Set([...range.getClientRects()].map(({ top }) => top)).size;
    })()`);
    expect(lines).toBe(2);
    expect(await largeTextFaults(page)).toEqual([]);
  } finally {
    await branded.close();
  }
});

test("a sample of an endpoint is never higher than the window, and stays beside its section", async () => {
  const viewport = { width: 1280, height: 420 };
  const page = await (await openBrowser(browser, site, { account: null, ...ENGLISH, viewport })).newPage();
  for (const name of ["authorize", "token", "introspect", "metadata"]) {
    await page.goto(`${site.url}/docs/endpoints/${name}`);
    for (const section of await page.locator(".endpoint-body > section").all()) {
      await section.locator(".endpoint-text").evaluate((text) => text.scrollIntoView({ block: "end" }));
      const text = (await section.locator(".endpoint-text").boundingBox())!;
      // A section begins with its title, if it has one.
      const title = section.locator(".endpoint-title");
      const top = (await title.count()) > 0 ? (await title.boundingBox())!.y : text.y;
      // The sample of a response can stand below that of its request.
      for (const samples of await section.locator(".endpoint-example").all()) {
        const box = (await samples.boundingBox())!;
        expect([name, box.height <= viewport.height]).toEqual([name, true]);
        expect([name, box.y >= top || text.height < box.height]).toEqual([name, true]);
        expect([name, box.x > text.x + text.width]).toEqual([name, true]);
      }
    }
  }
});
