import type { Command } from "commander";
import {
  CreateInvitationResponseSchema,
  ListTeamMembersResponseSchema,
  RemoveTeamMemberResponseSchema,
  SetTeamMemberRoleResponseSchema,
  TeamRole,
} from "../../../gen/latchkey/v1/account_service_pb.ts";
import { accountIdOf, oneOf, withCore, withJson } from "../command-options.ts";
import { callOptions } from "../core-client.ts";
import { enumName, formatTime, type Output, print, printJson, printTable } from "../output.ts";
import { printInvitation } from "./invitation-link.ts";

interface WithRole extends Output {
  role: TeamRole;
}

/** `latchkey teams …`. A team is named by its developer account. */
export function addTeamCommands(teams: Command): void {
  withJson(
    teams
      .command("members <developer>")
      .description("list the members of a team; <developer> is the id or e-mail of its developer account"),
  ).action(listMembers);
  withRole(
    teams.command("invite <developer> <email>").description("print an invitation link to join a developer's team"),
  ).action(invite);
  withRole(
    teams
      .command("set-role <developer> <account>")
      .description("change the role of a member; <account> is an account id or e-mail"),
  ).action(setRole);
  withJson(
    teams
      .command("remove-member <developer> <account>")
      .description("remove a member; the access to the team's apps and test merchants ends at once"),
  ).action(removeMember);
}

function withRole(command: Command): Command {
  return withJson(command).requiredOption(
    "--role <role>",
    "owner (works on the apps and manages members) or member (works on the apps)",
    oneOf(TeamRole),
  );
}

async function listMembers(developer: string, options: Output): Promise<void> {
  await withCore(async (core) => {
    const teamAccountId = await accountIdOf(core, developer);
    const response = await core.accounts.listTeamMembers({ teamAccountId }, callOptions);
    if (options.json === true) return printJson(ListTeamMembersResponseSchema, response);
    printTable(response.members, {
      account_id: (member) => member.accountId,
      email: (member) => member.email,
      name: (member) => member.name,
      role: (member) => enumName(TeamRole, member.role),
      since: (member) => formatTime(member.joinedAt),
    });
  });
}

async function invite(developer: string, email: string, { role: teamRole, json }: WithRole): Promise<void> {
  await withCore(async (core) => {
    const teamAccountId = await accountIdOf(core, developer);
    const response = await core.accounts.createInvitation({ email, teamAccountId, teamRole }, callOptions);
    if (json === true) return printJson(CreateInvitationResponseSchema, response);
    printInvitation(email, response);
  });
}

async function setRole(developer: string, idOrEmail: string, { role, json }: WithRole): Promise<void> {
  await withCore(async (core) => {
    const [teamAccountId, accountId] = [await accountIdOf(core, developer), await accountIdOf(core, idOrEmail)];
    const response = await core.accounts.setTeamMemberRole({ teamAccountId, accountId, role }, callOptions);
    if (json === true) return printJson(SetTeamMemberRoleResponseSchema, response);
    const { name, role: held } = response.member!;
    print(`${name} is ${enumName(TeamRole, held)} of the team.`);
  });
}

async function removeMember(developer: string, idOrEmail: string, { json }: Output): Promise<void> {
  await withCore(async (core) => {
    const [teamAccountId, accountId] = [await accountIdOf(core, developer), await accountIdOf(core, idOrEmail)];
    const response = await core.accounts.removeTeamMember({ teamAccountId, accountId }, callOptions);
    if (json === true) return printJson(RemoveTeamMemberResponseSchema, response);
    print(`${idOrEmail} is no longer a member of the team.`);
  });
}
