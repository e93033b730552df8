import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import sharp from "sharp";
import { setTextSize } from "../text-layout.ts";
import { SAMPLES } from "./samples.ts";

/** A combination of the settings with which a person may see the components. */
export interface Look {
  name: string;
  language: "en" | "de";
  width: number;
  colorScheme: "light" | "dark";
  /** The text at 200 %. @see WCAG 2.2 §1.4.4 */
  largeText?: boolean;
}

export const LOOKS: readonly Look[] = [
  { name: "light", language: "en", width: 1280, colorScheme: "light" },
  { name: "dark", language: "en", width: 1280, colorScheme: "dark" },
  { name: "german", language: "de", width: 1280, colorScheme: "light" },
  { name: "phone", language: "en", width: 375, colorScheme: "light" },
  { name: "phone-german-dark", language: "de", width: 375, colorScheme: "dark" },
  { name: "phone-large-text", language: "de", width: 375, colorScheme: "light", largeText: true },
];

/** Opens the gallery in this look. */
export async function openLook(browser: Browser, url: string, look: Look): Promise<Page> {
  const { language, width, colorScheme } = look;
  // Higher than any component: a screenshot of an element higher than the window would reset the text size.
  const height = look.largeText === true ? 10_000 : 900;
  const context = await browser.newContext({ viewport: { width, height }, colorScheme, reducedMotion: "reduce" });
  const page = await context.newPage();
  await page.goto(`${url}/${language}`);
  if (look.largeText === true) await setTextSize(page, 200);
  await showFocus(page);
  return page;
}

/** Gives the elements with `data-focused` the style of keyboard focus, which only one element of a page can have. */
async function showFocus(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("DOM.enable");
  await session.send("CSS.enable");
  const { root } = await session.send("DOM.getDocument");
  const { nodeIds } = await session.send("DOM.querySelectorAll", { nodeId: root.nodeId, selector: "[data-focused]" });
  for (const nodeId of nodeIds)
    await session.send("CSS.forcePseudoState", { nodeId, forcedPseudoClasses: ["focus", "focus-visible"] });
}

/** The size to which the picture of a component is reduced, so that areas and colours remain visible, but letters do not. */
const THUMB = { width: 40, height: 20 };

/** The reduced pictures of all components, one below the other. */
export async function picture(page: Page): Promise<Buffer> {
  const thumbs: Buffer[] = [];
  for (const { name } of SAMPLES) {
    const shot = await page.locator(`[data-sample="${name}"]`).screenshot();
    thumbs.push(
      await sharp(shot)
        .removeAlpha()
        .resize({ ...THUMB, fit: "fill", kernel: "mitchell" })
        .raw()
        .toBuffer(),
    );
  }
  const size = { width: THUMB.width, height: THUMB.height * SAMPLES.length, channels: 3 } as const;
  return sharp(Buffer.concat(thumbs), { raw: size }).png({ compressionLevel: 9 }).toBuffer();
}

export const referenceOf = ({ name }: Look): string => join(import.meta.dirname, "references", `${name}.png`);

export interface Difference {
  sample: string;
  /** The mean difference of the colour channels, 0 to 255. */
  mean: number;
}

/** The difference between each component and its reference in the look. */
export async function differences(look: Look, now: Buffer): Promise<Difference[]> {
  const [before, after] = await Promise.all([readFile(referenceOf(look)).then(pixelsOf), pixelsOf(now)]);
  if (before.length !== after.length) throw new Error("The gallery has other components: npm run pages -- --accept");
  const length = THUMB.width * THUMB.height * 3;
  return SAMPLES.map(({ name }, at) => {
    let sum = 0;
    for (let byte = at * length; byte < (at + 1) * length; byte++) sum += Math.abs(before[byte]! - after[byte]!);
    return { sample: name, mean: sum / length };
  });
}

function pixelsOf(png: Buffer): Promise<Buffer> {
  return sharp(png).removeAlpha().raw().toBuffer();
}
