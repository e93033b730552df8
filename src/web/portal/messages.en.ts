import { en as app } from "./app/messages.en.ts";
import { en as form } from "./app-form/messages.en.ts";
import { en as apps } from "./apps/messages.en.ts";
import { en as check } from "./check/messages.en.ts";
import { en as installations } from "./installations/messages.en.ts";
import { en as secrets } from "./secrets/messages.en.ts";
import { en as team } from "./team/messages.en.ts";
import { en as testMerchants } from "./test-merchants/messages.en.ts";

/** Texts of the developer portal. */
export const en = {
  title: "Developer portal",
  sections: { apps: "Your apps", testMerchants: "Test merchants", check: "Check a link", account: "Account" },
  back: {
    apps: "Your apps",
    app: (name: string) => `Back to ${name}`,
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
