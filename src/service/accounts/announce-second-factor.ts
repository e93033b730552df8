import { Account } from "../../model/account.ts";
import type { SecondFactorChange } from "../../model/mail.ts";
import type { ManagementTransaction } from "../../store/connection/management.ts";
import type { Call } from "../call.ts";
import { chooseLanguage, queueMail } from "../mail/queue-mail.ts";
import type { AccountDependencies } from "./dependencies.ts";

interface Announcement {
  accountId: string;
  change: SecondFactorChange;
  /** The name of the passkey of the change. */
  passkey?: string;
}

/** Notifies an account by mail of a change of its second factors. An unverified address may belong to another person and gets no mail. */
export async function announceSecondFactor(
  deps: Pick<AccountDependencies, "publicUrl" | "sendsMail">,
  tx: ManagementTransaction,
  call: Call,
  { accountId, change, passkey = "" }: Announcement,
): Promise<void> {
  const { email, emailVerifiedAt, language } = await tx.em.findOneOrFail(Account, { id: accountId });
  if (!email || !emailVerifiedAt) return;
  const url = `${deps.publicUrl}/account/security`;
  const content = { kind: "second_factor_changed", change, passkey: passkey === "" ? null : passkey, url } as const;
  queueMail(deps, tx, { to: email, language: chooseLanguage(language, call.language), content });
}
