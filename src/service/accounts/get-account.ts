import { isUuid } from "../../credential/uuid.ts";
import type { Call } from "../call.ts";
import { type AccountQuery, type AccountWithMemberships, findAccountWithMemberships } from "./account-memberships.ts";
import { isPlatform } from "./authorization.ts";
import type { AccountDependencies } from "./dependencies.ts";
import { denied, notFound } from "./errors.ts";
import { findEmailError, toEmail } from "./fields.ts";

export interface GetAccountRequest {
  accountId: string | null;
  email: string | null;
  withoutMemberships?: boolean;
  /** True to include `lastSignedInAt`. */
  withLastSignIn?: boolean;
}

/**
 * Returns an account by id, by e-mail or by both, with its memberships. Without id and e-mail, it is the signed-in account.
 * @throws RequestError OTHER_ACCOUNT unless the platform or the account itself calls
 */
export async function getAccount(
  deps: AccountDependencies,
  request: GetAccountRequest,
  call: Call,
): Promise<AccountWithMemberships> {
  const where = toWhere(request, call);
  const { withoutMemberships, withLastSignIn } = request;
  const found = await deps.management.read(async (em, query) =>
    where === null ? null : findAccountWithMemberships(em, { query, where, withoutMemberships, withLastSignIn }),
  );
  const allowed = isPlatform(call, "accounts:read");
  if (!allowed && found?.account.id !== call.actor?.accountId)
    throw denied("OTHER_ACCOUNT", "This is another account.");
  if (found === null) throw notFound("account");
  return found;
}

function toWhere({ accountId, email }: GetAccountRequest, call: Call): AccountQuery["where"] | null {
  if (accountId !== null)
    return isUuid(accountId) ? { id: accountId, ...(email !== null && { email: toEmail(email) }) } : null;
  if (email !== null) return findEmailError(email) === null ? { email: toEmail(email) } : null;
  return call.actor === null ? null : { id: call.actor.accountId };
}
