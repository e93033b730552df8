import { defineEntity, type InferEntity, p } from "@mikro-orm/core";
import { Account } from "./account.ts";
import { digest, id, timestamp, writtenAt } from "./columns.ts";
import { MEMBER_ROLES, Merchant } from "./merchant.ts";

/** Offers roles, a membership or both. Accepting takes the token and an account with the invited e-mail address. */
export const Invitation = defineEntity({
  name: "Invitation",
  tableName: "invitation",
  properties: {
    id: id(),
    digest: digest().unique("invitation_digest_unique"),
    email: p.text(),
    operator: p.boolean().default(false),
    developer: p.boolean().default(false),
    merchant: p.manyToOne(Merchant).nullable(),
    role: p.enum(MEMBER_ROLES).nullable(),
    invitedBy: p.manyToOne(Account).nullable(),
    createdAt: writtenAt(),
    expiresAt: timestamp().index("invitation_expires_at"),
    acceptedAt: timestamp().nullable(),
    acceptedBy: p.manyToOne(Account).nullable(),
    revokedAt: timestamp().nullable(),
  },
  checks: [
    { name: "invitation_email_lowercase", expression: "email = lower(email)" },
    { name: "invitation_merchant_with_role", expression: "(merchant_id is null) = (role is null)" },
  ],
  indexes: [
    { name: "invitation_merchant_id", properties: ["merchant", "id"] },
    {
      name: "invitation_email_id",
      expression: `create index "invitation_email_id" on "invitation" ("email" collate "C", "id")`,
    },
  ],
});
export type Invitation = InferEntity<typeof Invitation>;
