import { defineEntity, type InferEntity, p } from "@mikro-orm/core";
import { Account } from "./account.ts";
import { id, moment, texts, writtenAt } from "./columns.ts";

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

/** A scope an app asks for: what it needs it for, in the developer's words, and whether the merchant may decline it. */
export interface AppScope {
  name: string;
  reason: string;
  required: boolean;
}

/** The fields that a reviewer looks at. An app has them live; its pending revision has the next ones. */
export const reviewedFields = () => ({
  name: p.text(),
  /** What it is for, in the developer's words. */
  purpose: p.text().default(""),
  redirectUris: texts(),
  scopes: p.json<AppScope[]>().columnType("jsonb"),
  launchUrl: p.text().nullable(),
  /** Opted in to an authorize that the platform starts, for want of a `launchUrl`. */
  platformStart: p.boolean().default(false),
  website: p.text().nullable(),
  supportContact: p.text().nullable(),
  webhookUrl: p.text().nullable(),
  /** Names a row of `app_logo`. */
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
    /** Has a secret. A public app has none, always sends a PKCE challenge, and only rotates. */
    confidential: p.boolean(),
    pkceRequired: p.boolean().default(false),
    refreshMode: p.enum(REFRESH_MODES).default("ROTATE"),
    /** Seconds; null: the platform's. Never longer than the platform's. */
    codeTtl: p.integer().nullable(),
    accessTokenTtl: p.integer().nullable(),
    refreshTokenTtl: p.integer().nullable(),
    ...reviewedFields(),
    /**
     * The names of `scopes` that work: all of them but restricted ones that no operator granted. The token statements read only this
     * column, so whoever changes `scopes` or `restrictedScopesGranted` writes it in the same transaction.
     */
    registeredScopes: texts(),
    restrictedScopesGranted: texts().defaultRaw("'{}'"),
    /** Restricted scopes that a reviewer left out of an approval and has not allowed since, whatever their sensitivity is by now. */
    restrictedScopesRefused: texts().defaultRaw("'{}'"),
    /** The number of the revision that is live; the first profile is 1. */
    revision: p.integer().default(1),
    /** The reviewer's or operator's last word on the state. */
    reasonCode: p.text().nullable(),
    reasonText: p.text().nullable(),
    submittedAt: moment().nullable(),
    approvedAt: moment().nullable(),
    archivedAt: moment().nullable(),
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
    { name: "app_state_updated", properties: ["state", "updatedAt", "id"] },
    { name: "app_developer_updated", properties: ["developer", "updatedAt", "id"] },
    { name: "app_name", expression: `create index "app_name" on "app" (lower("name") collate "C", "id")` },
    {
      name: "app_developer_name",
      expression: `create index "app_developer_name" on "app" ("developer_id", lower("name") collate "C", "id")`,
    },
  ],
});
export type App = InferEntity<typeof App>;
