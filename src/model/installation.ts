import { defineEntity, type InferEntity, p } from "@mikro-orm/core";
import { Account } from "./account.ts";
import { App } from "./app.ts";
import { id, textArray, timestamp, writtenAt } from "./columns.ts";
import { Merchant, PARTIES } from "./merchant.ts";

export const INSTALLATION_STATES = ["PENDING", "ACTIVE", "SUSPENDED", "UNINSTALLED"] as const;
export type InstallationState = (typeof INSTALLATION_STATES)[number];

/** Why the app's last refresh was rejected. */
export const REFRESH_FAILURES = ["CREDENTIALS", "EXPIRED", "REUSED", "ENDED", "SUSPENDED", "SCOPE"] as const;
export type RefreshFailure = (typeof REFRESH_FAILURES)[number];

/** See `InstallationHealth` in the proto. */
export type InstallationHealth = "FAILING" | "EXPIRING" | "NEEDS_ATTENTION" | "EXPIRES_SOON" | "HEALTHY" | "STOPPED";

/** The groups of a merchant's apps, in the order of the list. See `ConnectedAppGroup` in the proto. */
export const CONNECTED_APP_GROUPS = ["NEEDS_ATTENTION", "ACTIVE", "PAUSED", "UNINSTALLED"] as const;
export type ConnectedAppGroup = (typeof CONNECTED_APP_GROUPS)[number];
/** See `ConnectedAppSort` in the proto. */
export type ConnectedAppSort = "GROUP" | "NAME" | "LAST_USED" | "CONNECTED";

/**
 * One app on one merchant; the row is permanent. From the first Issue until the first code is exchanged, it is PENDING with `version` 0,
 * and lists omit it. A re-install increments `version`.
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
     * The parties (`PARTIES`) that suspend the installation. Each lifts only its own suspension, by a resume or an uninstall, so that a
     * re-install bypasses no suspension by another party.
     */
    suspendedBy: textArray().defaultRaw("'{}'"),
    reasonCode: p.text().nullable(),
    reasonText: p.text().nullable(),
    suspendedAt: timestamp().nullable(),
    grantedScopes: textArray().defaultRaw("'{}'"),
    /** When scopes were last taken back without a consent. Codes issued at or before this time are invalid. */
    scopesRemovedAt: timestamp().nullable(),
    connectedBy: p.manyToOne(Account).nullable(),
    connectedAt: timestamp().nullable(),
    /** Precise to the hour; written outside the token transactions. */
    lastUsedAt: timestamp().nullable(),
    /** Health, shown to the app's developer; precise to the hour, written outside the token transactions. */
    lastRefreshedAt: timestamp().nullable(),
    /** When the newest tokens expire if they are not refreshed. */
    tokensExpireAt: timestamp().nullable(),
    /** When the last tokens were revoked. Newer than or equal to `tokensExpireAt` until the app gets tokens again. */
    tokensRevokedAt: timestamp().nullable(),
    lastFailedAt: timestamp().nullable(),
    lastFailure: p.enum(REFRESH_FAILURES).nullable(),
    endedAt: timestamp().nullable(),
    endedBy: p.enum(PARTIES).nullable(),
    /** When the newest code of an uninstalled app was issued. Only a code that is newer than `notBefore` is valid. */
    pendingSince: timestamp().nullable(),
    /** Families and codes authorized at or before this time are revoked. Set by each uninstall; a re-install keeps it. */
    notBefore: timestamp().nullable(),
    /** The number of the installation's events so far, which is the `sequence` of the newest event. */
    eventSequence: p.integer().default(0),
    createdAt: writtenAt(),
    /** When version, state, suspension or granted scopes last changed. The filter `changed_since` compares it. */
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
