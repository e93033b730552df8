import type { Command } from "commander";
import {
  type Invitation,
  InvitationState,
  ListInvitationsResponseSchema,
  MerchantRole,
  RevokeInvitationResponseSchema,
  TeamRole,
} from "../../../gen/latchkey/v1/account_service_pb.ts";
import { accountIdOf, type Paging, paged, withCore, withJson } from "../command-options.ts";
import { callOptions } from "../core-client.ts";
import { enumName, formatTime, type Output, print, printJson, printMore, printTable } from "../output.ts";

interface ListOptions extends Paging {
  merchant: string;
  team: string;
  email: string;
  search: string;
  all?: boolean;
}

/** `latchkey invitations list | revoke`. */
export function addInvitationCommands(invitations: Command): void {
  paged(invitations.command("list").description("list open invitations, the newest first"))
    .option("--merchant <merchant_id>", "only invitations to this merchant", "")
    .option("--team <developer>", "only invitations to the team of this developer (account id or e-mail)", "")
    .option("--email <prefix>", "only invitations for e-mails that start with this", "")
    .option("--search <text>", "only invitations for e-mails that contain this", "")
    .option("--all", "include accepted, revoked and expired invitations")
    .action(listInvitations);
  withJson(
    invitations
      .command("revoke <invitation_id>")
      .description("revoke an invitation and its link; `invitations list` shows the ids"),
  ).action(revokeInvitation);
}

async function listInvitations(options: ListOptions): Promise<void> {
  await withCore(async (core) => {
    const { merchant: merchantId, email: emailPrefix, search, all = false, pageSize, pageToken } = options;
    const teamAccountId = await accountIdOf(core, options.team);
    const request = { merchantId, teamAccountId, emailPrefix, search, includeEnded: all, pageSize, pageToken };
    const response = await core.accounts.listInvitations(request, callOptions);
    if (options.json === true) return printJson(ListInvitationsResponseSchema, response);
    printTable(response.invitations, {
      invitation_id: (invitation) => invitation.invitationId,
      email: (invitation) => invitation.email,
      as: offerOf,
      to: (invitation) => invitation.merchantId || invitation.teamAccountId,
      state: (invitation) => enumName(InvitationState, invitation.state),
      until: (invitation) => formatTime(invitation.expiresAt),
    });
    printMore(response.nextPageToken);
  });
}

function offerOf({ role, teamRole, developer, operator }: Invitation): string {
  const team = teamRole === TeamRole.UNSPECIFIED ? "" : `team ${enumName(TeamRole, teamRole)}`;
  const roles = [enumName(MerchantRole, role), team, developer ? "developer" : "", operator ? "operator" : ""];
  return roles.filter((role) => role !== "").join(", ");
}

async function revokeInvitation(invitationId: string, options: Output): Promise<void> {
  await withCore(async (core) => {
    const response = await core.accounts.revokeInvitation({ invitationId }, callOptions);
    if (options.json === true) return printJson(RevokeInvitationResponseSchema, response);
    const { email, state } = response.invitation!;
    print(`The invitation for ${email} is ${enumName(InvitationState, state)}. Its link no longer works.`);
  });
}
