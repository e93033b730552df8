import type { Query, Statement } from "../connection/query.ts";

interface OutboxCount {
  /** The name of the statement. */
  name: string;
  /** The table whose single row has the cursor of the last counted event. */
  position: string;
  /** SQL: the columns of `event` that the rows of `batch` have in addition to `cursor`. */
  columns: string;
  /** SQL: common table expressions that count the rows of `batch`. */
  counts: string;
}

/**
 * Returns a function that counts the next events of the outbox, at most the given number, and returns how many it read. Each event is
 * counted once, because the same statement moves the position, and other processes skip its locked row.
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
