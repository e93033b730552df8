import type { Browser, BrowserContext } from "playwright-core";
import {
  type ConsoleSight,
  type ConsoleWorld,
  everyConsoleSight,
  MEMBER,
  openAs,
  startWorld,
} from "./console-world.ts";
import { DESKTOP, PHONE } from "./people.ts";

const FOLDER = "screenshots";
const LOOKS = [
  { look: "phone.light", viewport: PHONE, colorScheme: "light" },
  { look: "phone.dark", viewport: PHONE, colorScheme: "dark" },
  { look: "desktop.light", viewport: DESKTOP, colorScheme: "light" },
  { look: "desktop.dark", viewport: DESKTOP, colorScheme: "dark" },
] as const;

/** Pictures of the console and of connected apps, over a running demo. @param includes by their names */
export async function pictureConsole(browser: Browser, includes: (name: string) => boolean): Promise<void> {
  const world = await startWorld();
  try {
    await takePictures(browser, world, includes);
  } finally {
    await world.close();
  }
}

async function takePictures(browser: Browser, world: ConsoleWorld, includes: (name: string) => boolean): Promise<void> {
  const sights = (await everyConsoleSight(world)).filter(({ name }) => includes(name));
  const contexts = await people(browser, world);
  for (const { name, who, path } of sights) {
    const page = await contexts[who].newPage();
    await page.goto(world.demo.urls.http + path);
    for (const { look, viewport, colorScheme } of LOOKS) {
      await page.setViewportSize(viewport);
      await page.emulateMedia({ colorScheme });
      await page.screenshot({ path: `${FOLDER}/${name}.${look}.png`, fullPage: true });
    }
    await page.close();
  }
  console.log(`${sights.length} pages, ${sights.length * LOOKS.length} pictures in ${FOLDER}/`);
}

async function people(browser: Browser, world: ConsoleWorld): Promise<Record<ConsoleSight["who"], BrowserContext>> {
  const { operator, merchant } = world.demo;
  // Colours that are on their way to the other scheme are of no page.
  const still = { reducedMotion: "reduce" } as const;
  return {
    operator: await openAs(browser, world, operator, still),
    merchant: await openAs(browser, world, merchant, still),
    member: await openAs(browser, world, MEMBER, still),
  };
}
