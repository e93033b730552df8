import { defineEntity, type InferEntity, p } from "@mikro-orm/core";
import { digest, id, timestamp, writtenAt } from "./columns.ts";
import { skeletonColumns, skeletonIndexes } from "./name-skeletons.ts";

export const ACCOUNT_STATES = ["ACTIVE", "SUSPENDED"] as const;
export type AccountState = (typeof ACCOUNT_STATES)[number];

/** A user. An account from an external login may lack an e-mail address and a password. */
export const Account = defineEntity({
  name: "Account",
  tableName: "account",
  properties: {
    id: id(),
    email: p.text().nullable().unique("account_email_unique"),
    /** When a trusted party confirmed that the address belongs to the account; null if the address is unverified or absent. */
    emailVerifiedAt: timestamp().nullable(),
    passwordHash: p.text().nullable(),
    name: p.text(),
    ...skeletonColumns(),
    /** The language of mails, such as `en`: that of the pages at the last sign-in; null if unknown. */
    language: p.text().nullable(),
    operator: p.boolean().default(false),
    developer: p.boolean().default(false),
    state: p.enum(ACCOUNT_STATES).default("ACTIVE"),
    reasonCode: p.text().nullable(),
    reasonText: p.text().nullable(),
    suspendedAt: timestamp().nullable(),
    /** Codes of this account issued at or before this time are invalid. Set by a suspension; resuming keeps it. */
    codesEndedAt: timestamp().nullable(),
    /** When the second factor was set up; null if the account has none. */
    secondFactorAt: timestamp().nullable(),
    createdAt: writtenAt(),
  },
  checks: [
    { name: "account_email_lowercase", expression: "email = lower(email)" },
    { name: "account_verified_email", expression: "email_verified_at is null or email is not null" },
  ],
  indexes: [
    ...skeletonIndexes("account"),
    { name: "account_operator", properties: ["id"], where: "operator" },
    { name: "account_developer", properties: ["id"], where: "developer" },
    { name: "account_suspended", properties: ["id"], where: "state = 'SUSPENDED'" },
    {
      name: "account_folded_search",
      expression: `create index "account_folded_search" on "account" using gin (search_trigrams(fold_name("name" || ' ' || coalesce("email", '')))) with (fastupdate = off)`,
    },
    {
      name: "account_email",
      expression: `create index "account_email" on "account" (coalesce("email", '') collate "C", "id")`,
    },
    // The index of the previous release, which the next release drops.
    {
      name: "account_search",
      expression: `create index "account_search" on "account" using gin (search_trigrams("name" || ' ' || coalesce("email", ''))) with (fastupdate = off)`,
    },
  ],
});
export type Account = InferEntity<typeof Account>;

/** The identity of an account at the platform's identity provider. Never matched to an existing account by e-mail address. */
export const ExternalIdentity = defineEntity({
  name: "ExternalIdentity",
  tableName: "external_identity",
  properties: {
    id: id(),
    account: p.manyToOne(Account).index("external_identity_account"),
    iss: p.text(),
    sub: p.text(),
    createdAt: writtenAt(),
  },
  uniques: [{ name: "external_identity_iss_sub_unique", properties: ["iss", "sub"] }],
});
export type ExternalIdentity = InferEntity<typeof ExternalIdentity>;

/** A pending external login, found by the digest of the browser's secret; single use. */
export const ExternalSignIn = defineEntity({
  name: "ExternalSignIn",
  tableName: "external_sign_in",
  properties: {
    id: id(),
    browserDigest: digest().unique("external_sign_in_browser_digest_unique"),
    next: p.text().nullable(),
    createdAt: writtenAt(),
    expiresAt: timestamp().index("external_sign_in_expires_at"),
    usedAt: timestamp().nullable(),
  },
});
export type ExternalSignIn = InferEntity<typeof ExternalSignIn>;
