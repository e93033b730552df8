import type { BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { expect } from "vitest";
import { checkPage } from "./check-page.ts";
import { controlFaults } from "./controls.ts";
import { DESKTOP } from "./people.ts";
import { findWide, setTextSize, unhyphenatedWords, wideTexts } from "./text-layout.ts";

export interface Visit {
  name: string;
  path: string;
  /** Actions after the page has loaded. */
  act?: ((page: Page) => Promise<void>) | undefined;
}

export const ENGLISH = { locale: "en-GB", viewport: DESKTOP, reducedMotion: "reduce" } satisfies BrowserContextOptions;
/** German has the longest words. */
export const GERMAN = {
  locale: "de-DE",
  viewport: { width: 375, height: 800 },
  reducedMotion: "reduce",
} satisfies BrowserContextOptions;

/** The tests that share the check of all pages: each has some of them, so that it ends in time and is repeated alone. */
export const PARTS = [1, 2, 3, 4, 5, 6] as const;

/** The pages of a part. */
export function partOf<T>(pages: readonly T[], part: (typeof PARTS)[number]): T[] {
  return pages.filter((_, at) => at % PARTS.length === part - 1);
}

/** The faults of pages in English, their errors while loading, and their requests to other origins than `origin`. */
export async function englishFaults(
  context: BrowserContext,
  origin: string,
  visits: readonly Visit[],
): Promise<string[]> {
  // One tab for all pages: a new one compiles every script again.
  const page = await context.newPage();
  const errors = watch(page, origin);
  const faults: string[] = [];
  for (const { name, path, act } of visits) {
    await page.goto(origin + path);
    await act?.(page);
    const found = await checkPage(page);
    // Chromium reports every status above 399 as an error; the page's own status is ignored.
    const own = name.startsWith("error-") ? /status of 50[03]/ : /status of 4\d\d/;
    const others = errors.splice(0).filter((error) => !own.test(error));
    faults.push(...[...found, ...others].map((fault) => `${name}: ${fault}`));
  }
  await context.close();
  return faults;
}

/** Collects the errors of a page and its requests to other origins. */
function watch(page: Page, origin: string): string[] {
  const errors: string[] = [];
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  page.on("pageerror", (error) => errors.push(String(error)));
  page.on("request", (request) => {
    const asked = request.url();
    if (!asked.startsWith(`${origin}/`) && !asked.startsWith("data:")) errors.push(`asked ${asked}`);
  });
  return errors;
}

/**
 * The faults of pages in German: at 375 px with text at 200 %, their broken words at 100 % as well, and their tables at 1280 px.
 * @see WCAG 2.2 §1.4.4, §1.4.10
 */
export async function germanFaults(
  context: BrowserContext,
  origin: string,
  visits: readonly Visit[],
): Promise<string[]> {
  const page = await context.newPage();
  await page.goto("about:blank");
  const faults: string[] = [];
  for (const { name, path } of visits) {
    await setTextSize(page, 200);
    await page.goto(origin + path);
    const root = "document.documentElement";
    const look = await page.evaluate(`[${root}.lang, getComputedStyle(${root}).fontSize]`);
    expect(look, name).toEqual(["de", "32px"]);
    const over = await page.evaluate<number>(`${root}.scrollWidth - ${root}.clientWidth`);
    const found = [...(over > 0 ? [`${over} px wider than the window: ${await findWide(page)}`] : [])];
    found.push(...(await controlFaults(page)));
    found.push(...(await unhyphenatedWords(page)));
    await setTextSize(page, 100);
    found.push(...(await unhyphenatedWords(page)));
    await page.setViewportSize(DESKTOP);
    found.push(...(await wideTexts(page)).map((text) => `“${text}” is wider than its cell`));
    await page.setViewportSize(GERMAN.viewport);
    faults.push(...found.map((fault) => `${name}: ${fault}`));
  }
  await context.close();
  return faults;
}
