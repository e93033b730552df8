import type { Account, AccountState } from "../../model/account.ts";
import {
  type AccountRole,
  type AccountSort,
  findAccounts,
  listLastSignIns,
  searchAccounts,
} from "../../store/accounts/account-search.ts";
import { listAccountIds } from "../../store/accounts/accounts.ts";
import { type AccountCounts, countAccounts } from "../../store/accounts/list-counts.ts";
import type { ManagementTransaction } from "../../store/connection/management.ts";
import type { Call } from "../call.ts";
import { type Page, readPageRequest, toPage, toPageToken } from "../page.ts";
import { isSearchable, readSearch, type SearchRequest } from "../search-request.ts";
import { requirePlatform } from "./authorization.ts";
import type { AccountDependencies } from "./dependencies.ts";
import { findPrefixError, requireValid, toEmail } from "./fields.ts";

export interface ListAccountsRequest extends SearchRequest<AccountSort> {
  emailPrefix: string;
  /** Null or absent: all states. */
  state?: AccountState | null;
  /** Null or absent: accounts with and without roles. */
  role?: AccountRole | null;
  /** True: only accounts that have a password and no second factor. */
  withoutSecondFactor?: boolean | null;
  /** True to include `lastSignedInAt`. */
  withLastSignIn?: boolean;
  /** True: with `counts`. */
  withCounts?: boolean;
}

export interface ListedAccount {
  account: Account;
  /** The start of the newest stored session, in microseconds; null if there is none or the request does not ask for it. */
  lastSignedInAt: number | null;
}

export interface ListedAccounts extends Page<ListedAccount> {
  /** Null unless the request asks for it. */
  counts: AccountCounts | null;
}

/** The counts stop here. */
export const MAX_COUNTED = 1_000;

/** Lists accounts, by e-mail if the request has no other order; accounts without an e-mail come first. */
export async function listAccounts(
  deps: AccountDependencies,
  request: ListAccountsRequest,
  call: Call,
): Promise<ListedAccounts> {
  requirePlatform(call, "accounts:read");
  requireValid({ email_prefix: findPrefixError(request.emailPrefix) });
  return deps.management.read(async (em, query) => {
    const { items, nextPageToken } = await readPage({ em, query }, request);
    const ids = items.map(({ id }) => id);
    const signIns = request.withLastSignIn === true ? await listLastSignIns(query, ids) : null;
    const counts = request.withCounts === true ? await countAccounts(query, MAX_COUNTED) : null;
    return {
      counts,
      items: items.map((account) => ({ account, lastSignedInAt: signIns?.get(account.id) ?? null })),
      nextPageToken,
    };
  });
}

async function readPage(
  { em, query }: Pick<ManagementTransaction, "em" | "query">,
  request: ListAccountsRequest,
): Promise<Page<Account>> {
  const { state = null, role = null } = request;
  const withoutSecondFactor = request.withoutSecondFactor === true || null;
  const filters = { state, role, without_second_factor: withoutSecondFactor };
  const field = { prefix: request.emailPrefix, field: "email_prefix", filters };
  const searched = readSearch<AccountSort>(request, { ...field, order: "EMAIL" });
  const keyset = readPageRequest(request.page, ["text", "id"]);
  const { limit, after } = keyset;
  if (searched === null) {
    const ids = await listAccountIds(query, { prefix: toEmail(request.emailPrefix), after, limit: limit + 1 });
    const key = ({ email, id }: Account) => [email ?? "", id];
    return toPage(await findAccounts(em, ids), limit, { item: (account) => account, key });
  }
  if (!isSearchable(searched.search)) return { items: [], nextPageToken: "" };
  const { shown, next } = await searchAccounts(query, { ...searched, state, role, withoutSecondFactor, ...keyset });
  const ids = shown.map(({ id }) => id);
  return {
    items: await findAccounts(em, ids),
    nextPageToken: toPageToken(next === null ? null : [next.key, next.id]),
  };
}
