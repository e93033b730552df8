import { cancelEmailChangeJob, endEmailChangeLinks } from "../../store/accounts/account-links.ts";
import { requireActor } from "../authorization.ts";
import type { Call } from "../call.ts";
import type { AccountDependencies } from "./dependencies.ts";

/** Cancels a waiting change of the signed-in account's address. */
export async function cancelEmailChange(deps: AccountDependencies, call: Call): Promise<void> {
  const { accountId } = requireActor(call);
  await deps.management.transactional(async (tx) => {
    await cancelEmailChangeJob(tx.query, accountId);
    await endEmailChangeLinks(tx.query, accountId);
  });
}
