import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { violationsOf } from "./check-page.ts";
import { launchChromium } from "./chromium.ts";
import { differences, LOOKS, openLook, picture } from "./gallery/looks.ts";
import { serveGallery } from "./gallery/page.ts";
import { textFaults } from "./text-layout.ts";

/**
 * The largest allowed difference between a component and its reference, as a mean of the colour channels. Another font makes 10 at most;
 * another colour of the buttons, or no space between elements, makes 12 to 40.
 */
const LIMIT = 12;

let browser: Browser;
let gallery: Awaited<ReturnType<typeof serveGallery>>;
beforeAll(async () => {
  browser = await launchChromium();
  gallery = await serveGallery();
});
afterAll(async () => {
  await browser.close();
  gallery.close();
});

test("the sample of buttons shows the focus of each kind", async () => {
  const page = await openLook(browser, gallery.url, LOOKS[0]!);
  const styles = await page.evaluate<string[]>(
    `[...document.querySelectorAll("[data-focused]")].map((one) => getComputedStyle(one).outlineStyle)`,
  );
  expect(styles).toEqual(Array(6).fill("solid"));
  await page.context().close();
});

describe("the components", () => {
  test.each(LOOKS)(
    "look as in the reference: $name (npm run pages -- --gallery)",
    { timeout: 60_000 },
    async (look) => {
      const page = await openLook(browser, gallery.url, look);
      expect(await textFaults(page)).toEqual([]);
      expect(await violationsOf(page)).toEqual([]);
      const changed = (await differences(look, await picture(page))).filter(({ mean }) => mean > LIMIT);
      expect(changed, "a component has changed; if it should, npm run pages -- --accept").toEqual([]);
      await page.context().close();
    },
  );
});
