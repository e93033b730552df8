import { recordSecurityEvent } from "../audit/record-security-event.ts";
import { requireActor } from "../authorization.ts";
import type { Call } from "../call.ts";
import { attemptSecondFactor } from "./attempt-second-factor.ts";
import type { AccountDependencies } from "./dependencies.ts";
import { verifyTotp } from "./second-factor.ts";
import { addedSecondFactor, lockForChange } from "./verified-session.ts";

export interface ConfirmTotpSetupRequest {
  code: string;
}

/**
 * Confirms the authenticator app with its first code. The first second factor of an account ends its other sessions.
 * @returns recovery codes if it is the first second factor of the account
 */
export async function confirmTotpSetup(
  deps: AccountDependencies,
  { code }: ConfirmTotpSetupRequest,
  call: Call,
): Promise<string[]> {
  const { accountId, sessionId: knownBy } = requireActor(call);
  return attemptSecondFactor(deps, { accountId, knownBy, call }, () =>
    deps.management.transactional(async (tx) => {
      await lockForChange(tx, call);
      if (!(await verifyTotp(deps, tx, { accountId, code, confirmed: false }))) return null;
      recordSecurityEvent(tx, call, { action: "account.add_second_factor", accountId, detail: { method: "totp" } });
      return addedSecondFactor(tx, call, "totp");
    }),
  );
}
