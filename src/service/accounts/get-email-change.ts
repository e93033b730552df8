import { findEmailChange } from "../../store/accounts/account-links.ts";
import { requireActor } from "../authorization.ts";
import type { Call } from "../call.ts";
import type { AccountDependencies } from "./dependencies.ts";

/** The new address to which the signed-in account's address changes once it is confirmed; null without such a change. */
export async function getEmailChange(deps: AccountDependencies, call: Call): Promise<string | null> {
  const { accountId } = requireActor(call);
  return deps.management.read((_em, query) => findEmailChange(query, accountId));
}
