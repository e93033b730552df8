import type { Account } from "../../model/account.ts";
import type { AuditDetail } from "../../model/audit-detail.ts";
import { type RemovedFactors, recordSecondFactor, removeSecondFactors } from "../../store/accounts/second-factors.ts";
import { endSessions } from "../../store/accounts/sessions.ts";
import { recordAudit } from "../audit/record-audit.ts";
import type { Call } from "../call.ts";
import { announceSecondFactor } from "./announce-second-factor.ts";
import { requireOperatorGrantor, requirePlatform } from "./authorization.ts";
import type { AccountDependencies } from "./dependencies.ts";
import { lockAccount } from "./locked-account.ts";
import { requireRecentProof } from "./verified-session.ts";

export interface ResetSecondFactorRequest {
  accountId: string;
}

/** The account, and what the reset removed. */
export interface SecondFactorReset extends RemovedFactors {
  account: Account;
  endedSessions: number;
}

/**
 * Removes all second factors of an account whose owner has lost them, and ends its sessions. The caller must have identified the owner. For
 * an operator's account, the caller must be able to create operators.
 * @throws RequestError VERIFICATION_REQUIRED for an operator without a recent proof of identity
 */
export async function resetSecondFactor(
  deps: AccountDependencies,
  { accountId }: ResetSecondFactorRequest,
  call: Call,
): Promise<SecondFactorReset> {
  requirePlatform(call, "accounts:write");
  return deps.management.transactional(async (tx) => {
    const account = await lockAccount(tx, accountId);
    if (account.operator) requireOperatorGrantor(call);
    await requireRecentProof(tx.query, call);
    const removed = await removeSecondFactors(tx.query, accountId);
    const { had } = await recordSecondFactor(tx.query, accountId);
    let endedSessions = 0;
    if (had) {
      endedSessions = await endSessions(tx.query, accountId, null);
      const detail: AuditDetail = { ended_sessions: endedSessions };
      recordAudit(tx, call, { action: "account.reset_second_factor", accountId, detail });
      await announceSecondFactor(deps, tx, call, { accountId, change: "reset" });
    }
    await tx.em.refresh(account);
    return { account, ...removed, endedSessions };
  });
}
