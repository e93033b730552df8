import { isUuid } from "../../credential/uuid.ts";
import { Account } from "../../model/account.ts";
import { recordAudit } from "../audit/record-audit.ts";
import type { Call } from "../call.ts";
import type { Lockout } from "../limits/attempts.ts";
import type { AccountDependencies } from "./dependencies.ts";
import { findEmailError } from "./fields.ts";

/**
 * Audits the lockout of an existing account. Runs asynchronously, so that the response time does not reveal whether the account exists.
 * @param lockout `subject` is the attempt's: an e-mail address, or an account id
 */
export function auditLockout(
  { management, log }: AccountDependencies,
  { subject, scope }: { subject: string; scope: Lockout },
  call: Call,
): void {
  const where = isUuid(subject) ? { id: subject } : { email: subject };
  if (!isUuid(subject) && findEmailError(subject) !== null) return;
  const audited = management.transactional(async (tx) => {
    const account = await tx.em.findOne(Account, where);
    if (account === null) return;
    recordAudit(tx, call, { action: "account.lock_out", accountId: account.id, detail: { scope } });
  });
  audited.catch((error) => log.warn({ err: error }, "could not write the audit event of a lockout"));
}
