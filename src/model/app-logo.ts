import { defineEntity, type InferEntity, p } from "@mikro-orm/core";
import { App } from "./app.ts";
import { writtenAt } from "./columns.ts";

/**
 * A logo as it was re-encoded here. Apart from the app, because the app's row is read with every token; by digest, because the live
 * profile and the pending revision may each name one.
 */
export const AppLogo = defineEntity({
  name: "AppLogo",
  tableName: "app_logo",
  properties: {
    app: p.manyToOne(App).primary(),
    /** SHA-256 of `image` in base64url, for its address. */
    digest: p.text().primary(),
    image: p.blob(),
    mediaType: p.text(),
    createdAt: writtenAt(),
  },
});
export type AppLogo = InferEntity<typeof AppLogo>;
