import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { Account } from "../../model/account.ts";
import type { Query } from "../connection/query.ts";
import {
  beginsWith,
  contains,
  INDEXED_LENGTH,
  type SearchedList,
  type SortOrder,
  searchPage,
  statementFor,
  type TextStatements,
} from "../connection/search.ts";

export const ACCOUNT_SORTS = ["EMAIL", "CREATED"] as const;
export type AccountSort = (typeof ACCOUNT_SORTS)[number];

export interface AccountSearchQuery {
  /** A part of the name or the e-mail address. A text of one or two characters matches the start of the address only. */
  search: string | null;
  sort: AccountSort;
  descending: boolean;
  limit: number;
  after: string[] | null;
}

const EMAIL = `coalesce(a.email, '')`;
const C_EMAIL = `${EMAIL} collate "C"`;

const FOUND = (
  search: string,
) => `case when length(${search}) < ${INDEXED_LENGTH} then starts_with(${EMAIL}, lower(${search}))
  else ${contains("a.name", search)} or ${contains(EMAIL, search)} end`;

const ACCOUNTS: SearchedList = {
  name: "accounts",
  table: "account",
  idType: "uuid",
  matches: `($5::text is null or ${FOUND("$5")})`,
  sorts: {
    EMAIL: { key: C_EMAIL, type: "text" },
    CREATED: { key: null, type: "text" },
  } satisfies Record<AccountSort, SortOrder>,
};

/** One page of accounts in the order of `sort`. */
export async function searchAccounts(query: Query, { search, ...page }: AccountSearchQuery) {
  const candidates = search === null ? [] : [{ statement: statementFor(BY_TEXT, search), values: [search] }];
  return searchPage(query, ACCOUNTS, { page: { ...page, filters: [search] }, candidates });
}

const BY_TEXT: TextStatements = {
  part: {
    name: "find-accounts-with-part",
    text: `
      select id from account a
      where search_trigrams(name || ' ' || coalesce(email, '')) @> search_trigrams($1) and (${FOUND("$1")}) limit $2`,
  },
  start: {
    name: "find-accounts-with-start",
    text: `select id from account a where ${beginsWith(C_EMAIL)} limit $2`,
  },
};

/** Accounts in the order of `ids`. */
export async function findAccounts(em: SqlEntityManager, ids: readonly string[]): Promise<Account[]> {
  const found = await em.find(Account, { id: [...ids] });
  return ids.flatMap((id) => found.find((account) => account.id === id) ?? []);
}
