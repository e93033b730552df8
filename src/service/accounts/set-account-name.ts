import { type Account, ExternalIdentity } from "../../model/account.ts";
import { App, type AppState } from "../../model/app.ts";
import { recordAudit } from "../audit/record-audit.ts";
import type { Call } from "../call.ts";
import { RequestError } from "../errors.ts";
import { isPlatform } from "./authorization.ts";
import type { AccountDependencies } from "./dependencies.ts";
import { denied } from "./errors.ts";
import { findNameError, requireValid } from "./fields.ts";
import { lockAccount } from "./locked-account.ts";

export interface SetAccountNameRequest {
  /** Null for the signed-in account. */
  accountId: string | null;
  name: string;
}

/** The states of apps whose review has compared the account's name, or will compare it. */
const UNDER_REVIEW: AppState[] = ["SUBMITTED", "IN_REVIEW", "APPROVED", "SUSPENDED"];

/**
 * Changes the name of an account. Reviews compare the name of a developer with other names, and consent pages show it. While an app is in
 * review, approved or suspended, only the platform may therefore change the name.
 */
export async function setAccountName(
  deps: AccountDependencies,
  request: SetAccountNameRequest,
  call: Call,
): Promise<Account> {
  const accountId = request.accountId ?? call.actor?.accountId ?? "";
  const byPlatform = isPlatform(call, "accounts:write");
  if (!byPlatform && call.actor?.accountId !== accountId) {
    throw denied("OPERATOR_ONLY", "Only operators change the names of other accounts.");
  }
  const name = request.name.trim();
  requireValid({ name: findNameError(name) });
  return deps.management.transactional(async (tx) => {
    const account = await lockAccount(tx, accountId);
    if (account.name === name) return account;
    if ((await tx.em.count(ExternalIdentity, { account: accountId })) > 0) throw fromExternalLogin();
    if (!byPlatform && (await tx.em.count(App, { developer: accountId, state: { $in: UNDER_REVIEW } })) > 0)
      throw nameInUse();
    recordAudit(tx, call, { action: "account.set_name", accountId, detail: { from: account.name, to: name } });
    account.name = name;
    return account;
  });
}

function fromExternalLogin(): RequestError {
  const message = "The platform's login determines the name of this account. Change it there.";
  return new RequestError("failed_precondition", "EXTERNAL_ACCOUNT", message);
}

function nameInUse(): RequestError {
  const message = "The name is part of the review of your apps. Ask the platform to change it.";
  return new RequestError("failed_precondition", "NAME_IN_USE", message);
}
