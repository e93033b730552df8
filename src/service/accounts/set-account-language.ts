import { setLanguage } from "../../store/accounts/accounts.ts";
import { requireActor } from "../authorization.ts";
import type { Call } from "../call.ts";
import { isMailLanguage } from "../mail/queue-mail.ts";
import type { AccountDependencies } from "./dependencies.ts";
import { requireValid } from "./fields.ts";

/** Changes the language of the mails to the signed-in account. */
export async function setAccountLanguage(
  { management }: AccountDependencies,
  language: string,
  call: Call,
): Promise<void> {
  const { accountId } = requireActor(call);
  requireValid({ language: isMailLanguage(language) ? null : "Mails are in en or de." });
  await management.transactional((tx) => setLanguage(tx.query, accountId, language));
}
