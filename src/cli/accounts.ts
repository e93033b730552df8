import type { Command } from "commander";
import {
  type Account,
  AccountState,
  CreateAccountResponseSchema,
  CreateInvitationResponseSchema,
  GetAccountResponseSchema,
  ListAccountsResponseSchema,
  MerchantRole,
} from "../../gen/latchkey/v1/account_service_pb.ts";
import { oneOf, type Paging, paged, withCore } from "./command.ts";
import { callOptions } from "./core.ts";
import { moment, type Output, printFields, printJson, printMore, printTable, word } from "./output.ts";

interface Roles extends Output {
  operator?: boolean;
  developer?: boolean;
}

interface Create extends Roles {
  email: string;
  name: string;
}

interface Invite extends Roles {
  merchant: string;
  role?: MerchantRole;
}

/** `latchkey accounts …`. */
export function addAccountCommands(accounts: Command): void {
  addCreate(accounts);
  paged(accounts.command("list").description("list accounts by e-mail"))
    .option("--email <prefix>", "only those whose e-mail starts with this", "")
    .option("--json", "print the answer as JSON")
    .action(listAccounts);
  accounts
    .command("show <account_id_or_email>")
    .description("show one account with its merchants")
    .option("--json", "print the answer as JSON")
    .action(showAccount);
  accounts
    .command("suspend <account_id>")
    .description("end its sessions and keep it from signing in; tokens that it consented to stand")
    .requiredOption("--code <CODE>", "a short code for programs")
    .option("--reason <text>", "in words", "")
    .action((accountId: string, { code: reasonCode, reason: reasonText }: { code: string; reason: string }) =>
      withCore(async (core) =>
        printAccount((await core.accounts.suspendAccount({ accountId, reasonCode, reasonText }, callOptions)).account),
      ),
    );
  accounts
    .command("reinstate <account_id>")
    .description("let it sign in again")
    .action((accountId: string) =>
      withCore(async (core) =>
        printAccount((await core.accounts.reinstateAccount({ accountId }, callOptions)).account),
      ),
    );
  addInvite(accounts);
}

function addCreate(accounts: Command): void {
  accounts
    .command("create")
    .description("make an account and print the invitation link with which its owner sets a password")
    .requiredOption("--email <email>", "what it signs in with")
    .requiredOption("--name <name>", "the person's or the company's name")
    .option("--developer", "may submit apps")
    .option("--operator", "may review apps and run the platform")
    .option("--json", "print the answer as JSON")
    .action(({ email, name, developer = false, operator = false, json }: Create) =>
      withCore(async (core) => {
        const answer = await core.accounts.createAccount({ email, name, developer, operator }, callOptions);
        const invitation = await core.accounts.createInvitation({ email }, callOptions);
        if (json === true) {
          printJson(CreateAccountResponseSchema, answer);
          printJson(CreateInvitationResponseSchema, invitation);
          return;
        }
        printFields({
          account_id: answer.account!.accountId,
          invitation: invitation.url,
          until: moment(invitation.expiresAt),
        });
      }),
    );
}

function addInvite(accounts: Command): void {
  accounts
    .command("invite <email>")
    .description("print a link with which somebody makes an account or joins a merchant")
    .option("--merchant <merchant_id>", "into this merchant", "")
    .option("--role <role>", "owner, manager or member of it", oneOf(MerchantRole))
    .option("--developer", "as a developer")
    .option("--operator", "as an operator")
    .option("--json", "print the answer as JSON")
    .action((email: string, { merchant: merchantId, role, developer = false, operator = false, json }: Invite) =>
      withCore(async (core) => {
        const answer = await core.accounts.createInvitation(
          { email, merchantId, role, developer, operator },
          callOptions,
        );
        if (json === true) return printJson(CreateInvitationResponseSchema, answer);
        printFields({ link: answer.url, until: moment(answer.expiresAt) });
      }),
    );
}

const roles = (account: Account) =>
  [account.operator ? "operator" : "", account.developer ? "developer" : ""].filter((role) => role !== "").join(", ");

async function listAccounts(options: Paging & { email: string }): Promise<void> {
  await withCore(async (core) => {
    const { email: emailPrefix, pageSize, pageToken } = options;
    const answer = await core.accounts.listAccounts({ emailPrefix, pageSize, pageToken }, callOptions);
    if (options.json === true) return printJson(ListAccountsResponseSchema, answer);
    printTable(answer.accounts, {
      account_id: (account) => account.accountId,
      email: (account) => account.email,
      name: (account) => account.name,
      roles,
      state: (account) => word(AccountState, account.state),
    });
    printMore(answer.nextPageToken);
  });
}

async function showAccount(which: string, options: Output): Promise<void> {
  await withCore(async (core) => {
    const by = which.includes("@") ? { email: which } : { accountId: which };
    const answer = await core.accounts.getAccount(by, callOptions);
    if (options.json === true) return printJson(GetAccountResponseSchema, answer);
    const account = answer.account!;
    printFields({
      account_id: account.accountId,
      email: account.email,
      name: account.name,
      roles: roles(account),
      state: word(AccountState, account.state),
      made: moment(account.createdAt),
    });
    console.log("\nMerchants");
    printTable(answer.memberships, {
      merchant_id: (membership) => membership.merchantId,
      name: (membership) => membership.merchantName,
      role: (membership) => word(MerchantRole, membership.role),
    });
  });
}

function printAccount(account: Account | undefined): void {
  console.log(`${account!.accountId}  ${word(AccountState, account!.state)}`);
}
