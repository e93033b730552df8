import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { misplacedActions } from "./header-actions.ts";
import { DESKTOP } from "./people.ts";
import { smallTargets } from "./targets.ts";
import { findWide, largeTextFaults, wideTexts } from "./text-layout.ts";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const STYLES = join(import.meta.dirname, "../../../src/web/assets/style");
/** The narrowest width of each range between two breakpoints: a layout that fits there fits the wider ones of the range. */
const WIDTHS = narrowestWidths(readdirSync(STYLES).map((name) => readFileSync(join(STYLES, name), "utf8")));

/** From 320 px. @see WCAG 2.2 §1.4.10 */
function narrowestWidths(styles: readonly string[]): number[] {
  const starts = new Set([320]);
  for (const [, side, size] of styles.join().matchAll(/\((min|max)-width: ([\d.]+)r?em\)/g)) {
    const width = Number(size) * 16;
    starts.add(side === "min" ? Math.ceil(width) : Math.floor(width) + 1);
  }
  // Two breakpoints that meet, such as max-width: 48rem and min-width: 48rem, are one.
  return [...starts].filter((width) => width >= 320 && !starts.has(width + 1)).sort((one, other) => one - other);
}

/**
 * Checks an open page in light and dark mode, at every width and by keyboard. Returns its faults.
 * @param titled the pattern of its title
 */
export async function checkPage(page: Page, titled = /^.+ · Latchkey$/): Promise<string[]> {
  // The call of a click resolves as soon as the next page begins to load.
  await page.waitForLoadState("load");
  const faults: string[] = [];
  // In a window as high as the page, the bar with the buttons covers nothing. Elsewhere axe takes a link behind it for a small target.
  const height = await page.evaluate<number>("document.documentElement.scrollHeight");
  await page.setViewportSize({ ...DESKTOP, height: Math.max(height, DESKTOP.height) });
  // The style sheets change nothing but colours in dark mode.
  for (const [colorScheme, rules] of [
    ["dark", COLOUR_RULES],
    ["light", ALL_RULES],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    faults.push(...(await violationsOf(page, rules)).map((violation) => `${colorScheme} ${violation}`));
  }
  faults.push(...(await smallTargets(page)), ...(await misplacedActions(page)));
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    const root = "document.documentElement";
    if ((await page.evaluate<number>(`${root}.scrollWidth - ${root}.clientWidth`)) > 0)
      faults.push(`wider than ${width}: ${await findWide(page)}`);
    faults.push(...(await wideTexts(page)).map((text) => `at ${width}, “${text}” is wider than its cell`));
  }
  faults.push(...(await largeTextFaults(page)));
  if ((await page.locator("h1").count()) !== 1) faults.push("not one h1");
  if (!titled.test(await page.title())) faults.push("no title of its own");
  faults.push(...(await unseenStops(page)));
  await page.setViewportSize(DESKTOP);
  return faults;
}

interface Violation {
  id: string;
  nodes: { html: string; failureSummary?: string }[];
}

/** All rules of axe, including that for the size of touch targets (24 px). @see WCAG 2.2 §2.5.8 */
const ALL_RULES = { rules: { "target-size": { enabled: true } } };
const COLOUR_RULES = { runOnly: ["color-contrast", "link-in-text-block"] };

/** The violations that axe finds. @param options of axe.run */
export async function violationsOf(page: Page, options: object = ALL_RULES): Promise<string[]> {
  if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(AXE);
  // The nodes that pass, which are most, are neither described nor sent.
  const run = `axe.run(${JSON.stringify({ ...options, resultTypes: ["violations"] })})`;
  const violations = await page.evaluate<Violation[]>(`${run}.then(({ violations }) => violations)`);
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html} ${node.failureSummary}`));
}

/** The elements without a visible outline among those that the first presses of Tab focus. */
async function unseenStops(page: Page): Promise<string[]> {
  await page.evaluate("document.activeElement?.blur()");
  const unseen: string[] = [];
  for (let presses = 0; presses < 5; presses++) {
    await page.keyboard.press("Tab");
    const [outline, html] = await page.evaluate<[string, string]>(
      "[getComputedStyle(document.activeElement).outlineStyle, document.activeElement.outerHTML]",
    );
    if (outline !== "solid" && !html.startsWith("<body")) unseen.push(`focus cannot be seen on ${html}`);
  }
  return unseen;
}
