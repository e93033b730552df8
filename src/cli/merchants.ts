import type { Command } from "commander";
import {
  CloseMerchantResponseSchema,
  CreateMerchantResponseSchema,
  GetMerchantResponseSchema,
  ListMerchantsResponseSchema,
  type Merchant,
  MerchantRole,
  MerchantState,
} from "../../gen/latchkey/v1/account_service_pb.ts";
import { oneOf, type Paging, paged, withCore } from "./command.ts";
import { callOptions } from "./core.ts";
import { moment, type Output, printFields, printJson, printMore, printTable, word } from "./output.ts";

interface Create extends Output {
  id: string;
  name: string;
  owner: string;
  test?: boolean;
}

/** `latchkey merchants …`. */
export function addMerchantCommands(merchants: Command): void {
  addCreate(merchants);
  paged(merchants.command("list").description("list merchants"))
    .option("--name <prefix>", "only those whose name starts with this", "")
    .option("--json", "print the answer as JSON")
    .action(listMerchants);
  merchants
    .command("show <merchant_id>")
    .description("show one merchant with its members")
    .option("--json", "print the answer as JSON")
    .action(showMerchant);
  merchants
    .command("suspend <merchant_id>")
    .description("make every token of the merchant inactive until it is resumed")
    .requiredOption("--code <CODE>", "a short code for programs")
    .option("--reason <text>", "in words", "")
    .option("--json", "print the answer as JSON")
    .action(
      (merchantId: string, { code: reasonCode, reason: reasonText, json }: Output & { code: string; reason: string }) =>
        withCore(async (core) =>
          printMerchant(await core.accounts.suspendMerchant({ merchantId, reasonCode, reasonText }, callOptions), {
            json,
          }),
        ),
    );
  merchants
    .command("resume <merchant_id>")
    .description("lift a suspension")
    .option("--json", "print the answer as JSON")
    .action((merchantId: string, options: Output) =>
      withCore(async (core) => printMerchant(await core.accounts.resumeMerchant({ merchantId }, callOptions), options)),
    );
  merchants
    .command("close <merchant_id>")
    .description("end everything of the merchant, for good; its id is never used again")
    .option("--json", "print the answer as JSON")
    .action((merchantId: string, options: Output) =>
      withCore(async (core) => printMerchant(await core.accounts.closeMerchant({ merchantId }, callOptions), options)),
    );
  addMembers(merchants);
}

function addCreate(merchants: Command): void {
  merchants
    .command("create")
    .description("make a merchant")
    .requiredOption("--name <name>", "its name")
    .requiredOption("--owner <account_id>", "the account of its first owner")
    .option("--id <merchant_id>", "your platform's own id: 1 to 64 of A-Z a-z 0-9 . _ -; one is made if absent", "")
    .option("--test", "a test merchant of that account's own apps, for good")
    .option("--json", "print the answer as JSON")
    .action(({ id: merchantId, name, owner: ownerAccountId, test = false, json }: Create) =>
      withCore(async (core) => {
        const answer = await core.accounts.createMerchant({ merchantId, name, ownerAccountId, test }, callOptions);
        if (json === true) return printJson(CreateMerchantResponseSchema, answer);
        console.log(answer.merchant!.merchantId);
      }),
    );
}

function addMembers(merchants: Command): void {
  merchants
    .command("add-member <merchant_id> <account_id>")
    .description("add a member or change their role")
    .requiredOption("--role <role>", "owner, manager or member", oneOf(MerchantRole))
    .action((merchantId: string, accountId: string, { role }: { role: MerchantRole }) =>
      withCore(async (core) => {
        const { membership } = await core.accounts.putMembership({ merchantId, accountId, role }, callOptions);
        console.log(
          `${membership!.accountName} is ${word(MerchantRole, membership!.role)} of ${membership!.merchantName}`,
        );
      }),
    );
  merchants
    .command("remove-member <merchant_id> <account_id>")
    .description("take a member away; the last owner stays")
    .action((merchantId: string, accountId: string) =>
      withCore(async (core) => {
        await core.accounts.removeMembership({ merchantId, accountId }, callOptions);
        console.log("removed");
      }),
    );
}

async function listMerchants(options: Paging & { name: string }): Promise<void> {
  await withCore(async (core) => {
    const { name: namePrefix, pageSize, pageToken } = options;
    const answer = await core.accounts.listMerchants({ namePrefix, pageSize, pageToken }, callOptions);
    if (options.json === true) return printJson(ListMerchantsResponseSchema, answer);
    printTable(answer.merchants, {
      merchant_id: (merchant) => merchant.merchantId,
      name: (merchant) => merchant.name,
      state: (merchant) => word(MerchantState, merchant.state),
      test: (merchant) => (merchant.test ? "test" : ""),
      made: (merchant) => moment(merchant.createdAt),
    });
    printMore(answer.nextPageToken);
  });
}

async function showMerchant(merchantId: string, options: Output): Promise<void> {
  await withCore(async (core) => {
    const answer = await core.accounts.getMerchant({ merchantId }, callOptions);
    if (options.json === true) return printJson(GetMerchantResponseSchema, answer);
    const { merchant } = answer;
    printFields({
      merchant_id: merchant!.merchantId,
      name: merchant!.name,
      state: word(MerchantState, merchant!.state),
      reason: [merchant!.reasonCode, merchant!.reasonText].filter((part) => part !== "").join(": "),
      test: merchant!.test ? "yes" : "",
    });
    console.log("\nMembers");
    printTable(answer.members, {
      account_id: (member) => member.accountId,
      name: (member) => member.accountName,
      role: (member) => word(MerchantRole, member.role),
    });
  });
}

function printMerchant({ merchant }: { merchant?: Merchant | undefined }, options: Output): void {
  if (options.json === true) {
    printJson(CloseMerchantResponseSchema, { $typeName: "latchkey.v1.CloseMerchantResponse", merchant });
  } else {
    console.log(`${merchant!.merchantId}  ${word(MerchantState, merchant!.state)}`);
  }
}
