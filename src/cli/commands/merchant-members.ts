import type { Command } from "commander";
import {
  ListMembershipsResponseSchema,
  MerchantRole,
  RemoveMembershipResponseSchema,
  UpsertMembershipResponseSchema,
} from "../../../gen/latchkey/v1/account_service_pb.ts";
import { accountIdOf, oneOf, type Paging, paged, withCore, withJson } from "../command-options.ts";
import { callOptions } from "../core-client.ts";
import { enumName, type Output, print, printJson, printMore, printTable } from "../output.ts";
import { explainUnverifiedEmail } from "./unverified-email.ts";

interface UpsertMember extends Output {
  role: MerchantRole;
}

/** `latchkey merchants members | add-member | remove-member`. */
export function addMemberCommands(merchants: Command): void {
  paged(
    merchants
      .command("members <merchant_id>")
      .description("list the members of a merchant, in the order in which they were added"),
  ).action(listMembers);
  withJson(
    merchants
      .command("add-member <merchant_id> <account>")
      .description("add a member (account id or e-mail) or change a member's role"),
  )
    .requiredOption(
      "--role <role>",
      "owner (manages members and apps), manager (manages apps) or member (reads)",
      oneOf(MerchantRole),
    )
    .action(upsertMember);
  withJson(
    merchants
      .command("remove-member <merchant_id> <account>")
      .description("remove a member; the last owner cannot be removed"),
  ).action(removeMember);
}

async function listMembers(merchantId: string, options: Paging): Promise<void> {
  await withCore(async (core) => {
    const { pageSize, pageToken } = options;
    const response = await core.accounts.listMemberships({ merchantId, pageSize, pageToken }, callOptions);
    if (options.json === true) return printJson(ListMembershipsResponseSchema, response);
    printTable(response.memberships, {
      account_id: (member) => member.accountId,
      email: (member) => member.accountEmail,
      name: (member) => member.accountName,
      role: (member) => enumName(MerchantRole, member.role),
    });
    printMore(response.nextPageToken);
  });
}

async function upsertMember(merchantId: string, idOrEmail: string, { role, json }: UpsertMember): Promise<void> {
  await withCore(async (core) => {
    const accountId = await accountIdOf(core, idOrEmail);
    const upsert = () => core.accounts.upsertMembership({ merchantId, accountId, role }, callOptions);
    const response = await explainUnverifiedEmail(
      idOrEmail,
      `--merchant ${merchantId} --role ${enumName(MerchantRole, role)}`,
      upsert,
    );
    if (json === true) return printJson(UpsertMembershipResponseSchema, response);
    const { accountName, merchantName, role: held } = response.membership!;
    print(`${accountName} is ${enumName(MerchantRole, held)} of ${merchantName}.`);
  });
}

async function removeMember(merchantId: string, idOrEmail: string, { json }: Output): Promise<void> {
  await withCore(async (core) => {
    const accountId = await accountIdOf(core, idOrEmail);
    const response = await core.accounts.removeMembership({ merchantId, accountId }, callOptions);
    if (json === true) return printJson(RemoveMembershipResponseSchema, response);
    print(`${idOrEmail} is no longer a member of ${merchantId}.`);
  });
}
