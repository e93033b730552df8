import { LockMode } from "@mikro-orm/core";
import { isUuid } from "../../credential/uuid.ts";
import { Account } from "../../model/account.ts";
import { recordAudit } from "../audit/record-audit.ts";
import type { Call } from "../call.ts";
import { RequestError } from "../errors.ts";
import { requireVerified } from "../verified-email.ts";
import type { AccountDependencies } from "./dependencies.ts";
import type { AccountRecord } from "./records.ts";
import { toAccountRecord } from "./to-record.ts";
import { notFound, requireOperatorMaker } from "./who.ts";

export interface AccountRoles {
  accountId: string;
  operator: boolean;
  developer: boolean;
}

/** Gives an account its roles, none of them new while its e-mail is not verified. An operator cannot take their own role away, so that the platform is never left with none by a slip. */
export async function setAccountRoles(
  deps: AccountDependencies,
  request: AccountRoles,
  call: Call,
): Promise<AccountRecord> {
  requireOperatorMaker(call);
  const { accountId, operator, developer } = request;
  if (call.actor?.accountId === accountId && !operator) {
    throw new RequestError("failed_precondition", "OWN_ACCOUNT", "Nobody takes the operator's role from themselves.");
  }
  if (!isUuid(accountId)) throw notFound("account");
  return deps.management.transactional(async (tx) => {
    const account = await tx.em.findOne(Account, { id: accountId }, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (account === null) throw notFound("account");
    if ((operator && !account.operator) || (developer && !account.developer)) requireVerified(account);
    if (account.operator !== operator || account.developer !== developer) {
      Object.assign(account, { operator, developer });
      recordAudit(tx, call, { action: "account.set_roles", accountId, detail: { operator, developer } });
    }
    return toAccountRecord(account);
  });
}
