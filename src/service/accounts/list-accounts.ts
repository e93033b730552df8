import type { SqlEntityManager as EntityManager } from "@mikro-orm/postgresql";
import { Account } from "../../model/account.ts";
import { type AccountSort, searchAccounts } from "../../store/accounts/account-search.ts";
import { listAccountIds } from "../../store/accounts/accounts.ts";
import type { Query } from "../../store/connection/query.ts";
import type { Call } from "../call.ts";
import { type Page, readPageRequest, toPage, toPageToken } from "../page.ts";
import { isSearchable, readSearch, type SearchRequest } from "../search-request.ts";
import { requirePlatform } from "./authorization.ts";
import type { AccountDependencies } from "./dependencies.ts";
import { findPrefixError, requireValid, toEmail } from "./fields.ts";

export interface ListAccountsRequest extends SearchRequest<AccountSort> {
  emailPrefix: string;
}

/** Lists accounts, by e-mail if the request has no other order; accounts without one come first. */
export async function listAccounts(
  deps: AccountDependencies,
  request: ListAccountsRequest,
  call: Call,
): Promise<Page<Account>> {
  requirePlatform(call, "accounts:read");
  requireValid({ email_prefix: findPrefixError(request.emailPrefix) });
  return deps.management.read(async (em, query) => {
    const searched = readSearch(request, { prefix: request.emailPrefix, field: "email_prefix", order: "EMAIL" });
    if (searched === null) return listByEmail(em, query, request);
    const keyset = readPageRequest(request.page, ["text", "id"]);
    if (!isSearchable(searched.search)) return { items: [], nextPageToken: "" };
    const { shown, next } = await searchAccounts(query, { ...searched, ...keyset });
    const items = await findInOrder(
      em,
      shown.map(({ id }) => id),
    );
    return { items, nextPageToken: toPageToken(next === null ? null : [next.key, next.id]) };
  });
}

async function listByEmail(
  em: EntityManager,
  query: Query,
  { emailPrefix, page }: ListAccountsRequest,
): Promise<Page<Account>> {
  const { limit, after } = readPageRequest(page, ["text", "id"]);
  const rows = await findInOrder(
    em,
    await listAccountIds(query, { prefix: toEmail(emailPrefix), after, limit: limit + 1 }),
  );
  return toPage(rows, limit, { item: (account) => account, key: ({ email, id }) => [email ?? "", id] });
}

async function findInOrder(em: EntityManager, ids: readonly string[]): Promise<Account[]> {
  const found = await em.find(Account, { id: [...ids] });
  return ids.flatMap((id) => found.find((account) => account.id === id) ?? []);
}
