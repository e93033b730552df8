import { defineEntity, type InferEntity, p } from "@mikro-orm/core";
import { Account } from "./account.ts";
import { digest, id, timestamp, writtenAt } from "./columns.ts";
import { MEMBER_ROLES, Merchant } from "./merchant.ts";
import { TEAM_ROLES } from "./team.ts";

/**
 * An offer of roles, or of a membership in a merchant or a team. Accepting requires the token and an account with the invited e-mail
 * address.
 */
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
    /** The team to join. It has no foreign key, because adding one locks two tables, and accounts are never deleted. */
    teamId: p.uuid().nullable(),
    teamRole: p.enum(TEAM_ROLES).nullable(),
    invitedBy: p.manyToOne(Account).nullable(),
    createdAt: writtenAt(),
    expiresAt: timestamp().index("invitation_expires_at"),
    acceptedAt: timestamp().nullable(),
    acceptedBy: p.manyToOne(Account).nullable(),
    /** Also set by a decline, so that versions without `declinedAt` see that the invitation has ended. */
    revokedAt: timestamp().nullable(),
    declinedAt: timestamp().nullable(),
    /** The account that revoked it; null if a service key or another change did. No foreign key, as for `teamId`. */
    revokedById: p.uuid().nullable(),
  },
  checks: [
    { name: "invitation_email_lowercase", expression: "email = lower(email)" },
    { name: "invitation_merchant_with_role", expression: "(merchant_id is null) = (role is null)" },
    { name: "invitation_team_with_role", expression: "(team_id is null) = (team_role is null)" },
  ],
  indexes: [
    { name: "invitation_merchant_id", properties: ["merchant", "id"] },
    { name: "invitation_team_id", properties: ["teamId", "id"] },
    {
      name: "invitation_email_id",
      expression: `create index "invitation_email_id" on "invitation" ("email" collate "C", "id")`,
    },
    {
      name: "invitation_search",
      expression: `create index "invitation_search" on "invitation" using gin (search_trigrams("email")) with (fastupdate = off)`,
    },
  ],
});
export type Invitation = InferEntity<typeof Invitation>;
