import { isUuid } from "../../credential/uuid.ts";
import { Account } from "../../model/account.ts";
import { findPasskeyOwner } from "../../store/accounts/passkeys.ts";
import type { ManagementTransaction } from "../../store/connection/management.ts";
import { recordSecurityEvent } from "../audit/record-security-event.ts";
import type { Call } from "../call.ts";
import type { Lockout } from "../limits/attempts.ts";
import type { AccountDependencies } from "./dependencies.ts";
import { findEmailError } from "./fields.ts";
import { parseResponse } from "./verify-passkey.ts";

/**
 * Audits the lockout of an existing account. Runs asynchronously, so that the response time does not reveal whether the account exists.
 * @param lockout `subject` is that of the attempt: an e-mail address or an account id
 */
export function auditLockout(
  deps: AccountDependencies,
  { subject, scope }: { subject: string; scope: Lockout },
  call: Call,
): void {
  const where = isUuid(subject) ? { id: subject } : { email: subject };
  if (!isUuid(subject) && findEmailError(subject) !== null) return;
  recordLater(deps, async (tx) => {
    const account = await tx.em.findOne(Account, where);
    if (account === null) return;
    recordSecurityEvent(tx, call, { action: "account.lock_out", accountId: account.id, detail: { scope } });
  });
}

/**
 * Audits the lockout of a client address at the sign-in by passkey, with the account of the last presented passkey if it is registered.
 * Runs asynchronously, as `auditLockout`.
 * @param lockout `response` is the text that exhausted the limit
 */
export function auditPasskeyLockout(
  deps: AccountDependencies,
  { response, scope }: { response: string; scope: Lockout },
  call: Call,
): void {
  const id = parseResponse(response)?.id ?? null;
  recordLater(deps, async (tx) => {
    const accountId = id === null ? null : await findPasskeyOwner(tx.query, Buffer.from(id, "base64url"));
    recordSecurityEvent(tx, call, { action: "account.lock_out", accountId, detail: { scope, method: "passkey" } });
  });
}

function recordLater(
  { management, log }: AccountDependencies,
  record: (tx: ManagementTransaction) => Promise<void>,
): void {
  management
    .transactional(record)
    .catch((error) => log.warn({ err: error }, "could not write the audit event of a lockout"));
}
