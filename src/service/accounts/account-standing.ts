import { LockMode } from "@mikro-orm/core";
import { isUuid } from "../../credential/uuid.ts";
import { Account } from "../../model/account.ts";
import { suspendAccount as suspend } from "../../store/accounts/accounts.ts";
import { endSessions } from "../../store/accounts/sessions.ts";
import { recordAudit } from "../audit/record-audit.ts";
import type { Call } from "../call.ts";
import { RequestError } from "../errors.ts";
import { findReasonViolations } from "../reason.ts";
import { refuseViolations } from "../violations.ts";
import type { AccountDependencies } from "./dependencies.ts";
import type { AccountRecord } from "./records.ts";
import { toAccountRecord } from "./to-record.ts";
import { notFound, requirePlatform } from "./who.ts";

export interface SuspendAccount {
  accountId: string;
  reasonCode: string;
  reasonText: string | null;
}

/**
 * Shuts an account out: its sessions, interactions and codes end. What it consented to stands, for that belongs to the merchant. An account
 * that is suspended already stays so with its first reason.
 */
export async function suspendAccount(
  deps: AccountDependencies,
  request: SuspendAccount,
  call: Call,
): Promise<AccountRecord> {
  requirePlatform(call, "accounts:write");
  const { accountId, reasonCode, reasonText } = request;
  refuseViolations(findReasonViolations({ code: reasonCode, text: reasonText ?? "" }, { wordless: true }));
  if (call.actor?.accountId === accountId) {
    throw new RequestError(
      "failed_precondition",
      "OWN_ACCOUNT",
      "Nobody suspends the account that they are signed in with.",
    );
  }
  if (!isUuid(accountId)) throw notFound("account");
  return deps.management.transactional(async (tx) => {
    if (await suspend(tx.query, { accountId, reasonCode, reasonText })) {
      const sessions = await endSessions(tx.query, accountId, null);
      const detail = { reason_code: reasonCode, reason_text: reasonText, ended_sessions: sessions };
      recordAudit(tx, call, { action: "account.suspend", accountId, detail });
    }
    const account = await tx.em.findOne(Account, { id: accountId });
    if (account === null) throw notFound("account");
    return toAccountRecord(account);
  });
}

/** Lets an account in again. Sessions and codes that the suspension ended stay ended. */
export async function resumeAccount(deps: AccountDependencies, accountId: string, call: Call): Promise<AccountRecord> {
  requirePlatform(call, "accounts:write");
  if (!isUuid(accountId)) throw notFound("account");
  return deps.management.transactional(async (tx) => {
    const account = await tx.em.findOne(Account, { id: accountId }, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (account === null) throw notFound("account");
    if (account.state === "SUSPENDED") {
      account.state = "ACTIVE";
      account.reasonCode = null;
      account.reasonText = null;
      account.suspendedAt = null;
      recordAudit(tx, call, { action: "account.resume", accountId });
    }
    return toAccountRecord(account);
  });
}
