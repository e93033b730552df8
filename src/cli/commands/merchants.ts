import type { Command } from "commander";
import {
  CloseMerchantResponseSchema,
  GetMerchantResponseSchema,
  ListMerchantsResponseSchema,
  type Merchant,
  MerchantRole,
  MerchantSort,
  MerchantState,
} from "../../../gen/latchkey/v1/account_service_pb.ts";
import { accountIdOf, type Reasoned, type Sorted, sorted, withCore, withJson, withReason } from "../command-options.ts";
import { callOptions } from "../core-client.ts";
import {
  enumName,
  formatReason,
  formatTime,
  type Output,
  print,
  printFields,
  printJson,
  printMore,
  printTable,
} from "../output.ts";
import { explainUnverifiedEmail } from "./unverified-email.ts";

interface Create extends Output {
  id: string;
  name: string;
  owner: string;
  test?: boolean;
}

/** `latchkey merchants create | list | show | suspend | resume | close`. */
export function addMerchantCommands(merchants: Command): void {
  addCreate(merchants);
  const found = "only merchants whose name contains this; one or two characters match only the start of the name";
  sorted(merchants.command("list").description("list merchants by name"), MerchantSort, found)
    .option("--name <prefix>", "only merchants whose name starts with this", "")
    .action(listMerchants);
  withJson(merchants.command("show <merchant_id>").description("show a merchant and its members")).action(showMerchant);
  withReason(
    merchants
      .command("suspend <merchant_id>")
      .description("suspend the merchant: all its tokens are inactive until it is resumed"),
    "operators",
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
      .description("close the merchant permanently and uninstall all its apps; its id is never reused"),
  ).action((merchantId: string, options: Output) =>
    withCore(async (core) => printOne(await core.accounts.closeMerchant({ merchantId }, callOptions), options)),
  );
}

function addCreate(merchants: Command): void {
  withJson(merchants.command("create").description("create a merchant"))
    .requiredOption("--name <name>", "the merchant's name")
    .requiredOption("--owner <account>", "the first owner (account id or e-mail)")
    .option(
      "--id <merchant_id>",
      "an id of your platform: 1 to 64 characters of A-Z a-z 0-9 . _ -; generated if absent",
      "",
    )
    .option("--test", "create a test merchant for the apps of the owner's account; it stays a test merchant")
    .action(({ id: merchantId, name, owner, test = false, json }: Create) =>
      withCore(async (core) => {
        const ownerAccountId = await accountIdOf(core, owner);
        const create = () => core.accounts.createMerchant({ merchantId, name, ownerAccountId, test }, callOptions);
        printOne(await explainUnverifiedEmail(owner, "", create), { json });
      }),
    );
}

async function listMerchants(options: Sorted<MerchantSort> & { name: string }): Promise<void> {
  await withCore(async (core) => {
    const { name: namePrefix, pageSize, pageToken, search, sort, descending = false } = options;
    const request = { namePrefix, pageSize, pageToken, search, sort, descending };
    const response = await core.accounts.listMerchants(request, callOptions);
    if (options.json === true) return printJson(ListMerchantsResponseSchema, response);
    printTable(response.merchants, {
      merchant_id: (merchant) => merchant.merchantId,
      name: (merchant) => merchant.name,
      state: (merchant) => enumName(MerchantState, merchant.state),
      test: (merchant) => (merchant.test ? "yes" : ""),
      created: (merchant) => formatTime(merchant.createdAt),
    });
    printMore(response.nextPageToken);
  });
}

async function showMerchant(merchantId: string, options: Output): Promise<void> {
  await withCore(async (core) => {
    const response = await core.accounts.getMerchant({ merchantId }, callOptions);
    if (options.json === true) return printJson(GetMerchantResponseSchema, response);
    printFields(factsOf(response.merchant!));
    print();
    print("Members");
    printTable(response.members, {
      account_id: (member) => member.accountId,
      name: (member) => member.accountName,
      role: (member) => enumName(MerchantRole, member.role),
    });
  });
}

function factsOf(merchant: Merchant): Record<string, string> {
  return {
    merchant_id: merchant.merchantId,
    name: merchant.name,
    state: enumName(MerchantState, merchant.state),
    reason: formatReason(merchant.reasonCode, merchant.reasonText),
    test: merchant.test ? "yes" : "",
    created: formatTime(merchant.createdAt),
  };
}

function printOne({ merchant }: { merchant?: Merchant | undefined }, options: Output): void {
  if (options.json === true) {
    printJson(CloseMerchantResponseSchema, { $typeName: "latchkey.v1.CloseMerchantResponse", merchant });
  } else {
    printFields(factsOf(merchant!));
  }
}
