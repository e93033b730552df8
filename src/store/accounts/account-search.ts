import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { Account, type AccountState } from "../../model/account.ts";
import { micros, type Query, type Statement } from "../connection/query.ts";
import {
  beginsWith,
  type Candidates,
  contains,
  hasParts,
  INDEXED_LENGTH,
  type SearchedList,
  type SortOrder,
  searchPage,
  statementFor,
  type TextStatements,
} from "../connection/search.ts";

/** The roles of accounts on the platform. */
export type AccountRole = "OPERATOR" | "DEVELOPER";

export const ACCOUNT_SORTS = ["EMAIL", "CREATED"] as const;
export type AccountSort = (typeof ACCOUNT_SORTS)[number];

export interface AccountSearchQuery {
  /** A part of the name or the e-mail address. A text of one or two characters matches the start of the address only. */
  search: string | null;
  /** Null for all states. */
  state: AccountState | null;
  /** Null for accounts with and without roles. */
  role: AccountRole | null;
  /** True: only accounts whom only a password protects. */
  withoutSecondFactor: true | null;
  sort: AccountSort;
  descending: boolean;
  limit: number;
  after: string[] | null;
}

const EMAIL = `coalesce(a.email, '')`;
const C_EMAIL = `${EMAIL} collate "C"`;

const FOUND = (
  search: string,
) => `case when length(${search}) < ${INDEXED_LENGTH} then starts_with(${EMAIL}, fold_name(${search}))
  else ${contains("a.name", search)} or ${contains(EMAIL, search)} end`;

/** SQL: true if an account has a password and no second factor. @param of its alias in the statement */
export function isUnprotected(of: string): string {
  return `(${of}.password_hash is not null and ${of}.second_factor_at is null)`;
}

const ACCOUNTS: SearchedList = {
  name: "accounts",
  table: "account",
  idType: "uuid",
  matches: `(($5::text is null or ${FOUND("$5")}) and ($6::text is null or a.state = $6)
    and case $7::text when 'OPERATOR' then a.operator when 'DEVELOPER' then a.developer else true end
    and ($8::boolean is null or ${isUnprotected("a")}))`,
  sorts: {
    EMAIL: { key: C_EMAIL, type: "text" },
    CREATED: { key: null, type: "text" },
  } satisfies Record<AccountSort, SortOrder>,
};

/** One page of accounts in the order of `sort`. */
export async function searchAccounts(query: Query, search: AccountSearchQuery) {
  const { search: text, state, role, withoutSecondFactor, ...page } = search;
  return searchPage(query, ACCOUNTS, {
    page: { ...page, filters: [text, state, role, withoutSecondFactor] },
    candidates: candidatesOf(search),
  });
}

/** The roles and the state that few accounts have; each has an index. */
const FEW: Record<AccountRole | "SUSPENDED", Statement> = {
  OPERATOR: { name: "find-operators", text: "select id from account where operator limit $1" },
  DEVELOPER: { name: "find-developers", text: "select id from account where developer limit $1" },
  SUSPENDED: { name: "find-suspended-accounts", text: "select id from account where state = 'SUSPENDED' limit $1" },
};

function candidatesOf({ search, state, role }: AccountSearchQuery): Candidates[] {
  const few = [role, state === "ACTIVE" ? null : state].flatMap((key) => (key === null ? [] : [FEW[key]]));
  return [
    ...few.map((statement) => ({ statement, values: [] })),
    ...(search === null ? [] : [{ statement: statementFor(BY_TEXT, search), values: [search] }]),
  ];
}

// Reads one entry of the index `session_started` per account, however many sessions the account has.
const LAST_SIGN_INS: Statement = {
  name: "list-last-sign-ins",
  text: `
    select g.id, ${micros("newest.created_at")} as at
    from unnest($1::uuid[]) g(id)
    cross join lateral (
      select created_at from session where account_id = g.id order by created_at desc limit 1
    ) newest`,
};

/** The start of the newest stored session of each account, in microseconds, by account id. */
export async function listLastSignIns(query: Query, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const rows = await query<{ id: string; at: number }>(LAST_SIGN_INS, [ids]);
  return new Map(rows.map(({ id, at }) => [id, at]));
}

const BY_TEXT: TextStatements = {
  part: {
    name: "find-accounts-with-part",
    text: `
      select id from account a
      where ${hasParts("name || ' ' || coalesce(email, '')", "$1")} and (${FOUND("$1")}) limit $2`,
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
