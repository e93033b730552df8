import { defineEntity, type InferEntity, p } from "@mikro-orm/core";
import { Account } from "./account.ts";
import { id, textArray, timestamp, writtenAt } from "./columns.ts";
import { skeletonColumns, skeletonIndexes } from "./name-skeletons.ts";

export const APP_STATES = [
  "DRAFT",
  "SUBMITTED",
  "IN_REVIEW",
  "CHANGES_REQUESTED",
  "APPROVED",
  "REJECTED",
  "SUSPENDED",
  "ARCHIVED",
] as const;
export type AppState = (typeof APP_STATES)[number];

export const REFRESH_MODES = ["ROTATE", "KEEP", "NONE"] as const;
export type RefreshMode = (typeof REFRESH_MODES)[number];

/** A requested scope, the developer's reason for it, and whether the merchant may decline it. */
export interface AppScope {
  name: string;
  reason: string;
  required: boolean;
}

/** The fields that operators review. The app holds the live values, its pending revision the next values. */
export const reviewedFields = () => ({
  name: p.text(),
  /** The app's purpose, in the developer's words. */
  purpose: p.text().default(""),
  redirectUris: textArray(),
  scopes: p.json<AppScope[]>().columnType("jsonb"),
  launchUrl: p.text().nullable(),
  /** True if the platform may start the authorization of an app without `launchUrl`. */
  platformStart: p.boolean().default(false),
  website: p.text().nullable(),
  supportContact: p.text().nullable(),
  privacyPolicy: p.text().nullable(),
  webhookUrl: p.text().nullable(),
  /** References `app_logo.digest`. */
  logoDigest: p.text().nullable(),
});

/** The registered OAuth client. */
export const App = defineEntity({
  name: "App",
  tableName: "app",
  properties: {
    id: id(),
    clientId: p.text().unique("app_client_id_unique"),
    developer: p.manyToOne(Account),
    state: p.enum(APP_STATES).default("DRAFT"),
    /** True if the app has a secret. A public app has none, must use PKCE, and always rotates. */
    confidential: p.boolean(),
    pkceRequired: p.boolean().default(false),
    refreshMode: p.enum(REFRESH_MODES).default("ROTATE"),
    /** Lifetimes in seconds, at most those of the platform; null means the platform's. */
    codeTtl: p.integer().nullable(),
    accessTokenTtl: p.integer().nullable(),
    refreshTokenTtl: p.integer().nullable(),
    ...reviewedFields(),
    ...skeletonColumns(),
    /**
     * The names in `scopes` without restricted scopes that no operator granted. The token statements read only this column, so update it in
     * every transaction that changes `scopes` or `restrictedScopesGranted`.
     */
    registeredScopes: textArray(),
    restrictedScopesGranted: textArray().defaultRaw("'{}'"),
    /** The restricted scopes that a review refused. A scope stays here until an approval allows it, even if its sensitivity changes. */
    restrictedScopesRefused: textArray().defaultRaw("'{}'"),
    /** The number of the live revision; the first profile is 1. */
    revision: p.integer().default(1),
    /** The reason for the last review or operator decision. */
    reasonCode: p.text().nullable(),
    reasonText: p.text().nullable(),
    submittedAt: timestamp().nullable(),
    approvedAt: timestamp().nullable(),
    archivedAt: timestamp().nullable(),
    createdAt: writtenAt(),
    updatedAt: writtenAt(),
  },
  checks: [
    { name: "app_public_rotates", expression: "confidential or refresh_mode = 'ROTATE'" },
    {
      name: "app_registered_scopes_asked_for",
      expression: "to_jsonb(registered_scopes) <@ jsonb_path_query_array(scopes, '$[*].name')",
    },
  ],
  indexes: [
    ...skeletonIndexes("app"),
    { name: "app_state_updated", properties: ["state", "updatedAt", "id"] },
    { name: "app_developer_updated", properties: ["developer", "updatedAt", "id"] },
    { name: "app_updated", properties: ["updatedAt", "id"] },
    {
      name: "app_queue",
      expression: `create index "app_queue" on "app" ("state", coalesce("submitted_at", "updated_at"), "id") where state in ('SUBMITTED', 'IN_REVIEW')`,
    },
    {
      name: "app_folded_search",
      expression: `create index "app_folded_search" on "app" using gin (search_trigrams(fold_name("name"))) with (fastupdate = off)`,
    },
    {
      name: "app_scopes",
      expression: `create index "app_scopes" on "app" using gin ("registered_scopes") with (fastupdate = off)`,
    },
    {
      name: "app_folded_name",
      expression: `create index "app_folded_name" on "app" (fold_name("name") collate "C", "id")`,
    },
    {
      name: "app_developer_folded_name",
      expression: `create index "app_developer_folded_name" on "app" ("developer_id", fold_name("name") collate "C", "id")`,
    },
    // The indexes of the previous release, which the next release drops.
    {
      name: "app_search",
      expression: `create index "app_search" on "app" using gin (search_trigrams("name")) with (fastupdate = off)`,
    },
    { name: "app_name", expression: `create index "app_name" on "app" (lower("name") collate "C", "id")` },
    {
      name: "app_developer_name",
      expression: `create index "app_developer_name" on "app" ("developer_id", lower("name") collate "C", "id")`,
    },
  ],
});
export type App = InferEntity<typeof App>;

export type ReviewedFields = Pick<App, keyof ReturnType<typeof reviewedFields>>;
