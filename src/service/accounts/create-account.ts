import { findPasswordError } from "../../credential/password.ts";
import { Account } from "../../model/account.ts";
import { verifyEmail } from "../../store/accounts/accounts.ts";
import { recordAudit } from "../audit/record-audit.ts";
import type { Call } from "../call.ts";
import { requireOperatorGrantor, requirePlatform } from "./authorization.ts";
import { mapEmailConflict } from "./conflict.ts";
import type { AccountDependencies } from "./dependencies.ts";
import { findEmailError, findNameError, requireValid, toEmail } from "./fields.ts";
import { hashGivenPassword } from "./hash-password.ts";
import { requireRecentProof } from "./verified-session.ts";

export interface CreateAccountRequest {
  email: string;
  /** Null: the account has no password until an invitation sets one. */
  password: string | null;
  name: string;
  operator: boolean;
  developer: boolean;
}

/**
 * Creates an account. Its e-mail address counts as verified, because the platform has entered it.
 * @throws RequestError VERIFICATION_REQUIRED if an operator without a recent proof of identity creates an operator
 */
export async function createAccount(
  deps: AccountDependencies,
  request: CreateAccountRequest,
  call: Call,
): Promise<Account> {
  requirePlatform(call, "accounts:write");
  if (request.operator) requireOperatorGrantor(call);
  requireValid({
    email: findEmailError(request.email),
    name: findNameError(request.name),
    password: request.password === null ? null : findPasswordError(request.password),
  });
  const { name, operator, developer, password } = request;
  const passwordHash = password === null ? null : await hashGivenPassword(deps, password, call);
  const created = deps.management.transactional(async (tx) => {
    if (operator) await requireRecentProof(tx.query, call);
    const account = tx.em.create(Account, { email: toEmail(request.email), name, operator, developer, passwordHash });
    await tx.em.flush();
    await verifyEmail(tx.query, account.id);
    await tx.em.refresh(account);
    recordAudit(tx, call, { action: "account.create", accountId: account.id, detail: { operator, developer } });
    return account;
  });
  return mapEmailConflict(created);
}
