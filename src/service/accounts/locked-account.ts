import { LockMode } from "@mikro-orm/core";
import { isUuid } from "../../credential/uuid.ts";
import { Account } from "../../model/account.ts";
import type { ManagementTransaction } from "../../store/connection/management.ts";
import { notFound } from "./errors.ts";

/** Locks an account until the end of the transaction. @throws RequestError ACCOUNT_NOT_FOUND */
export async function lockAccount({ em }: ManagementTransaction, accountId: string): Promise<Account> {
  const account = isUuid(accountId)
    ? await em.findOne(Account, { id: accountId }, { lockMode: LockMode.PESSIMISTIC_WRITE })
    : null;
  if (account === null) throw notFound("account");
  return account;
}
