import { mkdir, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { readOptions } from "../../../support/options.ts";
import { launchChromium } from "../chromium.ts";
import { differences, LOOKS, openLook, picture, referenceOf } from "./looks.ts";
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

const gallery = await serveGallery();
if (options.serve === true) {
  console.log(`${gallery.url}/en and ${gallery.url}/de`);
} else {
  const browser = await launchChromium();
  for (const look of LOOKS) {
    const page = await openLook(browser, gallery.url, look);
    const thumbs = await picture(page);
    await mkdir("screenshots", { recursive: true });
    await page.evaluate("scrollTo(0, 0)");
    await page.screenshot({ path: `screenshots/gallery.${look.name}.png`, fullPage: look.largeText !== true });
    if (options.accept === true) {
      await mkdir(dirname(referenceOf(look)), { recursive: true });
      await writeFile(referenceOf(look), thumbs);
    }
    const found = (await differences(look, thumbs)).map(({ sample, mean }) => `${sample} ${mean.toFixed(1)}`);
    console.log(`${look.name}: ${found.join(", ")}`);
    await page.context().close();
  }
  await browser.close();
  gallery.close();
}
