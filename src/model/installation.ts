import { defineEntity, type InferEntity, p } from "@mikro-orm/core";
import { Account } from "./account.ts";
import { App } from "./app.ts";
import { id, moment, texts, writtenAt } from "./columns.ts";
import { Merchant, PARTIES } from "./merchant.ts";

export const INSTALLATION_STATES = ["PENDING", "ACTIVE", "SUSPENDED", "UNINSTALLED"] as const;
export type InstallationState = (typeof INSTALLATION_STATES)[number];

/** Why a refresh by the app itself was refused. */
export const REFRESH_FAILURES = ["CREDENTIALS", "EXPIRED", "REUSED", "ENDED", "SUSPENDED", "SCOPE"] as const;
export type RefreshFailure = (typeof REFRESH_FAILURES)[number];

/**
 * One app on one merchant, one row for ever. PENDING from the first Issue until its first code is exchanged: nothing is installed yet, so
 * lists leave it out, and `version` is 0. A re-install is the next version of the same row.
 */
export const Installation = defineEntity({
  name: "Installation",
  tableName: "installation",
  properties: {
    id: id(),
    app: p.manyToOne(App),
    merchant: p.manyToOne(Merchant),
    version: p.integer().default(0),
    state: p.enum(INSTALLATION_STATES).default("PENDING"),
    /**
     * The sides (`PARTIES`) that hold it suspended: each lifts only its own, so the operator's block survives the app's resume. Survives the end
     * too, so that an uninstall and re-install does not lift a block; a side that ends an installation lifts its own.
     */
    suspendedBy: texts().defaultRaw("'{}'"),
    reasonCode: p.text().nullable(),
    reasonText: p.text().nullable(),
    suspendedAt: moment().nullable(),
    grantedScopes: texts().defaultRaw("'{}'"),
    connectedBy: p.manyToOne(Account).nullable(),
    connectedAt: moment().nullable(),
    /** To the hour: written outside the hot transactions. */
    lastUsedAt: moment().nullable(),
    /** Health, for the app's developer: to the hour, too, and written outside the hot transactions. */
    lastRefreshedAt: moment().nullable(),
    /** When the tokens last issued by exchange or refresh end unless refreshed. */
    tokensExpireAt: moment().nullable(),
    lastFailedAt: moment().nullable(),
    lastFailure: p.enum(REFRESH_FAILURES).nullable(),
    endedAt: moment().nullable(),
    endedBy: p.enum(PARTIES).nullable(),
    /** Families and codes authorized at or before this moment are dead. Set by each end, kept by a re-install. */
    notBefore: moment().nullable(),
    createdAt: writtenAt(),
    /** What `changed_since` asks for: version, state, suspension or granted scopes changed. */
    changedAt: writtenAt(),
  },
  checks: [
    {
      name: "installation_suspended_by_sides",
      expression: `suspended_by <@ array['${PARTIES.join("','")}']`,
    },
    {
      name: "installation_suspended_is_held",
      expression: "state not in ('ACTIVE', 'SUSPENDED') or (state = 'SUSPENDED') = (cardinality(suspended_by) > 0)",
    },
  ],
  uniques: [{ name: "installation_app_merchant_unique", properties: ["app", "merchant"] }],
  indexes: [
    { name: "installation_app_id", properties: ["app", "id"] },
    { name: "installation_merchant_id", properties: ["merchant", "id"] },
    { name: "installation_app_state", properties: ["app", "state", "id"] },
    { name: "installation_app_changed", properties: ["app", "changedAt", "id"] },
    { name: "installation_merchant_changed", properties: ["merchant", "changedAt", "id"] },
    { name: "installation_changed", properties: ["changedAt", "id"] },
  ],
});
export type Installation = InferEntity<typeof Installation>;
