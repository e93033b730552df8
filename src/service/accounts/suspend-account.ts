import { isSameUuid, isUuid } from "../../credential/uuid.ts";
import { Account } from "../../model/account.ts";
import type { AuditDetail } from "../../model/audit-detail.ts";
import { suspendAccount as suspend } from "../../store/accounts/accounts.ts";
import { endSessions } from "../../store/accounts/sessions.ts";
import { syncTestMerchants } from "../../store/accounts/team-members.ts";
import { recordAudit } from "../audit/record-audit.ts";
import type { Call } from "../call.ts";
import { RequestError } from "../errors.ts";
import { findReasonViolations } from "../reason.ts";
import { requireNoViolations } from "../violations.ts";
import { requirePlatform } from "./authorization.ts";
import type { AccountDependencies } from "./dependencies.ts";
import { notFound } from "./errors.ts";
import { requireOtherOperator } from "./last-operator.ts";

export interface SuspendAccountRequest {
  accountId: string;
  reasonCode: string;
  reasonText: string | null;
}

/**
 * Suspends an account and ends its sessions, interactions and codes. Its consents stay, because they belong to the merchant. The members of
 * its team lose their access. An account that is already suspended keeps its first reason.
 */
export async function suspendAccount(
  deps: AccountDependencies,
  request: SuspendAccountRequest,
  call: Call,
): Promise<{ account: Account; alreadySuspended: boolean }> {
  requirePlatform(call, "accounts:write");
  const { accountId, reasonCode, reasonText } = request;
  requireNoViolations(findReasonViolations({ code: reasonCode, text: reasonText ?? "" }, { textOptional: true }));
  if (isSameUuid(accountId, call.actor?.accountId)) {
    throw new RequestError("failed_precondition", "OWN_ACCOUNT", "Operators cannot suspend their own account.");
  }
  if (!isUuid(accountId)) throw notFound("account");
  return deps.management.transactional(async (tx) => {
    await requireOtherOperator(tx.query, accountId, call);
    const alreadySuspended = !(await suspend(tx.query, { accountId, reasonCode, reasonText }));
    if (!alreadySuspended) {
      const sessions = await endSessions(tx.query, accountId, null);
      await syncTestMerchants(tx.query, accountId);
      const detail: AuditDetail = { reason_code: reasonCode, reason_text: reasonText, ended_sessions: sessions };
      recordAudit(tx, call, { action: "account.suspend", accountId, detail });
    }
    const account = await tx.em.findOne(Account, { id: accountId });
    if (account === null) throw notFound("account");
    return { account, alreadySuspended };
  });
}
