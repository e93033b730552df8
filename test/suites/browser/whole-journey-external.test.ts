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

test("the same journey where merchants have the platform's own login, an OpenID Connect provider, without JavaScript", async () => {
  const shop = await site.addMerchant("North Pier");
  const mara = site.addPerson({ name: "Mara Mole", shops: [`${shop}:OWNER`] });
  const { demo } = site;
  await travel({
    browser,
    demo,
    merchantName: "North Pier",
    javaScriptEnabled: false,
    async signIn(page) {
      // Both sign-ins are enabled: by password, and by the platform's login.
      expect(await page.getByLabel("Password").count()).toBe(1);
      await signInAtProvider(page, mara);
      await page.getByText("Mara Mole").first().waitFor();
    },
  });
  const { installations } = await site.core.installations.listInstallations({ merchantId: shop });
  expect(installations).toMatchObject([{ appName: "Kite", connectedByName: "Mara Mole" }]);
});
