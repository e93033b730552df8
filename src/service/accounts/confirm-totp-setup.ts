import { recordSecurityEvent } from "../audit/record-security-event.ts";
import { requireActor } from "../authorization.ts";
import type { Call } from "../call.ts";
import { announceSecondFactor } from "./announce-second-factor.ts";
import { attemptSecondFactor } from "./attempt-second-factor.ts";
import type { AccountDependencies } from "./dependencies.ts";
import { confirmTotp } from "./second-factor.ts";
import { addedSecondFactor, lockForChange } from "./verified-session.ts";

export interface ConfirmTotpSetupRequest {
  code: string;
  /** The secret, in base32, whose code this is; absent or empty if the caller does not know it. */
  secret?: string;
}

const ACTIONS = { added: "account.add_second_factor", replaced: "account.replace_second_factor" } as const;
const CHANGES = { added: "authenticator_added", replaced: "authenticator_replaced" } as const;

/**
 * Confirms the authenticator app with its first code; the app that it replaces no longer works. The first second factor of an account ends
 * its other sessions.
 * @returns recovery codes if it is the first second factor of the account
 * @throws RequestError TOTP_REPLACED if another set-up has replaced the secret, TOTP_EXISTS if it has added the app
 */
export async function confirmTotpSetup(
  deps: AccountDependencies,
  { code, secret = "" }: ConfirmTotpSetupRequest,
  call: Call,
): Promise<string[]> {
  const { accountId, sessionId: knownBy } = requireActor(call);
  return attemptSecondFactor(deps, { accountId, knownBy, call }, () =>
    deps.management.transactional(async (tx) => {
      await lockForChange(tx, call);
      const outcome = await confirmTotp(deps, tx, { accountId, code, secret });
      if (outcome === null) return null;
      recordSecurityEvent(tx, call, { action: ACTIONS[outcome], accountId, detail: { method: "totp" } });
      await announceSecondFactor(deps, tx, call, { accountId, change: CHANGES[outcome] });
      return addedSecondFactor(tx, call, "totp");
    }),
  );
}
