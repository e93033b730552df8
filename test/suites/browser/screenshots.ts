import { copyFile, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { readArguments } from "../../support/options.ts";
import { everySight } from "./all-pages.ts";
import { takeBrowserErrors } from "./browser-errors.ts";
import { launchChromium } from "./chromium.ts";
import { pictureConsole } from "./console-screenshots.ts";
import { startSite } from "./live-site.ts";
import { DESKTOP, openBrowser, PHONE } from "./people.ts";
import { savePicture, type WantedPictures } from "./picture.ts";
import { picturePortal } from "./portal-screenshots.ts";

const FOLDER = "screenshots";
const WIDTHS = [
  ["phone", PHONE],
  ["desktop", DESKTOP],
] as const;

/** The pictures of docs/screenshots.md: the name of a page and its look. */
const DOCUMENTED = {
  consent: "phone.light",
  "install-at-app": "phone.light",
  "sign-in": "phone.light",
  "connected-apps": "phone.dark",
  "portal-app-live": "desktop.light",
  "portal-installations": "desktop.light",
  "portal-check-good": "desktop.light",
  "docs-quickstart": "desktop.light",
  "console-app-waiting": "desktop.light",
  "console-apps": "desktop.light",
  "console-installation": "desktop.dark",
  "console-queue": "desktop.light",
} as const;
const IMAGES = join(import.meta.dirname, "../../../docs/images");

const USAGE = `npm run screenshots -- [--docs] [--language de] [part of a name]
Pictures of every page at phone and desktop width, light and dark, in ${FOLDER}/, which git ignores. Needs a Chromium: the one on the
PATH, or the one that CHROMIUM names. With a part of a name: only of the pages whose name contains it, such as "install".
--language de takes the pictures in German; without it they are English.
--docs takes the pages of docs/screenshots.md, and copies their pictures to docs/images.`;

async function main(wanted: WantedPictures): Promise<void> {
  await mkdir(FOLDER, { recursive: true });
  const browser = await launchChromium();
  const site = await startSite();
  const sights = everySight(site.world).filter(({ name }) => wanted.includes(name));
  for (const [width, viewport] of WIDTHS) {
    for (const colorScheme of ["light", "dark"] as const) {
      for (const { name, account, path, act } of sights) {
        const look = { viewport, colorScheme, locale: wanted.language, reducedMotion: "reduce" } as const;
        const context = await openBrowser(browser, site, { account, ...look });
        const page = await context.newPage();
        await page.goto(site.url + path);
        await act?.(page);
        await savePicture(page, `${FOLDER}/${name}.${width}.${colorScheme}.png`);
        await context.close();
      }
    }
  }
  await site.close();
  console.log(`${sights.length} pages, ${sights.length * 4} pictures in ${FOLDER}/`);
  await pictureConsole(browser, wanted);
  await picturePortal(browser, wanted);
  await browser.close();
  const errors = takeBrowserErrors();
  if (errors.length === 0) return;
  console.error(`What the browser complained of:\n${errors.join("\n")}`);
  process.exitCode = 1;
}

const { positionals, values } = readArguments(USAGE, {
  docs: { type: "boolean", default: false },
  language: { type: "string", default: "en-GB" },
});
const [part = ""] = positionals;
await main({
  includes: (name) => (values.docs ? Object.hasOwn(DOCUMENTED, name) : name.includes(part)),
  calm: values.docs,
  language: values.language,
});
if (values.docs) {
  await mkdir(IMAGES, { recursive: true });
  for (const [name, look] of Object.entries(DOCUMENTED)) {
    await copyFile(`${FOLDER}/${name}.${look}.png`, join(IMAGES, `${name}.png`));
  }
}
