import type { Query, Statement } from "../connection/query.ts";

const DROP: Statement = {
  name: "drop-outbox-events",
  text: `
    with oldest as (
      select e.cursor, e.at from event e order by e.cursor limit $2
    ), due as (
      select cursor from oldest where at < clock_timestamp() - $1 * interval '1 second'
    )
    delete from event e using due where e.cursor = due.cursor returning 1`,
};

export interface OutboxCleanup {
  /** The minimum time in seconds for which every event stays. */
  keepFor: number;
  /** The maximum number of deleted rows. */
  limit: number;
}

/** Deletes the oldest events of the outbox; returns how many. */
export async function dropOutboxEvents(query: Query, { keepFor, limit }: OutboxCleanup): Promise<number> {
  return (await query(DROP, [keepFor, limit])).length;
}
