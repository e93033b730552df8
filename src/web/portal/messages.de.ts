import { de as app } from "./app/messages.de.ts";
import { de as form } from "./app-form/messages.de.ts";
import { de as apps } from "./apps/messages.de.ts";
import { de as check } from "./check/messages.de.ts";
import { de as installations } from "./installations/messages.de.ts";
import type { en } from "./messages.en.ts";
import { de as secrets } from "./secrets/messages.de.ts";
import { de as team } from "./team/messages.de.ts";
import { de as testMerchants } from "./test-merchants/messages.de.ts";

/** Texts of the developer portal, in German. */
export const de: typeof en = {
  title: "Entwicklerportal",
  sections: { apps: "Ihre Apps", testMerchants: "Testgeschäfte", check: "Link prüfen", account: "Konto" },
  back: {
    apps: "Ihre Apps",
    app: (name) => `Zurück zu ${name}`,
  },
  apps,
  app,
  secrets,
  form,
  check,
  installations,
  team,
  testMerchants,
};
