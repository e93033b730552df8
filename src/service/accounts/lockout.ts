import { isUuid } from "../../credential/uuid.ts";
import { Account } from "../../model/account.ts";
import { recordAudit } from "../audit/record-audit.ts";
import type { Call } from "../call.ts";
import type { Lockout } from "../limits/attempts.ts";
import type { AccountDependencies } from "./dependencies.ts";
import { findEmailError } from "./fields.ts";

/**
 * Audits a lockout of an existing account, off the path of the answer, whose time would tell that the account exists.
 * @param lockout `subject` as in the attempt: an e-mail, or an account's id
 */
export function noteLockout(
  { management, log }: AccountDependencies,
  { subject, scope }: { subject: string; scope: Lockout },
  call: Call,
): void {
  const where = isUuid(subject) ? { id: subject } : { email: subject };
  if (!isUuid(subject) && findEmailError(subject) !== null) return;
  const noting = management.transactional(async (tx) => {
    const account = await tx.em.findOne(Account, where);
    if (account === null) return;
    recordAudit(tx, call, { action: "account.lock_out", accountId: account.id, detail: { scope } });
  });
  noting.catch((error) => log.warn({ err: error }, "a lockout was not audited"));
}
