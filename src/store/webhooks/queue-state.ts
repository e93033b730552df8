import type { Query, Statement } from "../connection/query.ts";

export interface WebhookQueueState {
  /** The number of events whose deliveries are not queued yet. */
  eventsBehind: number;
  /** How many seconds ago the oldest due lane became due, among lanes that no process holds. */
  overdueSeconds: number;
  /** The number of deliveries that have not ended, counted up to 100,000. */
  queued: number;
}

const READ: Statement = {
  name: "read-webhook-queue",
  text: `
    select (e.cursor - h.cursor)::float8 as "eventsBehind",
      coalesce((
        select extract(epoch from clock_timestamp() - min(due_at))::float8 from webhook_lane
        where due_at <= clock_timestamp() and (holder is null or leased_until < clock_timestamp())
      ), 0) as "overdueSeconds",
      (select count(*)::int from (
        select 1 from webhook_delivery where state in ('PENDING', 'WAITING') limit 100000
      ) d) as queued
    from webhook_head h, event_head e where h.id = 1 and e.id = 1`,
};

export async function readQueueState(query: Query): Promise<WebhookQueueState> {
  const [row] = await query<WebhookQueueState>(READ, []);
  return row!;
}
