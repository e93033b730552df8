import type { Browser, BrowserContext, Page } from "playwright-core";
import { ACCOUNT_EMAIL, visitAccountPages } from "./account-journey.ts";
import {
  type ConsoleSight,
  type ConsoleWorld,
  everyConsoleSight,
  MEMBER,
  openAs,
  startWorld,
} from "./console-world.ts";
import { DESKTOP, PHONE } from "./people.ts";
import { savePicture, showIn, type WantedPictures } from "./picture.ts";
import { spreadEvents } from "./sample-events.ts";
import { sortEvents, sortInstallations, spreadHistory } from "./sample-history.ts";
import { writeSamplePlatform } from "./sample-platform.ts";
import { addAuthenticator } from "./virtual-authenticator.ts";

const FOLDER = "screenshots";
const UUID = /[\da-f]{8}-[\da-f-]{27}/g;
const LOOKS = [
  { look: "phone.light", viewport: PHONE, colorScheme: "light" },
  { look: "phone.dark", viewport: PHONE, colorScheme: "dark" },
  { look: "desktop.light", viewport: DESKTOP, colorScheme: "light" },
  { look: "desktop.dark", viewport: DESKTOP, colorScheme: "dark" },
] as const;

/** Takes pictures of the console, of connected apps and of an account, with a running demo. */
export async function pictureConsole(browser: Browser, wanted: WantedPictures): Promise<void> {
  const world = await startWorld();
  try {
    await takePictures(browser, world, wanted);
  } finally {
    await world.close();
  }
}

async function takePictures(
  browser: Browser,
  world: ConsoleWorld,
  { includes, calm, language }: WantedPictures,
): Promise<void> {
  const sights = (await everyConsoleSight(world, { calm })).filter(({ name }) => includes(name));
  await spreadHistory(world.dataDir);
  const ids = await sortInstallations(world.dataDir);
  await writeSamplePlatform(world.dataDir);
  await pictureAccount(browser, world, { includes, language });
  const contexts = await people(browser, world);
  await sortEvents(world.dataDir);
  for (const { name, who, path } of sights) {
    const page = await contexts[who].newPage();
    await page.goto(world.demo.urls.http + path.replace(UUID, (id) => ids.get(id) ?? id));
    await showIn(page, language, (shown) => pictureOf(shown, name));
    await page.close();
  }
  console.log(`${sights.length} pages, ${sights.length * LOOKS.length} pictures in ${FOLDER}/`);
}

/** The pages of an account, on the way to two-step verification. */
async function pictureAccount(
  browser: Browser,
  { demo, dataDir, core }: ConsoleWorld,
  { includes, language }: Pick<WantedPictures, "includes" | "language">,
): Promise<void> {
  const context = await browser.newContext({ locale: "en-GB", viewport: DESKTOP, reducedMotion: "reduce" });
  const page = await context.newPage();
  await addAuthenticator(page);
  const look = async (name: string) => {
    if (name === "account-security-on") {
      await spreadEvents(dataDir, ACCOUNT_EMAIL);
      await page.reload();
    }
    if (includes(name)) await showIn(page, language, (shown) => pictureOf(shown, name));
  };
  await visitAccountPages({ page, url: demo.urls.http, core, look });
  await context.close();
}

async function pictureOf(page: Page, name: string): Promise<void> {
  for (const { look, viewport, colorScheme } of LOOKS) {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme });
    await savePicture(page, `${FOLDER}/${name}.${look}.png`);
  }
}

async function people(browser: Browser, world: ConsoleWorld): Promise<Record<ConsoleSight["who"], BrowserContext>> {
  const { operator, merchant, developer } = world.demo;
  // Without reduced motion, a picture could show colours in the middle of their transition to the other scheme.
  const still = { reducedMotion: "reduce" } as const;
  return {
    operator: await openAs(browser, world, operator, still),
    merchant: await openAs(browser, world, merchant, still),
    developer: await openAs(browser, world, developer, still),
    member: await openAs(browser, world, MEMBER, still),
  };
}
