import type { Account } from "../../model/account.ts";
import { CLOSED_BY_OWNER } from "../../store/accounts/account-closure.ts";
import { RequestError } from "../errors.ts";

type Known = Pick<Account, "reasonCode" | "email" | "passwordHash">;

/** True if the owner closed the account, which has then lost its sign-in and its address. Operators may suspend with any reason code. */
export function isClosedByOwner({ reasonCode, email = null, passwordHash = null }: Known): boolean {
  return reasonCode === CLOSED_BY_OWNER && email === null && passwordHash === null;
}

/** @throws RequestError ACCOUNT_CLOSED */
export function requireNotClosed(account: Known): void {
  if (!isClosedByOwner(account)) return;
  const message = "The owner of this account closed it, which cannot be undone.";
  throw new RequestError("failed_precondition", "ACCOUNT_CLOSED", message);
}
