import type { Browser } from "playwright-core";
import { afterAll, beforeAll, test } from "vitest";
import { launchChromium } from "./chromium.ts";
import { type ConsoleWorld, startWorld } from "./console-world.ts";
import { travel } from "./journey.ts";

let browser: Browser;
let world: ConsoleWorld;
beforeAll(async () => {
  [browser, world] = await Promise.all([launchChromium(), startWorld()]);
});
afterAll(() => Promise.all([browser?.close(), world?.close()]));

test("from a stranger's sign-up to a merchant's disconnect: three people, three browsers, one app", async () => {
  const { demo } = world;
  await travel({
    browser,
    demo,
    merchantName: "Harbour Coffee",
    javaScriptEnabled: true,
    async signIn(page) {
      await page.getByLabel("E-mail").fill(demo.merchant.email);
      await page.getByLabel("Password").fill(demo.merchant.password);
      await page.getByRole("button", { name: "Sign in", exact: true }).click();
    },
  });
});
