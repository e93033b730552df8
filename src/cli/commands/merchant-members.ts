import type { Command } from "commander";
import {
  ListMembershipsResponseSchema,
  MerchantRole,
  RemoveMembershipResponseSchema,
  UpsertMembershipResponseSchema,
} from "../../../gen/latchkey/v1/account_service_pb.ts";
import { accountIdOf, oneOf, type Paging, paged, withCore, withJson } from "../command-options.ts";
import { callOptions } from "../core-client.ts";
import { type Output, print, printJson, printMore, printTable, word } from "../output.ts";
import { orOfferInvitation } from "./unverified-email.ts";

interface Put extends Output {
  role: MerchantRole;
}

/** `latchkey merchants members | add-member | remove-member`. */
export function addMemberCommands(merchants: Command): void {
  paged(merchants.command("members <merchant_id>").description("list the members, the first to join first")).action(
    listMembers,
  );
  withJson(
    merchants
      .command("add-member <merchant_id> <account>")
      .description("add a member, by account id or e-mail, or change their role"),
  )
    .requiredOption(
      "--role <role>",
      "owner (decides on members too), manager (connects apps) or member (sees them)",
      oneOf(MerchantRole),
    )
    .action(putMember);
  withJson(
    merchants.command("remove-member <merchant_id> <account>").description("take a member away; the last owner stays"),
  ).action(removeMember);
}

async function listMembers(merchantId: string, options: Paging): Promise<void> {
  await withCore(async (core) => {
    const { pageSize, pageToken } = options;
    const answer = await core.accounts.listMemberships({ merchantId, pageSize, pageToken }, callOptions);
    if (options.json === true) return printJson(ListMembershipsResponseSchema, answer);
    printTable(answer.memberships, {
      account_id: (member) => member.accountId,
      email: (member) => member.accountEmail,
      name: (member) => member.accountName,
      role: (member) => word(MerchantRole, member.role),
    });
    printMore(answer.nextPageToken);
  });
}

async function putMember(merchantId: string, which: string, { role, json }: Put): Promise<void> {
  await withCore(async (core) => {
    const accountId = await accountIdOf(core, which);
    const put = () => core.accounts.upsertMembership({ merchantId, accountId, role }, callOptions);
    const answer = await orOfferInvitation(which, `--merchant ${merchantId} --role ${word(MerchantRole, role)}`, put);
    if (json === true) return printJson(UpsertMembershipResponseSchema, answer);
    const { accountName, merchantName, role: held } = answer.membership!;
    print(`${accountName} is ${word(MerchantRole, held)} of ${merchantName}.`);
  });
}

async function removeMember(merchantId: string, which: string, { json }: Output): Promise<void> {
  await withCore(async (core) => {
    const accountId = await accountIdOf(core, which);
    const answer = await core.accounts.removeMembership({ merchantId, accountId }, callOptions);
    if (json === true) return printJson(RemoveMembershipResponseSchema, answer);
    print(`${which} is no member of ${merchantId} any more.`);
  });
}
