import { removeTotpFactor } from "../../store/accounts/totp-factors.ts";
import { recordSecurityEvent } from "../audit/record-security-event.ts";
import type { Call } from "../call.ts";
import { announceSecondFactor } from "./announce-second-factor.ts";
import type { AccountDependencies } from "./dependencies.ts";
import { lockForChange, removedSecondFactor } from "./verified-session.ts";

/** Removes the authenticator app of the signed-in account, if it has one. */
export async function removeTotp(deps: AccountDependencies, call: Call): Promise<void> {
  await deps.management.transactional(async (tx) => {
    const accountId = await lockForChange(tx, call);
    if (!(await removeTotpFactor(tx.query, accountId))) return;
    await removedSecondFactor(tx, accountId);
    recordSecurityEvent(tx, call, { action: "account.remove_second_factor", accountId, detail: { method: "totp" } });
    await announceSecondFactor(deps, tx, call, { accountId, change: "authenticator_removed" });
  });
}
