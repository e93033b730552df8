import type { Command } from "commander";
import {
  type Account,
  AccountSort,
  AccountState,
  CreateAccountResponseSchema,
  CreateInvitationResponseSchema,
  CreatePasswordResetLinkResponseSchema,
  GetAccountResponseSchema,
  ListAccountsResponseSchema,
  MerchantRole,
  ResetSecondFactorResponseSchema,
  ResumeAccountResponseSchema,
  TeamRole,
} from "../../../gen/latchkey/v1/account_service_pb.ts";
import {
  accountIdOf,
  getAccount,
  oneOf,
  type Reasoned,
  type Sorted,
  sorted,
  withCore,
  withJson,
  withReason,
} from "../command-options.ts";
import { callOptions } from "../core-client.ts";
import { UsageError } from "../errors.ts";
import {
  enumName,
  formatTime,
  jsonOf,
  type Output,
  print,
  printFields,
  printJson,
  printMore,
  printTable,
  printValue,
} from "../output.ts";
import { printInvitation } from "./invitation-link.ts";
import { removedSecondFactorsText } from "./removed-second-factors.ts";
import { explainUnverifiedEmail } from "./unverified-email.ts";

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
  const found =
    "only accounts whose name or e-mail contains this; one or two characters match only the start of the e-mail";
  sorted(accounts.command("list").description("list accounts by e-mail"), AccountSort, found)
    .option("--email <prefix>", "only accounts whose e-mail starts with this", "")
    .action(listAccounts);
  withJson(
    accounts.command("show <account>").description("show an account (by id or e-mail), its merchants and its teams"),
  ).action(showAccount);
  addRoles(accounts);
  addVerifyEmail(accounts);
  addResetPassword(accounts);
  withReason(
    accounts
      .command("suspend <account>")
      .description("end the account's sessions and block its sign-in; apps that it connected keep working"),
    "operators",
    "optional",
  ).action((idOrEmail: string, { reasonCode, reason: reasonText, json }: Reasoned) =>
    withCore(async (core) => {
      const request = { accountId: await accountIdOf(core, idOrEmail), reasonCode, reasonText };
      printOne((await core.accounts.suspendAccount(request, callOptions)).account, { json });
    }),
  );
  withJson(
    accounts
      .command("reset-second-factor <account>")
      .description("remove the account's second factors and end its sessions; identify its owner first"),
  ).action((idOrEmail: string, options: Output) =>
    withCore(async (core) => {
      const accountId = await accountIdOf(core, idOrEmail);
      const reset = await core.accounts.resetSecondFactor({ accountId }, callOptions);
      if (options.json === true) {
        printJson(ResetSecondFactorResponseSchema, reset);
        return;
      }
      printOne(reset.account, options);
      // A core of the previous release does not say what it removed.
      if (reset.removed === undefined) return;
      print();
      print(removedSecondFactorsText(reset.removed));
    }),
  );
  withJson(accounts.command("resume <account>").description("lift a suspension")).action(
    (idOrEmail: string, options: Output) =>
      withCore(async (core) => {
        const accountId = await accountIdOf(core, idOrEmail);
        printOne((await core.accounts.resumeAccount({ accountId }, callOptions)).account, options);
      }),
  );
}

function addCreate(accounts: Command): void {
  withJson(
    accounts.command("create").description("create an account and print an invitation link for setting its password"),
  )
    .requiredOption("--email <email>", "the e-mail address for sign-in")
    .requiredOption("--name <name>", "the name of the person or company")
    .option("--developer", "the account can submit apps")
    .option("--operator", "the account can review apps and manage the platform")
    .action(({ email, name, developer = false, operator = false, json }: Create) =>
      withCore(async (core) => {
        const created = await core.accounts.createAccount({ email, name, developer, operator }, callOptions);
        const invitation = await core.accounts.createInvitation({ email, operator }, callOptions);
        if (json === true) {
          printValue({
            ...(jsonOf(CreateAccountResponseSchema, created) as object),
            invitation: jsonOf(CreateInvitationResponseSchema, invitation),
          });
          return;
        }
        printInvitation(email, invitation, { account_id: created.account!.accountId });
      }),
    );
}

function addInvite(accounts: Command): void {
  withJson(
    accounts
      .command("invite <email>")
      .description("print an invitation link to create an account, to join a merchant, or both"),
  )
    .option("--merchant <merchant_id>", "the merchant to join; needs --role", "")
    .option("--role <role>", "the role at the merchant: owner, manager or member", oneOf(MerchantRole))
    .option("--developer", "give the account the developer role")
    .option("--operator", "give the account the operator role")
    .action(invite);
}

async function invite(email: string, options: Invite): Promise<void> {
  const { merchant: merchantId, role, developer = false, operator = false } = options;
  if ((merchantId === "") !== (role === undefined))
    throw new UsageError("--merchant and --role must be given together.");
  await withCore(async (core) => {
    const request = { email, merchantId, role, developer, operator };
    const response = await core.accounts.createInvitation(request, callOptions);
    if (options.json === true) return printJson(CreateInvitationResponseSchema, response);
    printInvitation(email, response);
  });
}

function addRoles(accounts: Command): void {
  withJson(accounts.command("roles <account>").description("add or remove the developer and operator roles"))
    .option("--developer", "the account can submit apps")
    .option("--no-developer", "remove the developer role")
    .option("--operator", "the account can review apps and manage the platform")
    .option("--no-operator", "remove the operator role")
    .action((idOrEmail: string, options: Roles) =>
      withCore(async (core) => {
        const { account } = await getAccount(core, idOrEmail);
        const { accountId, developer, operator } = account!;
        const wanted = { developer: options.developer ?? developer, operator: options.operator ?? operator };
        const roleOptions = [options.developer && "--developer", options.operator && "--operator"]
          .filter(Boolean)
          .join(" ");
        const set = () => core.accounts.setAccountRoles({ accountId, ...wanted }, callOptions);
        printOne((await explainUnverifiedEmail(idOrEmail, roleOptions, set)).account, options);
      }),
    );
}

function addVerifyEmail(accounts: Command): void {
  withJson(
    accounts
      .command("verify-email <account>")
      .description("mark an account's e-mail as verified, if you know that the address belongs to the account's owner"),
  ).action((idOrEmail: string, options: Output) =>
    withCore(async (core) => {
      const { account } = await getAccount(core, idOrEmail);
      const { accountId, email } = account!;
      printOne((await core.accounts.markEmailVerified({ accountId, email }, callOptions)).account, options);
    }),
  );
}

function addResetPassword(accounts: Command): void {
  withJson(
    accounts
      .command("reset-password <account>")
      .description("print a link with which the account's owner sets a new password; it works once, for 24 hours"),
  ).action((idOrEmail: string, { json }: Output) =>
    withCore(async (core) => {
      const accountId = await accountIdOf(core, idOrEmail);
      const response = await core.accounts.createPasswordResetLink({ accountId }, callOptions);
      if (json === true) return printJson(CreatePasswordResetLinkResponseSchema, response);
      printFields({ link: response.url });
      print();
      print(`Pass the link on to the account's owner. It works once, until ${formatTime(response.expiresAt)} UTC.`);
    }),
  );
}

const roles = (account: Account) =>
  [account.operator ? "operator" : "", account.developer ? "developer" : ""].filter((role) => role !== "").join(", ");

async function listAccounts(options: Sorted<AccountSort> & { email: string }): Promise<void> {
  await withCore(async (core) => {
    const { email: emailPrefix, pageSize, pageToken, search, sort, descending = false } = options;
    const request = { emailPrefix, pageSize, pageToken, search, sort, descending };
    const response = await core.accounts.listAccounts(request, callOptions);
    if (options.json === true) return printJson(ListAccountsResponseSchema, response);
    printTable(response.accounts, {
      account_id: (account) => account.accountId,
      email: emailOf,
      name: (account) => account.name,
      roles,
      state: (account) => enumName(AccountState, account.state),
    });
    printMore(response.nextPageToken);
  });
}

async function showAccount(idOrEmail: string, options: Output): Promise<void> {
  await withCore(async (core) => {
    const response = await getAccount(core, idOrEmail);
    if (options.json === true) return printJson(GetAccountResponseSchema, response);
    const account = response.account!;
    printFields({
      ...factsOf(account),
      password: account.hasPassword ? "set" : "not set",
      created: formatTime(account.createdAt),
    });
    print();
    print("Merchants");
    printTable(response.memberships, {
      merchant_id: (membership) => membership.merchantId,
      name: (membership) => membership.merchantName,
      role: (membership) => enumName(MerchantRole, membership.role),
    });
    if (account.teams.length === 0) return;
    print();
    print("Teams");
    printTable(account.teams, {
      developer: (team) => team.teamAccountId,
      name: (team) => team.teamName,
      role: (team) => enumName(TeamRole, team.role),
    });
  });
}

function emailOf({ email, emailVerifiedAt }: Account): string {
  return email === "" || emailVerifiedAt !== undefined ? email : `${email} (not verified)`;
}

function factsOf(account: Account): Record<string, string> {
  const { accountId: account_id, name } = account;
  return {
    account_id,
    email: emailOf(account),
    name,
    roles: roles(account),
    state: enumName(AccountState, account.state),
  };
}

function printOne(account: Account | undefined, options: Output): void {
  if (options.json === true) {
    printJson(ResumeAccountResponseSchema, { $typeName: "latchkey.v1.ResumeAccountResponse", account });
  } else {
    printFields(factsOf(account!));
  }
}
