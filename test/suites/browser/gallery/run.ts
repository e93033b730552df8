import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Page } from "playwright-core";
import { readOptions } from "../../../support/options.ts";
import { launchChromium } from "../chromium.ts";
import { differences, LOOKS, type Look, openLook, picture, referenceOf } from "./looks.ts";
import { serveGallery } from "./page.ts";

const USAGE = `npm run pages -- [--gallery | --accept | --serve]

  --gallery  write pictures of all components in each look to screenshots/, and print their differences to the references
  --accept   write the references of test/suites/browser/gallery.test.ts
  --serve    serve the gallery until Ctrl-C: /en and /de`;

const options = readOptions(USAGE, {
  gallery: { type: "boolean" },
  accept: { type: "boolean" },
  serve: { type: "boolean" },
});

/** Saves the whole gallery; with large text, which a picture of the full page would reset, one picture for each height of the window. */
async function savePictures(page: Page, { name, largeText = false }: Look): Promise<void> {
  const height = await page.evaluate<number>("document.documentElement.scrollHeight");
  const step = largeText ? page.viewportSize()!.height : height;
  for (let top = 0; top < height; top += step) {
    await page.evaluate(`scrollTo(0, ${top})`);
    const part = top === 0 ? "" : `.${top / step + 1}`;
    await page.screenshot({ path: `screenshots/gallery.${name}${part}.png`, fullPage: !largeText });
  }
}

const gallery = await serveGallery();
if (options.serve === true) {
  console.log(`${gallery.url}/en and ${gallery.url}/de`);
} else {
  const browser = await launchChromium();
  for (const look of LOOKS) {
    const page = await openLook(browser, gallery.url, look);
    const thumbs = await picture(page);
    await mkdir("screenshots", { recursive: true });
    await savePictures(page, look);
    if (options.accept === true) {
      await mkdir(dirname(referenceOf(look)), { recursive: true });
      await writeFile(referenceOf(look), thumbs);
    }
    const found = (await differences(look, thumbs)).map(({ sample, mean }) => `${sample} ${mean.toFixed(1)}`);
    console.log(`${look.name}: ${found.join(", ")}`);
    await page.context().close();
  }
  console.log(`pictures: ${join(process.cwd(), "screenshots")}/gallery.*.png`);
  await browser.close();
  gallery.close();
}
