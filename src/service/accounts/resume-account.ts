import type { Account } from "../../model/account.ts";
import { syncTestMerchants } from "../../store/accounts/team-members.ts";
import { recordAudit } from "../audit/record-audit.ts";
import type { Call } from "../call.ts";
import { requirePlatform } from "./authorization.ts";
import { requireNotClosed } from "./closed-account.ts";
import type { AccountDependencies } from "./dependencies.ts";
import { lockAccount } from "./locked-account.ts";

export interface ResumeAccountRequest {
  accountId: string;
}

/** Resumes a suspended account. Sessions and codes that the suspension ended stay invalid. @throws RequestError ACCOUNT_CLOSED */
export async function resumeAccount(
  deps: AccountDependencies,
  { accountId }: ResumeAccountRequest,
  call: Call,
): Promise<Account> {
  requirePlatform(call, "accounts:write");
  return deps.management.transactional(async (tx) => {
    const account = await lockAccount(tx, accountId);
    requireNotClosed(account);
    if (account.state === "SUSPENDED") {
      Object.assign(account, { state: "ACTIVE", reasonCode: null, reasonText: null, suspendedAt: null });
      await tx.em.flush();
      await syncTestMerchants(tx.query, accountId);
      recordAudit(tx, call, { action: "account.resume", accountId });
    }
    return account;
  });
}
