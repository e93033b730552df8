import type { Query, Statement } from "../connection/query.ts";

interface OutboxCount {
  /** The name of the statement. */
  name: string;
  /** The table whose row has the cursor of the last event that was counted. */
  position: string;
  /** SQL: columns of `event` that the rows of `batch` have beside `cursor`. */
  columns: string;
  /** SQL: common table expressions that count the rows of `batch`. */
  counts: string;
}

/**
 * Counts the next events of the outbox, at most the given number; returns how many were read. Each event is counted once: the position
 * moves in the same statement, and other processes skip its locked row. The index on the cursor bounds the read.
 */
export function countFromOutbox({ name, position, columns, counts }: OutboxCount) {
  const statement: Statement = {
    name,
    text: `
    with place as materialized (
      select cursor from ${position} where id = 1 for update skip locked
    ), batch as materialized (
      select cursor, ${columns} from event where cursor > (select cursor from place) order by cursor limit $1
    ), ${counts}, moved as (
      update ${position} set cursor = (select max(cursor) from batch) where id = 1 and exists (select from batch)
    )
    select count(*)::int as count from batch`,
  };
  return async (query: Query, limit: number): Promise<number> => {
    const [row] = await query<{ count: number }>(statement, [limit]);
    return row!.count;
  };
}
