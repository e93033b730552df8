import { mkdir } from "node:fs/promises";
import { readArguments } from "../../support/options.ts";
import { everySight } from "./all-pages.ts";
import { launchChromium } from "./chromium.ts";
import { takeComplaints } from "./complaints.ts";
import { pictureConsole } from "./console-screenshots.ts";
import { startSite } from "./live-site.ts";
import { DESKTOP, openBrowser, PHONE } from "./people.ts";
import { picturePortal } from "./portal-screenshots.ts";

const FOLDER = "screenshots";
const WIDTHS = [
  ["phone", PHONE],
  ["desktop", DESKTOP],
] as const;

const USAGE = `npm run screenshots -- [part of a name]
Pictures of every page at phone and desktop width, light and dark, in ${FOLDER}/, which git ignores. Needs a Chromium: the one on the
PATH, or the one that CHROMIUM names. With a part of a name: only of the pages whose name contains it, such as "install".`;

async function main(part = ""): Promise<void> {
  await mkdir(FOLDER, { recursive: true });
  const browser = await launchChromium();
  const site = await startSite();
  const sights = everySight(site.world).filter(({ name }) => name.includes(part));
  for (const [width, viewport] of WIDTHS) {
    for (const colorScheme of ["light", "dark"] as const) {
      for (const { name, account, path, act } of sights) {
        const context = await openBrowser(browser, site, { account, viewport, colorScheme, reducedMotion: "reduce" });
        const page = await context.newPage();
        await page.goto(site.url + path);
        await act?.(page);
        await page.screenshot({ path: `${FOLDER}/${name}.${width}.${colorScheme}.png`, fullPage: true });
        await context.close();
      }
    }
  }
  await site.close();
  console.log(`${sights.length} pages, ${sights.length * 4} pictures in ${FOLDER}/`);
  await pictureConsole(browser, part);
  await picturePortal(browser, part);
  await browser.close();
  const complaints = takeComplaints();
  if (complaints.length === 0) return;
  console.error(`What the browser complained of:\n${complaints.join("\n")}`);
  process.exitCode = 1;
}

const { positionals } = readArguments(USAGE, {});
await main(positionals[0]);
