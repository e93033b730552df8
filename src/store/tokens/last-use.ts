import type { Log } from "../../observe/log.ts";
import type { ConnectionPool } from "../connection/pools.ts";
import type { Statement } from "../connection/query.ts";
import { withConnection } from "../connection/transaction.ts";
import { createWriteBehind, type WriteBehind } from "../connection/write-behind.ts";

export type UsedThing = "app_secret" | "installation" | "service_key";

/** Records when rows were last used, to the hour, outside of the request. */
export interface LastUse {
  /** Records a use, unless the recorded use is younger than an hour. `lastUsedAt` and `now` are microseconds. */
  note(thing: UsedThing, id: string, known: { lastUsedAt: number | null; now: number }): void;
  /** Resolves when all earlier uses are written. */
  flush(): Promise<void>;
}

const HOUR = 3600 * 1_000_000;
const DUE = "(last_used_at is null or last_used_at < clock_timestamp() - interval '1 hour')";

// Skips rows that other transactions have locked, because a wait would keep the other rows locked. The caller retries the returned ids.
const write = (table: UsedThing): Statement => ({
  name: `note-use-${table}`,
  text: `
    with due as materialized (
      select id from ${table} where id = any($1::uuid[]) and ${DUE}
    ), free as materialized (
      select id from ${table} where id = any(array(select id from due)) and ${DUE} order by id for update skip locked
    ), written as (
      update ${table} t set last_used_at = clock_timestamp() from free where t.id = free.id
    )
    select id from due where id <> all(array(select id from free))`,
});

export function createLastUse(pool: ConnectionPool, log: Log): LastUse {
  const notesOf = (thing: UsedThing): WriteBehind<true> => {
    const statement = write(thing);
    return createWriteBehind(
      {
        merge: () => true,
        async write(notes) {
          const ids = notes.map(([id]) => id);
          const held = await withConnection(pool, (query) => query<{ id: string }>(statement, [ids]));
          return held.map(({ id }) => id);
        },
        failed: "could not record a last use; retrying",
      },
      log,
    );
  };
  const notes: Record<UsedThing, WriteBehind<true>> = {
    app_secret: notesOf("app_secret"),
    installation: notesOf("installation"),
    service_key: notesOf("service_key"),
  };
  return {
    note(thing, id, { lastUsedAt, now }) {
      if (lastUsedAt !== null && now - lastUsedAt < HOUR) return;
      notes[thing].add(id, true);
    },
    async flush() {
      await Promise.all(Object.values(notes).map((one) => one.flush()));
    },
  };
}
