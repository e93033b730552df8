import { Account } from "../../model/account.ts";
import type { ManagementTransaction } from "../../store/connection/management.ts";
import { recordSecurityEvent } from "../audit/record-security-event.ts";
import { requireActor } from "../authorization.ts";
import type { Call } from "../call.ts";
import { chooseLanguage, queueMail } from "../mail/queue-mail.ts";
import { attemptSecondFactor } from "./attempt-second-factor.ts";
import type { AccountDependencies } from "./dependencies.ts";
import { confirmTotp } from "./second-factor.ts";
import { addedSecondFactor, lockForChange } from "./verified-session.ts";

export interface ConfirmTotpSetupRequest {
  code: string;
}

const ACTIONS = { added: "account.add_second_factor", replaced: "account.replace_second_factor" } as const;

/**
 * Confirms the authenticator app with its first code; the app that it replaces no longer works. The first second factor of an account ends its other sessions.
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
      const outcome = await confirmTotp(deps, tx, { accountId, code });
      if (outcome === null) return null;
      recordSecurityEvent(tx, call, { action: ACTIONS[outcome], accountId, detail: { method: "totp" } });
      if (outcome === "replaced") await announceReplacement(deps, tx, call);
      return addedSecondFactor(tx, call, "totp");
    }),
  );
}

async function announceReplacement(deps: AccountDependencies, tx: ManagementTransaction, call: Call): Promise<void> {
  const { email, language } = await tx.em.findOneOrFail(Account, { id: requireActor(call).accountId });
  if (!email) return;
  const content = { kind: "authenticator_replaced", url: `${deps.publicUrl}/account/security` } as const;
  queueMail(deps, tx, { to: email, language: chooseLanguage(language, call.language), content });
}
