import { hasOtherOperator, lockOperators } from "../../store/accounts/account-closure.ts";
import type { Query } from "../../store/connection/query.ts";
import type { Call } from "../call.ts";
import { RequestError } from "../errors.ts";

/**
 * Requires that another active operator remains after this account loses the role. The lock orders this transaction and the closure of an
 * operator's own account. Service keys can create operators, so they pass. @throws RequestError LAST_OPERATOR
 */
export async function requireOtherOperator(query: Query, accountId: string, { actor }: Call): Promise<void> {
  if (actor === null) return;
  await lockOperators(query);
  if (await hasOtherOperator(query, accountId)) return;
  const message = "This is the last active operator. Make another account an operator first.";
  throw new RequestError("failed_precondition", "LAST_OPERATOR", message);
}
