import { LockMode } from "@mikro-orm/core";
import { isUuid } from "../../credential/uuid.ts";
import { Account } from "../../model/account.ts";
import { syncTestMerchants } from "../../store/accounts/team-members.ts";
import { recordAudit } from "../audit/record-audit.ts";
import type { Call } from "../call.ts";
import { requirePlatform } from "./authorization.ts";
import type { AccountDependencies } from "./dependencies.ts";
import { notFound } from "./errors.ts";

export interface ResumeAccountRequest {
  accountId: string;
}

/** Resumes a suspended account. Sessions and codes that the suspension ended stay invalid. */
export async function resumeAccount(
  deps: AccountDependencies,
  { accountId }: ResumeAccountRequest,
  call: Call,
): Promise<Account> {
  requirePlatform(call, "accounts:write");
  if (!isUuid(accountId)) throw notFound("account");
  return deps.management.transactional(async (tx) => {
    const account = await tx.em.findOne(Account, { id: accountId }, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (account === null) throw notFound("account");
    if (account.state === "SUSPENDED") {
      Object.assign(account, { state: "ACTIVE", reasonCode: null, reasonText: null, suspendedAt: null });
      await tx.em.flush();
      await syncTestMerchants(tx.query, accountId);
      recordAudit(tx, call, { action: "account.resume", accountId });
    }
    return account;
  });
}
