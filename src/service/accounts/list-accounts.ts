import { Account } from "../../model/account.ts";
import { listAccountIds } from "../../store/accounts/accounts.ts";
import type { Call } from "../call.ts";
import { type Page, type PageRequest, readPageRequest, toPage } from "../page.ts";
import { requirePlatform } from "./authorization.ts";
import type { AccountDependencies } from "./dependencies.ts";
import { findPrefixError, requireValid, toEmail } from "./fields.ts";

export interface ListAccountsRequest {
  emailPrefix: string;
  page: PageRequest;
}

/** Lists accounts by e-mail; accounts without one come first. */
export async function listAccounts(
  deps: AccountDependencies,
  request: ListAccountsRequest,
  call: Call,
): Promise<Page<Account>> {
  requirePlatform(call, "accounts:read");
  requireValid({ email_prefix: findPrefixError(request.emailPrefix) });
  const { limit, after } = readPageRequest(request.page, ["text", "id"]);
  return deps.management.read(async (em, query) => {
    const ids = await listAccountIds(query, { prefix: toEmail(request.emailPrefix), after, limit: limit + 1 });
    const found = await em.find(Account, { id: ids });
    const rows = ids.map((id) => found.find((account) => account.id === id)).filter((account) => account !== undefined);
    return toPage(rows, limit, { item: (account) => account, key: ({ email, id }) => [email ?? "", id] });
  });
}
