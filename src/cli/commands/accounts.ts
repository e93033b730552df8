import type { Command } from "commander";
import {
  type Account,
  AccountState,
  CreateAccountResponseSchema,
  CreateInvitationResponseSchema,
  GetAccountResponseSchema,
  ListAccountsResponseSchema,
  MerchantRole,
  SuspendAccountResponseSchema,
} from "../../../gen/latchkey/v1/account_service_pb.ts";
import {
  accountIdOf,
  oneOf,
  type Paging,
  paged,
  type Reasoned,
  withCore,
  withJson,
  withReason,
} from "../command-options.ts";
import { callOptions } from "../core-client.ts";
import { UsageError } from "../errors.ts";
import {
  jsonOf,
  moment,
  type Output,
  print,
  printFields,
  printJson,
  printMore,
  printTable,
  printValue,
  word,
} from "../output.ts";
import { orOfferInvitation } from "./unverified-email.ts";

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
  addInvite(accounts);
  paged(accounts.command("list").description("list accounts by e-mail"))
    .option("--email <prefix>", "only those whose e-mail starts with this", "")
    .action(listAccounts);
  withJson(
    accounts.command("show <account>").description("show one account, by id or e-mail, with its merchants"),
  ).action(showAccount);
  addRoles(accounts);
  addVerifyEmail(accounts);
  withReason(
    accounts
      .command("suspend <account>")
      .description("end its sessions and keep it from signing in; tokens that it consented to stand"),
    "an operator",
    "optional",
  ).action((which: string, { reasonCode, reason: reasonText, json }: Reasoned) =>
    withCore(async (core) => {
      const request = { accountId: await accountIdOf(core, which), reasonCode, reasonText };
      printOne((await core.accounts.suspendAccount(request, callOptions)).account, { json });
    }),
  );
  withJson(accounts.command("resume <account>").description("let it sign in again")).action(
    (which: string, options: Output) =>
      withCore(async (core) => {
        const accountId = await accountIdOf(core, which);
        printOne((await core.accounts.resumeAccount({ accountId }, callOptions)).account, options);
      }),
  );
}

function addCreate(accounts: Command): void {
  withJson(
    accounts
      .command("create")
      .description("make an account and print the invitation link with which its owner sets a password"),
  )
    .requiredOption("--email <email>", "what it signs in with")
    .requiredOption("--name <name>", "the person's or the company's name")
    .option("--developer", "may submit apps")
    .option("--operator", "may review apps and run the platform")
    .action(({ email, name, developer = false, operator = false, json }: Create) =>
      withCore(async (core) => {
        const made = await core.accounts.createAccount({ email, name, developer, operator }, callOptions);
        const invitation = await core.accounts.createInvitation({ email }, callOptions);
        if (json === true) {
          printValue({
            ...(jsonOf(CreateAccountResponseSchema, made) as object),
            invitation: jsonOf(CreateInvitationResponseSchema, invitation),
          });
          return;
        }
        printFields({ account_id: made.account!.accountId, invitation: invitation.url });
        printHandOver(email, moment(invitation.expiresAt));
      }),
    );
}

function printHandOver(email: string, until: string): void {
  print();
  print(`Hand the link to ${email}: it works once, until ${until}, and is not shown again.`);
}

function addInvite(accounts: Command): void {
  withJson(
    accounts
      .command("invite <email>")
      .description("print a link with which somebody makes an account, joins a merchant, or both"),
  )
    .option("--merchant <merchant_id>", "into this merchant, with --role", "")
    .option("--role <role>", "owner, manager or member of it", oneOf(MerchantRole))
    .option("--developer", "as a developer")
    .option("--operator", "as an operator")
    .action(invite);
}

async function invite(email: string, options: Invite): Promise<void> {
  const { merchant: merchantId, role, developer = false, operator = false } = options;
  if ((merchantId === "") !== (role === undefined)) throw new UsageError("--merchant and --role go together.");
  await withCore(async (core) => {
    const request = { email, merchantId, role, developer, operator };
    const answer = await core.accounts.createInvitation(request, callOptions);
    if (options.json === true) return printJson(CreateInvitationResponseSchema, answer);
    printFields({ invitation: answer.url });
    printHandOver(email, moment(answer.expiresAt));
  });
}

function addRoles(accounts: Command): void {
  withJson(accounts.command("roles <account>").description("make it a developer or an operator, or no longer one"))
    .option("--developer", "may submit apps")
    .option("--no-developer", "may not")
    .option("--operator", "may review apps and run the platform")
    .option("--no-operator", "may not")
    .action((which: string, options: Roles) =>
      withCore(async (core) => {
        const by = which.includes("@") ? { email: which } : { accountId: which };
        const { account } = await core.accounts.getAccount(by, callOptions);
        const { accountId, developer, operator } = account!;
        const wanted = { developer: options.developer ?? developer, operator: options.operator ?? operator };
        const offer = [options.developer && "--developer", options.operator && "--operator"].filter(Boolean).join(" ");
        const set = () => core.accounts.setAccountRoles({ accountId, ...wanted }, callOptions);
        printOne((await orOfferInvitation(which, offer, set)).account, options);
      }),
    );
}

function addVerifyEmail(accounts: Command): void {
  withJson(
    accounts
      .command("verify-email <account>")
      .description("mark its e-mail as verified, if you know that the address is its owner's"),
  ).action((which: string, options: Output) =>
    withCore(async (core) => {
      const by = which.includes("@") ? { email: which } : { accountId: which };
      const { account } = await core.accounts.getAccount(by, callOptions);
      const { accountId, email } = account!;
      printOne((await core.accounts.markEmailVerified({ accountId, email }, callOptions)).account, options);
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
      email: emailOf,
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
      ...factsOf(account),
      signs_in: account.hasPassword && account.email !== "" ? "with a password" : "not with a password (yet)",
      made: moment(account.createdAt),
    });
    print();
    print("Merchants");
    printTable(answer.memberships, {
      merchant_id: (membership) => membership.merchantId,
      name: (membership) => membership.merchantName,
      role: (membership) => word(MerchantRole, membership.role),
    });
  });
}

function emailOf({ email, emailVerifiedAt }: Account): string {
  return email === "" || emailVerifiedAt !== undefined ? email : `${email} (not verified)`;
}

function factsOf(account: Account): Record<string, string> {
  const { accountId: account_id, name } = account;
  return { account_id, email: emailOf(account), name, roles: roles(account), state: word(AccountState, account.state) };
}

function printOne(account: Account | undefined, options: Output): void {
  if (options.json === true) {
    printJson(SuspendAccountResponseSchema, { $typeName: "latchkey.v1.SuspendAccountResponse", account });
  } else {
    printFields(factsOf(account!));
  }
}
