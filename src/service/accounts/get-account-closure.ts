import { type ClosureFacts, findClosureFacts } from "../../store/accounts/account-closure.ts";
import { requireActor } from "../authorization.ts";
import type { Call } from "../call.ts";
import type { AccountDependencies } from "./dependencies.ts";

/** The obstacles to closing the signed-in account. `closeAccount` decides again. */
export async function getAccountClosure(
  { management, allowPasswords }: Pick<AccountDependencies, "management" | "allowPasswords">,
  call: Call,
): Promise<ClosureFacts> {
  const { accountId } = requireActor(call);
  const facts = await management.read((_em, query) => findClosureFacts(query, accountId));
  return { ...facts, external: facts.external || !allowPasswords };
}
