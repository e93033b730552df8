import { cancelEmailChangeJob, endEmailChangeLinks, findEmailChange } from "../../store/accounts/account-links.ts";
import { requireActor } from "../authorization.ts";
import type { Call } from "../call.ts";
import type { AccountDependencies } from "./dependencies.ts";
import { noEmailChange } from "./email-change.ts";

/** Cancels a waiting change of the signed-in account's address. @throws RequestError NO_EMAIL_CHANGE */
export async function cancelEmailChange(deps: AccountDependencies, call: Call): Promise<void> {
  const { accountId } = requireActor(call);
  await deps.management.transactional(async (tx) => {
    if ((await findEmailChange(tx.query, accountId)) === null) throw noEmailChange();
    await cancelEmailChangeJob(tx.query, accountId);
    await endEmailChangeLinks(tx.query, accountId);
  });
}
