import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";
import { findWide, largeTextFaults } from "./text-layout.ts";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Collects the errors of a page and its requests to other origins than `url`. `own` is the pattern of the page's own status. */
export function watch(page: Page, url: string, own = /status of 4\d\d/): string[] {
  const errors: string[] = [];
  page.on("console", (message) => {
    // Chromium reports every status above 399 as an error; the page's own status is ignored.
    if (message.type() === "error" && !own.test(message.text())) errors.push(message.text());
  });
  page.on("pageerror", (error) => errors.push(String(error)));
  page.on("request", (request) => {
    const asked = request.url();
    if (!asked.startsWith(`${url}/`) && !asked.startsWith("data:")) errors.push(`asked ${asked}`);
  });
  return errors;
}

/** An open page to check. */
export interface Opened {
  page: Page;
  /** The errors, and the requests to other origins. */
  errors: string[];
}

/** The faults of a page, and its errors while loading. Closes the page. */
export async function faultsOf({ page, errors }: Opened): Promise<string[]> {
  const faults = await checkPage(page);
  await page.close();
  return [...faults, ...errors];
}

// Both sides of every breakpoint, and common widths.
const WIDTHS = [320, 360, 480, 481, 768, 769, 960, 961, 1024, 1279, 1280, 3840];

/**
 * The faults of an open page: in light and dark mode, at every width, by keyboard.
 * @param titled the pattern of its title
 */
export async function checkPage(page: Page, titled = /^.+ · Latchkey$/): Promise<string[]> {
  // A click is over once the next page has begun to arrive.
  await page.waitForLoadState("load");
  const faults: string[] = [];
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    // The style sheets change nothing but colours in dark mode.
    const violations = await violationsOf(page, colorScheme === "light" ? ALL_RULES : COLOUR_RULES);
    faults.push(...violations.map((violation) => `${colorScheme} ${violation}`));
  }
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    const root = "document.documentElement";
    if ((await page.evaluate<number>(`${root}.scrollWidth - ${root}.clientWidth`)) > 0)
      faults.push(`wider than ${width}: ${await findWide(page)}`);
  }
  faults.push(...(await largeTextFaults(page)));
  if ((await page.locator("h1").count()) !== 1) faults.push("not one h1");
  if (!titled.test(await page.title())) faults.push("no title of its own");
  faults.push(...(await unseenStops(page)));
  return faults;
}

interface AxeResult {
  violations: { id: string; nodes: { html: string; failureSummary?: string }[] }[];
}

/** With the size of touch targets (24 px). @see WCAG 2.2 §2.5.8 */
const ALL_RULES = { rules: { "target-size": { enabled: true } } };
const COLOUR_RULES = { runOnly: ["color-contrast", "link-in-text-block"] };

/** The violations that axe finds. @param options of axe.run */
export async function violationsOf(page: Page, options: object = ALL_RULES): Promise<string[]> {
  if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(AXE);
  const { violations } = await page.evaluate<AxeResult>(`axe.run(${JSON.stringify(options)})`);
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html} ${node.failureSummary}`));
}

/** Elements that the first presses of Tab focus without a visible outline. */
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
