import { inKeyset, type KeysetRead, keysetValues } from "../connection/keyset.ts";
import type { Query, Statement } from "../connection/query.ts";
import { nameKey } from "../connection/search.ts";
import type { TransactionContext } from "../connection/transaction-context.ts";
import { keepClosedMemberships } from "./closed-memberships.ts";

const NAME = nameKey("m");
const BY_NAME = { text: NAME, id: "m.id", idType: "text", prefix: "fold_name($1)" };

const LIST: Statement = {
  name: "list-merchants",
  text: `select m.id, ${NAME} as "sortName" from merchant m where ${inKeyset(BY_NAME)} order by ${NAME}, m.id limit $4`,
};

const LIST_OF_ACCOUNT: Statement = {
  name: "list-merchants-of-account",
  text: `
    select m.id, ${NAME} as "sortName" from membership s join merchant m on m.id = s.merchant_id
    where s.account_id = $5 and ${inKeyset(BY_NAME)} order by ${NAME}, m.id limit $4`,
};

// A developer has few test merchants, so they are sorted without an index.
const LIST_OWN_TEST: Statement = {
  name: "list-own-test-merchants",
  text: `
    select m.id, ${NAME} as "sortName" from merchant m
    where m.developer_id = $5 and m.state <> 'CLOSED' and ${inKeyset(BY_NAME)} order by ${NAME}, m.id limit $4`,
};

export interface ListedMerchant {
  id: string;
  /** The sort key, which the page token contains. */
  sortName: string;
}

/**
 * One page of merchant ids, ordered by name. Lists the merchants of an account, with `ownTest` only its own test merchants, or all merchants
 * if `accountId` is null.
 */
export async function listMerchantIds(
  query: Query,
  read: KeysetRead,
  accountId: string | null,
  { ownTest = false } = {},
): Promise<ListedMerchant[]> {
  const values = keysetValues(read, "");
  if (ownTest) return query<ListedMerchant>(LIST_OWN_TEST, [...values, accountId]);
  return accountId === null
    ? query<ListedMerchant>(LIST, values)
    : query<ListedMerchant>(LIST_OF_ACCOUNT, [...values, accountId]);
}

const COUNT_TEST: Statement = {
  name: "count-test-merchants",
  text: "select count(*)::int as count from merchant where developer_id = $1 and state <> 'CLOSED'",
};

/** The number of test merchants of a team. */
export async function countTestMerchants(query: Query, developerId: string): Promise<number> {
  const [row] = await query<{ count: number }>(COUNT_TEST, [developerId]);
  return row!.count;
}

const SUSPEND: Statement = {
  name: "suspend-merchant",
  text: `
    update merchant set state = 'SUSPENDED', suspended_by = 'OPERATOR', reason_code = $2, reason_text = $3, suspended_at = clock_timestamp()
    where id = $1 and state = 'ACTIVE' returning id`,
};

/** Suspends a merchant; false if it is already suspended or closed. */
export async function suspendMerchant(
  query: Query,
  step: { merchantId: string; reasonCode: string; reasonText: string | null },
): Promise<boolean> {
  return (await query(SUSPEND, [step.merchantId, step.reasonCode, step.reasonText])).length > 0;
}

const RESUME: Statement = {
  name: "resume-merchant",
  text: `
    update merchant set state = 'ACTIVE', suspended_by = null, reason_code = null, reason_text = null, suspended_at = null
    where id = $1 and state = 'SUSPENDED' returning id`,
};

/** Lifts the suspension; false if there was none. */
export async function resumeMerchant(query: Query, merchantId: string): Promise<boolean> {
  return (await query(RESUME, [merchantId])).length > 0;
}

// Locks the installations in the order of their ids; their merchant is locked afterwards. The merchant's not-before mark revokes the
// tokens.
const END_INSTALLATIONS: Statement = {
  name: "end-installations-of-merchant",
  text: `
    with l as materialized (select id from installation where merchant_id = $1 order by id for update),
    t as materialized (select id, clock_timestamp() as at from l)
    update installation i set state = 'UNINSTALLED', ended_at = t.at, ended_by = 'OPERATOR', not_before = t.at, changed_at = t.at
    from t where i.id = t.id and i.state in ('ACTIVE', 'SUSPENDED') returning i.id`,
};

const CLOSE: Statement = {
  name: "close-merchant",
  text: `update merchant set state = 'CLOSED', closed_at = clock_timestamp() where id = $1 and state <> 'CLOSED' returning id`,
};

const END_RELATED: readonly Statement[] = [
  { name: "end-memberships-of-merchant", text: "delete from membership where merchant_id = $1" },
  {
    name: "end-invitations-of-merchant",
    text: `update invitation set revoked_at = clock_timestamp() where merchant_id = $1 and accepted_at is null and revoked_at is null`,
  },
  {
    name: "end-install-tokens-of-merchant",
    text: `update install_token set used_at = clock_timestamp() where merchant_id = $1 and used_at is null`,
  },
];

/**
 * Closes a merchant permanently and ends its installations, memberships, invitations and install tokens; false if it is already closed. Its
 * members can still read that it was closed. The caller must write the not-before mark and the event of the feed.
 */
export async function closeMerchant(
  { query, emit }: Pick<TransactionContext, "query" | "emit">,
  merchantId: string,
): Promise<boolean> {
  const ended = await query<{ id: string }>(END_INSTALLATIONS, [merchantId]);
  for (const { id } of ended) emit({ type: "installation.uninstalled", installationId: id });
  if ((await query(CLOSE, [merchantId])).length === 0) return false;
  await keepClosedMemberships(query, merchantId);
  for (const statement of END_RELATED) await query(statement, [merchantId]);
  return true;
}
