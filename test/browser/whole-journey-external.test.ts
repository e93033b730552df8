import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launchChromium } from "./chromium.ts";
import { type ExternalSite, signInAtProvider, startExternalSite } from "./external-site.ts";
import { travel } from "./journey.ts";

let browser: Browser;
let site: ExternalSite;
beforeAll(async () => {
  [browser, site] = await Promise.all([launchChromium(), startExternalSite()]);
});
afterAll(() => Promise.all([browser?.close(), site?.close()]));

test("the same journey where merchants have the platform's own login, an OpenID Connect provider", async () => {
  const shop = await site.addMerchant("North Pier");
  const mara = site.addPerson({ name: "Mara Mole", shops: [`${shop}:OWNER`] });
  const { demo } = site;
  await travel({ browser, demo, merchantName: "North Pier", signIn: (page) => signInAtProvider(page, mara) });
  const { installations } = await site.core.installations.listInstallations({ merchantId: shop });
  expect(installations).toMatchObject([{ appName: "Kite", connectedByName: "Mara Mole" }]);
});
