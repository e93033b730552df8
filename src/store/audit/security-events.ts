import type { AuditAction } from "../../model/audit-action.ts";
import { micros, type Query, type Statement } from "../connection/query.ts";
import { SCAN_LIMIT, toRange } from "../connection/scan.ts";

/** An event about an account. */
export interface SecurityEventRow {
  id: string;
  /** Microseconds. */
  at: number;
  action: AuditAction;
  actorId: string | null;
  address: string | null;
  detail: Record<string, unknown>;
}

/** SQL: the ids of the newest events with the account in a column, read in the order of its index. */
function newest(column: "account_id" | "actor_id"): string {
  const { where, order } = toRange({
    fixed: [{ column: `k.${column}`, value: "$1::uuid" }],
    key: ["k.id"],
    after: ["$4::uuid"],
    to: ["'00000000-0000-0000-0000-000000000000'::uuid"],
    descending: true,
  });
  return `(select k.id from audit_event k where ${where} order by ${order} limit ${SCAN_LIMIT})`;
}

// Apps can cause any number of events about the account that connected them, so the account's own actions are read apart.
// `offset 0` makes PostgreSQL look the rows up one by one, so that the scan ends when the list is full.
const LIST: Statement = {
  name: "list-security-events",
  text: `
    select e.id, ${micros("e.at")} as at, e.action, e.actor_id as "actorId", e.address, e.detail
    from (${newest("account_id")} union ${newest("actor_id")} order by id desc) k
    cross join lateral (select * from audit_event where id = k.id offset 0) e
    where e.account_id = $1 and e.action = any ($2) order by k.id desc limit $3`,
};

export interface SecurityEventQuery {
  accountId: string;
  actions: readonly AuditAction[];
  limit: number;
  /** The id of the last event of the previous page; null for the first page. */
  after: string | null;
}

const LAST_ID = "ffffffff-ffff-ffff-ffff-ffffffffffff";

/**
 * The newest events about an account with these actions that are older than `after`, and one more than `limit`. Reads the `SCAN_LIMIT`
 * events about the account and the `SCAN_LIMIT` events by it that precede `after`.
 */
export async function listSecurityEvents(
  query: Query,
  { accountId, actions, limit, after }: SecurityEventQuery,
): Promise<SecurityEventRow[]> {
  return query<SecurityEventRow>(LIST, [accountId, actions, limit + 1, after ?? LAST_ID]);
}
