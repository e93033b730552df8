import type { AuditAction } from "../../model/audit-action.ts";
import { micros, type Query, type Statement } from "../connection/query.ts";
import { pageOfScan, rowNumber, SCAN_LIMIT, type Scanned, toRange } from "../connection/scan.ts";
import { FIRST_ID, LAST_ID } from "../connection/uuid-range.ts";

/** An event about an account. */
export interface SecurityEventRow extends Scanned {
  id: string;
  /** Microseconds. */
  at: number;
  action: AuditAction;
  actorId: string | null;
  address: string | null;
  detail: Record<string, unknown>;
}

const RANGE = toRange({
  fixed: [{ column: "k.account_id", value: "$1::uuid" }],
  key: ["k.id"],
  after: ["$4::uuid"],
  to: [`'${FIRST_ID}'::uuid`],
  descending: true,
});

// The ids come from the index alone. `offset 0` makes PostgreSQL look the rows up one by one in this order, so that it stops when the list is
// full.
const LIST: Statement = {
  name: "list-security-events",
  prepared: true,
  text: `
    with about as (select k.id from audit_event k where ${RANGE.where} order by ${RANGE.order} limit ${SCAN_LIMIT})
    select * from (
      select k.id, ${micros("e.at")} as at, e.action, e.actor_id as "actorId", e.address, e.detail, e.action = any ($2) as matches,
        k.n = ${SCAN_LIMIT} as last
      from (select id, ${rowNumber("id desc")} as n from about) k
      cross join lateral (select * from audit_event where id = k.id offset 0) e) r
    where matches or last order by id desc limit $3`,
};

export interface SecurityEventQuery {
  accountId: string;
  actions: readonly AuditAction[];
  limit: number;
  /** The id of the last event of the previous page; null for the first page. */
  after: string | null;
}

/** The maximum number of scans for a page without events. */
const SCANS_MAX = 2;

/**
 * The newest events about an account with these actions that are older than `after`, and the event after which the next page begins; null if
 * there is no next page. A scan reads the `SCAN_LIMIT` events about the account that precede `after`.
 */
export async function listSecurityEvents(
  query: Query,
  { accountId, actions, limit, after }: SecurityEventQuery,
): Promise<{ shown: SecurityEventRow[]; next: SecurityEventRow | null }> {
  const scan = async (from: string) =>
    pageOfScan(await query<SecurityEventRow>(LIST, [accountId, actions, limit + 1, from]), limit);
  let page = await scan(after ?? LAST_ID);
  for (let scans = 1; scans < SCANS_MAX && page.shown.length === 0 && page.next !== null; scans++) {
    page = await scan(page.next.id);
  }
  return page;
}

const FIND_FAILED: Statement = {
  name: "find-failed-sign-in",
  text: "select 1 from audit_event where id = $1 and account_id = $2 and action = 'session.refuse'",
};

/** True if the event is a failed sign-in to the account. */
export async function isFailedSignIn(query: Query, of: { accountId: string; eventId: string }): Promise<boolean> {
  return (await query(FIND_FAILED, [of.eventId, of.accountId])).length > 0;
}
