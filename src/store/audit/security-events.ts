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

const { where, order } = toRange({
  fixed: [{ column: "k.account_id", value: "$1::uuid" }],
  key: ["k.id"],
  after: ["'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid"],
  to: ["'00000000-0000-0000-0000-000000000000'::uuid"],
  descending: true,
});

// `offset 0` makes PostgreSQL look the rows up one by one, so that the scan ends when the list is full.
const LIST: Statement = {
  name: "list-security-events",
  text: `
    select e.id, ${micros("e.at")} as at, e.action, e.actor_id as "actorId", e.address, e.detail
    from (select k.account_id, k.id from audit_event k where ${where} order by ${order} limit ${SCAN_LIMIT}) k
    cross join lateral (select * from audit_event where id = k.id offset 0) e
    where e.action = any ($2) order by ${order} limit $3`,
};

/** The newest events of an account with these actions, among its newest `SCAN_LIMIT` events. */
export async function listSecurityEvents(
  query: Query,
  { accountId, actions, limit }: { accountId: string; actions: readonly AuditAction[]; limit: number },
): Promise<SecurityEventRow[]> {
  return query<SecurityEventRow>(LIST, [accountId, actions, limit]);
}
