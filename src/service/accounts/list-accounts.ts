import type { Account } from "../../model/account.ts";
import { type AccountSort, findAccounts, searchAccounts } from "../../store/accounts/account-search.ts";
import { listAccountIds } from "../../store/accounts/accounts.ts";
import type { Call } from "../call.ts";
import { type Page, readPageRequest, toPage, toPageToken } from "../page.ts";
import { isSearchable, readSearch, type SearchRequest } from "../search-request.ts";
import { requirePlatform } from "./authorization.ts";
import type { AccountDependencies } from "./dependencies.ts";
import { findPrefixError, requireValid, toEmail } from "./fields.ts";

export interface ListAccountsRequest extends SearchRequest<AccountSort> {
  emailPrefix: string;
}

/** Lists accounts, by e-mail if the request has no other order; accounts without an e-mail come first. */
export async function listAccounts(
  deps: AccountDependencies,
  request: ListAccountsRequest,
  call: Call,
): Promise<Page<Account>> {
  requirePlatform(call, "accounts:read");
  requireValid({ email_prefix: findPrefixError(request.emailPrefix) });
  return deps.management.read(async (em, query) => {
    const searched = readSearch(request, { prefix: request.emailPrefix, field: "email_prefix", order: "EMAIL" });
    const keyset = readPageRequest(request.page, ["text", "id"]);
    const { limit, after } = keyset;
    if (searched === null) {
      const ids = await listAccountIds(query, { prefix: toEmail(request.emailPrefix), after, limit: limit + 1 });
      const key = ({ email, id }: Account) => [email ?? "", id];
      return toPage(await findAccounts(em, ids), limit, { item: (account) => account, key });
    }
    if (!isSearchable(searched.search)) return { items: [], nextPageToken: "" };
    const { shown, next } = await searchAccounts(query, { ...searched, ...keyset });
    const ids = shown.map(({ id }) => id);
    return {
      items: await findAccounts(em, ids),
      nextPageToken: toPageToken(next === null ? null : [next.key, next.id]),
    };
  });
}
