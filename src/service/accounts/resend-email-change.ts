import { findEmailChange } from "../../store/accounts/account-links.ts";
import { requireActor } from "../authorization.ts";
import type { Call } from "../call.ts";
import { requireMail } from "./account-links.ts";
import type { AccountDependencies } from "./dependencies.ts";
import { noEmailChange, queueEmailChange } from "./email-change.ts";

/** Sends the link of a waiting change of address again. The password was checked by `changeEmail`. */
export async function resendEmailChange(deps: AccountDependencies, call: Call): Promise<void> {
  requireMail(deps);
  const { accountId } = requireActor(call);
  await deps.mailQuota.countRequest(call.address);
  await deps.management.transactional(async (tx) => {
    const email = await findEmailChange(tx.query, accountId);
    if (email === null) throw noEmailChange();
    await queueEmailChange(tx, { accountId, email }, call);
  });
}
