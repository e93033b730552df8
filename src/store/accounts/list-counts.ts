import type { Query, Statement } from "../connection/query.ts";
import { isUnprotected } from "./account-search.ts";

/** Numbers of accounts, each counted up to a limit. */
export interface AccountCounts {
  total: number;
  operators: number;
  developers: number;
  suspended: number;
  /** Operators whom only a password protects, among the counted ones. */
  unprotected: number;
}

/** Numbers of merchants, each counted up to a limit. */
export interface MerchantCounts {
  total: number;
  active: number;
  suspended: number;
  closed: number;
}

/** SQL: a count that stops at a limit. The order is that of an index, so that the planner reads no other rows. */
const upTo = (limit: string, rows: string): string =>
  `(select count(*)::int from (select from ${rows} order by id limit ${limit}) counted)`;

const ACCOUNTS: Statement = {
  name: "count-accounts",
  text: `
    select ${upTo("$1", "account")} as total, ${upTo("$1", "account where operator")} as operators,
      ${upTo("$1", "account where developer")} as developers, ${upTo("$1", "account where state = 'SUSPENDED'")} as suspended,
      (select count(*)::int from (select * from account where operator order by id limit $1) o where ${isUnprotected("o")}) as unprotected`,
};

export async function countAccounts(query: Query, limit: number): Promise<AccountCounts> {
  return (await query<AccountCounts>(ACCOUNTS, [limit]))[0]!;
}

const inactive = (state: string) => upTo("$1", `merchant where state = '${state}' and state <> 'ACTIVE'`);

// The index has no active merchants: their number is the difference to a count of all that reads far enough.
const MERCHANTS: Statement = {
  name: "count-merchants",
  text: `
    select least(n.total, $1)::int as total, least(n.total - i.suspended - i.closed, $1)::int as active, i.suspended, i.closed
    from (select ${inactive("SUSPENDED")} as suspended, ${inactive("CLOSED")} as closed offset 0) i
    cross join lateral (select ${upTo("$1 + i.suspended + i.closed", "merchant")} as total offset 0) n
    where i.suspended < $1 and i.closed < $1`,
};

/** Null if the suspended or the closed merchants reach the limit, because the active ones are then not counted. */
export async function countMerchants(query: Query, limit: number): Promise<MerchantCounts | null> {
  const [row = null] = await query<MerchantCounts>(MERCHANTS, [limit]);
  return row;
}
