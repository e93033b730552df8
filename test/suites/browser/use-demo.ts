import type { Browser } from "playwright-core";
import { afterAll, afterEach, beforeAll } from "vitest";
import { launchChromium } from "./chromium.ts";
import { type ConsoleWorld, startWorld } from "./console-world.ts";

/** A browser and a demo for the tests of a file. Each test ends with all its pages closed. @param ready gets both before the first test */
export function useDemo(ready: (opened: { browser: Browser; world: ConsoleWorld }) => void): void {
  let browser: Browser | undefined;
  let world: ConsoleWorld | undefined;
  beforeAll(async () => {
    browser = await launchChromium();
    world = await startWorld();
    ready({ browser, world });
  });
  afterAll(async () => {
    await browser?.close();
    await world?.close();
  });
  afterEach(async () => {
    for (const context of browser?.contexts() ?? []) await context.close();
  });
}
