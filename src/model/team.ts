import { defineEntity, type InferEntity, p } from "@mikro-orm/core";
import { Account } from "./account.ts";
import { id, writtenAt } from "./columns.ts";

export const TEAM_ROLES = ["OWNER", "MEMBER"] as const;
export type TeamRole = (typeof TEAM_ROLES)[number];

/** An account's role in a team. */
export interface TeamMembership {
  /** The id of the developer account that the team belongs to. */
  teamId: string;
  role: TeamRole;
}

/**
 * A further member of a developer's team. A team has the id and the name of its developer account, which is always an OWNER and has no row
 * here. OWNERs manage the members; all members work on the apps.
 */
export const TeamMember = defineEntity({
  name: "TeamMember",
  tableName: "team_member",
  properties: {
    id: id(),
    account: p.manyToOne(Account),
    team: p.manyToOne(Account),
    role: p.enum(TEAM_ROLES),
    createdAt: writtenAt(),
  },
  checks: [{ name: "team_member_of_other", expression: "account_id <> team_id" }],
  uniques: [{ name: "team_member_account_team_unique", properties: ["account", "team"] }],
  indexes: [{ name: "team_member_team_id", properties: ["team", "id"] }],
});
export type TeamMember = InferEntity<typeof TeamMember>;
