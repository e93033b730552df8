import type { Command } from "commander";
import {
  type Invitation,
  InvitationState,
  ListInvitationsResponseSchema,
  MerchantRole,
  RevokeInvitationResponseSchema,
} from "../../../gen/latchkey/v1/account_service_pb.ts";
import { type Paging, paged, withCore, withJson } from "../command-options.ts";
import { callOptions } from "../core-client.ts";
import { moment, type Output, print, printJson, printMore, printTable, word } from "../output.ts";

interface ListOptions extends Paging {
  merchant: string;
  email: string;
  all?: boolean;
}

/** `latchkey invitations list | revoke`. */
export function addInvitationCommands(invitations: Command): void {
  paged(invitations.command("list").description("list invitations that can be taken up, the newest first"))
    .option("--merchant <merchant_id>", "into this merchant", "")
    .option("--email <prefix>", "only those for an e-mail that starts with this", "")
    .option("--all", "taken up, withdrawn and expired ones too")
    .action(listInvitations);
  withJson(
    invitations
      .command("revoke <invitation_id>")
      .description("end an invitation, so that its link opens nothing; its id is in `invitations list`"),
  ).action(revokeInvitation);
}

async function listInvitations(options: ListOptions): Promise<void> {
  await withCore(async (core) => {
    const { merchant: merchantId, email: emailPrefix, all = false, pageSize, pageToken } = options;
    const request = { merchantId, emailPrefix, includeEnded: all, pageSize, pageToken };
    const answer = await core.accounts.listInvitations(request, callOptions);
    if (options.json === true) return printJson(ListInvitationsResponseSchema, answer);
    printTable(answer.invitations, {
      invitation_id: (invitation) => invitation.invitationId,
      email: (invitation) => invitation.email,
      as: offerOf,
      merchant: (invitation) => invitation.merchantId,
      state: (invitation) => word(InvitationState, invitation.state),
      until: (invitation) => moment(invitation.expiresAt),
    });
    printMore(answer.nextPageToken);
  });
}

function offerOf({ role, developer, operator }: Invitation): string {
  const roles = [word(MerchantRole, role), developer ? "developer" : "", operator ? "operator" : ""];
  return roles.filter((one) => one !== "").join(", ");
}

async function revokeInvitation(invitationId: string, options: Output): Promise<void> {
  await withCore(async (core) => {
    const answer = await core.accounts.revokeInvitation({ invitationId }, callOptions);
    if (options.json === true) return printJson(RevokeInvitationResponseSchema, answer);
    const { email, state } = answer.invitation!;
    print(`The invitation for ${email} is ${word(InvitationState, state)}: its link opens nothing.`);
  });
}
