import type { Account } from "../../model/account.ts";
import { CLOSED_BY_OWNER } from "../../store/accounts/account-closure.ts";

/** True if the owner closed the account, which has then lost its sign-in and its address. Operators may suspend with any reason code. */
export function isClosedByOwner({
  reasonCode,
  email = null,
  passwordHash = null,
}: Pick<Account, "reasonCode" | "email" | "passwordHash">): boolean {
  return reasonCode === CLOSED_BY_OWNER && email === null && passwordHash === null;
}
