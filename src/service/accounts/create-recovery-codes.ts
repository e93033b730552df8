import { findSecondFactors } from "../../store/accounts/second-factors.ts";
import { recordSecurityEvent } from "../audit/record-security-event.ts";
import type { Call } from "../call.ts";
import { RequestError } from "../errors.ts";
import { announceSecondFactor } from "./announce-second-factor.ts";
import type { AccountDependencies } from "./dependencies.ts";
import { issueRecoveryCodes } from "./issue-recovery-codes.ts";
import { lockForChange } from "./verified-session.ts";

/**
 * Replaces the recovery codes of the signed-in account; the old codes become invalid. @throws RequestError NO_SECOND_FACTOR if the account
 * has no second factor
 */
export async function createRecoveryCodes(deps: AccountDependencies, call: Call): Promise<string[]> {
  return deps.management.transactional(async (tx) => {
    const accountId = await lockForChange(tx, call);
    const { totpAt, passkeys } = await findSecondFactors(tx.query, accountId);
    if (totpAt === null && passkeys.length === 0) throw noSecondFactor();
    recordSecurityEvent(tx, call, { action: "account.create_recovery_codes", accountId });
    await announceSecondFactor(deps, tx, call, { accountId, change: "recovery_codes_replaced" });
    return issueRecoveryCodes(tx.query, accountId);
  });
}

export function noSecondFactor(): RequestError {
  return new RequestError("failed_precondition", "NO_SECOND_FACTOR", "Set up a second factor first.");
}
