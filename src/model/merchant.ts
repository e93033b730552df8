import { defineEntity, type InferEntity, p } from "@mikro-orm/core";
import { Account } from "./account.ts";
import { id, timestamp, writtenAt } from "./columns.ts";

export const MERCHANT_STATES = ["ACTIVE", "SUSPENDED", "CLOSED"] as const;
export type MerchantState = (typeof MERCHANT_STATES)[number];

/** The parties that suspend. Only the same party resumes. */
export const PARTIES = ["APP", "MERCHANT", "OPERATOR"] as const;
export type Party = (typeof PARTIES)[number];

export const MEMBER_ROLES = ["OWNER", "MANAGER", "MEMBER"] as const;
export type MemberRole = (typeof MEMBER_ROLES)[number];

/** The platform's customer. `id` is assigned by the platform (`[A-Za-z0-9._-]{1,64}`) and never reused. */
export const Merchant = defineEntity({
  name: "Merchant",
  tableName: "merchant",
  properties: {
    id: p.text().primary(),
    name: p.text(),
    state: p.enum(MERCHANT_STATES).default("ACTIVE"),
    suspendedBy: p.enum(PARTIES).nullable(),
    reasonCode: p.text().nullable(),
    reasonText: p.text().nullable(),
    suspendedAt: timestamp().nullable(),
    closedAt: timestamp().nullable(),
    /** Fixed at creation. The members of a test merchant are the team of `developer`. */
    test: p.boolean().default(false),
    developer: p.manyToOne(Account).nullable().index("merchant_developer"),
    createdAt: writtenAt(),
  },
  checks: [
    { name: "merchant_id_format", expression: "id ~ '^[A-Za-z0-9._-]{1,64}$'" },
    { name: "merchant_test_has_developer", expression: "test = (developer_id is not null)" },
  ],
  indexes: [
    { name: "merchant_created", properties: ["createdAt", "id"] },
    {
      name: "merchant_inactive",
      properties: ["state", "id"],
      where: "state <> 'ACTIVE'",
    },
    {
      name: "merchant_folded_search",
      expression: `create index "merchant_folded_search" on "merchant" using gin (search_trigrams(fold_name("name"))) with (fastupdate = off)`,
    },
    { name: "merchant_id_prefix", expression: `create index "merchant_id_prefix" on "merchant" ("id" collate "C")` },
    {
      name: "merchant_folded_name",
      expression: `create index "merchant_folded_name" on "merchant" (fold_name("name") collate "C", "id")`,
    },
    // The indexes of the previous release, which the next release drops.
    {
      name: "merchant_search",
      expression: `create index "merchant_search" on "merchant" using gin (search_trigrams("name")) with (fastupdate = off)`,
    },
    {
      name: "merchant_name",
      expression: `create index "merchant_name" on "merchant" (lower("name") collate "C", "id")`,
    },
  ],
});
export type Merchant = InferEntity<typeof Merchant>;

/** OWNER and MANAGER may consent and disconnect; MEMBER may not. */
export const Membership = defineEntity({
  name: "Membership",
  tableName: "membership",
  properties: {
    id: id(),
    account: p.manyToOne(Account),
    merchant: p.manyToOne(Merchant),
    role: p.enum(MEMBER_ROLES),
    /** True if a claim of the external login granted the membership, which ends with the claim. */
    byClaim: p.boolean().default(false),
    /**
     * True if it was accepted by an invitation's link. Then it stays with the account when another account takes over the e-mail address.
     */
    byLink: p.boolean().default(false),
    createdAt: writtenAt(),
  },
  uniques: [{ name: "membership_account_merchant_unique", properties: ["account", "merchant"] }],
  indexes: [{ name: "membership_merchant_id", properties: ["merchant", "id"] }],
});
export type Membership = InferEntity<typeof Membership>;

/**
 * A membership that ended because its merchant was closed; test merchants have none. A foreign key would lock the account after the
 * merchant, and accepted invitations lock it before.
 */
export const ClosedMembership = defineEntity({
  name: "ClosedMembership",
  tableName: "closed_membership",
  properties: {
    accountId: p.uuid().primary(),
    merchantId: p.text().primary(),
  },
});
export type ClosedMembership = InferEntity<typeof ClosedMembership>;
