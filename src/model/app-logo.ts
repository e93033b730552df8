import { defineEntity, type InferEntity, p } from "@mikro-orm/core";
import { App } from "./app.ts";
import { writtenAt } from "./columns.ts";

/**
 * A re-encoded logo. Stored apart from the app, because every token call reads the app's row. Keyed by digest, because the live profile and
 * the pending revision may each reference a logo.
 */
export const AppLogo = defineEntity({
  name: "AppLogo",
  tableName: "app_logo",
  properties: {
    app: p.manyToOne(App).primary(),
    /** SHA-256 of `image` in base64url; part of the logo's URL. */
    digest: p.text().primary(),
    image: p.blob(),
    mediaType: p.text(),
    createdAt: writtenAt(),
  },
});
export type AppLogo = InferEntity<typeof AppLogo>;
