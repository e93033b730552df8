import type { Command } from "commander";
import {
  CloseMerchantResponseSchema,
  GetMerchantResponseSchema,
  ListMerchantsResponseSchema,
  type Merchant,
  MerchantRole,
  MerchantState,
} from "../../../gen/latchkey/v1/account_service_pb.ts";
import { accountIdOf, type Paging, paged, type Reasoned, withCore, withJson, withReason } from "../command-options.ts";
import { callOptions } from "../core-client.ts";
import { because, moment, type Output, print, printFields, printJson, printMore, printTable, word } from "../output.ts";
import { orOfferInvitation } from "./unverified-email.ts";

interface Create extends Output {
  id: string;
  name: string;
  owner: string;
  test?: boolean;
}

/** `latchkey merchants create | list | show | suspend | resume | close`. */
export function addMerchantCommands(merchants: Command): void {
  addCreate(merchants);
  paged(merchants.command("list").description("list merchants by name"))
    .option("--name <prefix>", "only those whose name starts with this", "")
    .action(listMerchants);
  withJson(merchants.command("show <merchant_id>").description("show one merchant with its members")).action(
    showMerchant,
  );
  withReason(
    merchants
      .command("suspend <merchant_id>")
      .description("make every token of the merchant inactive until it is resumed"),
    "an operator",
    "optional",
  ).action((merchantId: string, { reasonCode, reason: reasonText, json }: Reasoned) =>
    withCore(async (core) => {
      const request = { merchantId, reasonCode, reasonText };
      printOne(await core.accounts.suspendMerchant(request, callOptions), { json });
    }),
  );
  withJson(merchants.command("resume <merchant_id>").description("lift a suspension")).action(
    (merchantId: string, options: Output) =>
      withCore(async (core) => printOne(await core.accounts.resumeMerchant({ merchantId }, callOptions), options)),
  );
  withJson(
    merchants
      .command("close <merchant_id>")
      .description("end everything of the merchant, for good; its id is never used again"),
  ).action((merchantId: string, options: Output) =>
    withCore(async (core) => printOne(await core.accounts.closeMerchant({ merchantId }, callOptions), options)),
  );
}

function addCreate(merchants: Command): void {
  withJson(merchants.command("create").description("make a merchant"))
    .requiredOption("--name <name>", "its name")
    .requiredOption("--owner <account>", "its first owner, by account id or e-mail")
    .option("--id <merchant_id>", "your platform's own id: 1 to 64 of A-Z a-z 0-9 . _ -; one is made if absent", "")
    .option("--test", "a test merchant of that account's own apps, for good")
    .action(({ id: merchantId, name, owner, test = false, json }: Create) =>
      withCore(async (core) => {
        const ownerAccountId = await accountIdOf(core, owner);
        const make = () => core.accounts.createMerchant({ merchantId, name, ownerAccountId, test }, callOptions);
        printOne(await orOfferInvitation(owner, "", make), { json });
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
      test: (merchant) => (merchant.test ? "yes" : ""),
      made: (merchant) => moment(merchant.createdAt),
    });
    printMore(answer.nextPageToken);
  });
}

async function showMerchant(merchantId: string, options: Output): Promise<void> {
  await withCore(async (core) => {
    const answer = await core.accounts.getMerchant({ merchantId }, callOptions);
    if (options.json === true) return printJson(GetMerchantResponseSchema, answer);
    printFields(factsOf(answer.merchant!));
    print();
    print("Members");
    printTable(answer.members, {
      account_id: (member) => member.accountId,
      name: (member) => member.accountName,
      role: (member) => word(MerchantRole, member.role),
    });
  });
}

function factsOf(merchant: Merchant): Record<string, string> {
  return {
    merchant_id: merchant.merchantId,
    name: merchant.name,
    state: word(MerchantState, merchant.state),
    reason: because(merchant.reasonCode, merchant.reasonText),
    test: merchant.test ? "yes" : "",
    made: moment(merchant.createdAt),
  };
}

function printOne({ merchant }: { merchant?: Merchant | undefined }, options: Output): void {
  if (options.json === true) {
    printJson(CloseMerchantResponseSchema, { $typeName: "latchkey.v1.CloseMerchantResponse", merchant });
  } else {
    printFields(factsOf(merchant!));
  }
}
