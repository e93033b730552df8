import { type ClosureFacts, findClosureFacts } from "../../store/accounts/account-closure.ts";
import { requireActor } from "../authorization.ts";
import type { Call } from "../call.ts";
import type { AccountDependencies } from "./dependencies.ts";

/** The obstacles to closing the signed-in account. `closeAccount` decides again. */
export async function getAccountClosure(
  { management }: Pick<AccountDependencies, "management">,
  call: Call,
): Promise<ClosureFacts> {
  const { accountId } = requireActor(call);
  return management.read((_em, query) => findClosureFacts(query, accountId));
}
