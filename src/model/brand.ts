import { defineEntity, type InferEntity, p } from "@mikro-orm/core";
import { writtenAt } from "./columns.ts";

/** Single row: the platform's identity on the pages, as operators set it. Null: not set. */
export const StoredBrand = defineEntity({
  name: "StoredBrand",
  tableName: "brand",
  properties: {
    id: p.smallint().primary().autoincrement(false),
    name: p.text().nullable(),
    /** `#rrggbb`. */
    accent: p.text().nullable(),
    /** A re-encoded image. */
    logo: p.blob().nullable(),
    logoMediaType: p.text().nullable(),
    /** SHA-256 of `logo` in base64url; part of the logo's URL. */
    logoDigest: p.text().nullable(),
    /** An e-mail address or an https URL. */
    support: p.text().nullable(),
    /** The number of the last change. */
    revision: p.integer().default(1),
    updatedAt: writtenAt(),
  },
  checks: [{ name: "brand_single", expression: "id = 1" }],
});
export type StoredBrand = InferEntity<typeof StoredBrand>;
