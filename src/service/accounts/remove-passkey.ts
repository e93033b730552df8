import { isUuid } from "../../credential/uuid.ts";
import type { AuditDetail } from "../../model/audit-detail.ts";
import { removePasskeyOfAccount } from "../../store/accounts/passkeys.ts";
import { recordSecurityEvent } from "../audit/record-security-event.ts";
import type { Call } from "../call.ts";
import { announceSecondFactor } from "./announce-second-factor.ts";
import type { AccountDependencies } from "./dependencies.ts";
import { notFound } from "./errors.ts";
import { lockForChange, removedSecondFactor } from "./verified-session.ts";

export interface RemovePasskeyRequest {
  passkeyId: string;
}

/** Removes a passkey of the signed-in account. @throws RequestError PASSKEY_NOT_FOUND */
export async function removePasskey(
  deps: AccountDependencies,
  { passkeyId }: RemovePasskeyRequest,
  call: Call,
): Promise<void> {
  if (!isUuid(passkeyId)) throw notFound("passkey");
  await deps.management.transactional(async (tx) => {
    const accountId = await lockForChange(tx, call);
    const passkey = await removePasskeyOfAccount(tx.query, accountId, passkeyId);
    if (passkey === null) throw notFound("passkey");
    await removedSecondFactor(tx, accountId);
    const detail: AuditDetail = { method: "passkey", passkey };
    recordSecurityEvent(tx, call, { action: "account.remove_second_factor", accountId, detail });
    await announceSecondFactor(deps, tx, call, { accountId, change: "passkey_removed", passkey });
  });
}
