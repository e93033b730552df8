import { lockUntilCommit } from "../connection/advisory-locks.ts";
import type { Query, Statement } from "../connection/query.ts";

/** The reason code of an account that its owner closed. */
export const CLOSED_BY_OWNER = "CLOSED_BY_OWNER";

/** The facts that decide whether an account can be closed. */
export interface ClosureFacts {
  /** The shops without another active OWNER, at most `SHOPS_MAX`. */
  lastOwnerOf: { merchantId: string; name: string }[];
  /** The number of apps of the account's own team that are not archived, counted up to `APPS_MAX`. */
  apps: number;
  /** True if the account is an operator, and no other active account is one. */
  lastOperator: boolean;
  /** True if the account has no password, or signs in at the platform's identity provider. */
  external: boolean;
}

const SHOPS_MAX = 20;
const APPS_MAX = 1_000;

// An accepted invitation locks the account before the merchant. A key share does not wait for that lock, so the two cannot deadlock.
const LOCK_FROM_CLOSING: Statement = {
  name: "lock-account-from-closing",
  text: "select id from account where id = $1 for key share",
};

/** Locks an account so that it cannot be closed until the end of the transaction. @returns false if there is no such account */
export async function lockAccountFromClosing(query: Query, accountId: string): Promise<boolean> {
  return (await query(LOCK_FROM_CLOSING, [accountId])).length > 0;
}

const LAST_OWNER_OF: Statement = {
  name: "find-shops-of-last-owner",
  text: `
    select m.id as "merchantId", m.name from membership s join merchant m on m.id = s.merchant_id
    where s.account_id = $1 and s.role = 'OWNER' and not m.test and m.state <> 'CLOSED' and not exists (
      select from membership o join account a on a.id = o.account_id
      where o.merchant_id = s.merchant_id and o.role = 'OWNER' and o.account_id <> $1 and a.state = 'ACTIVE')
    order by m.id limit ${SHOPS_MAX}`,
};

const FACTS: Statement = {
  name: "find-closure-facts",
  text: `
    select (select count(*)::int from (select from app where developer_id = $1 and state <> 'ARCHIVED' limit ${APPS_MAX}) p) as apps,
      a.operator and not exists (select from account o where o.operator and o.state = 'ACTIVE' and o.id <> $1) as "lastOperator",
      a.password_hash is null or exists (select from external_identity where account_id = $1) as external
    from account a where a.id = $1`,
};

/** The obstacles to closing an account. */
export async function findClosureFacts(query: Query, accountId: string): Promise<ClosureFacts> {
  const [facts] = await query<Omit<ClosureFacts, "lastOwnerOf">>(FACTS, [accountId]);
  return { ...facts!, lastOwnerOf: await query<ClosureFacts["lastOwnerOf"][number]>(LAST_OWNER_OF, [accountId]) };
}

/** Serializes transactions that reduce the number of active operators, until the end of the transaction. */
export async function lockOperators(query: Query): Promise<void> {
  await lockUntilCommit(query, "operators");
}

const OTHER_OPERATOR: Statement = {
  name: "find-other-operator",
  text: "select exists (select from account where operator and state = 'ACTIVE' and id::text <> lower($1)) as found",
};

/** True if an active account other than this one is an operator. */
export async function hasOtherOperator(query: Query, accountId: string): Promise<boolean> {
  return (await query<{ found: boolean }>(OTHER_OPERATOR, [accountId]))[0]!.found;
}

// In the order of the ids, so that two closures cannot deadlock. Changes of members lock the merchant too.
const LOCK_SHOPS: Statement = {
  name: "lock-shops-of-account",
  text: `
    select id from merchant where id in (select merchant_id from membership where account_id = $1)
    order by id for no key update`,
};

/** Locks the merchants of an account, and returns their ids. */
export async function lockShops(query: Query, accountId: string): Promise<string[]> {
  return (await query<{ id: string }>(LOCK_SHOPS, [accountId])).map(({ id }) => id);
}

const LEAVE_SHOPS: Statement = {
  name: "leave-shops",
  text: "delete from membership where account_id = $1 returning merchant_id as id",
};

/** Removes all memberships of an account, and returns the ids of the merchants. */
export async function leaveShops(query: Query, accountId: string): Promise<string[]> {
  return (await query<{ id: string }>(LEAVE_SHOPS, [accountId])).map(({ id }) => id);
}

const TEAMS: Statement = {
  name: "list-teams-of-member",
  text: "select team_id as id from team_member where account_id = $1 order by team_id",
};

/** The ids of all teams that an account is a member of, inactive ones included. */
export async function listTeamIds(query: Query, accountId: string): Promise<string[]> {
  return (await query<{ id: string }>(TEAMS, [accountId])).map(({ id }) => id);
}

// Merchants may still have an archived app, and need the name of its developer.
const ERASE: Statement = {
  name: "erase-account",
  text: `
    update account set email = null, email_verified_at = null, password_hash = null, second_factor_at = null, language = null,
      operator = false, developer = false,
      name = case when exists (select from app where developer_id = $1) then name else $2 end
    where id = $1`,
};

/** Removes the personal data and the roles of an account. The name stays if the account is the developer of an app. */
export async function eraseAccount(query: Query, accountId: string, name: string): Promise<void> {
  await query(ERASE, [accountId, name]);
}
