import type { Log } from "../../observe/log.ts";
import type { ConnectionPool } from "../connection/pools.ts";
import type { Statement } from "../connection/query.ts";
import { withConnection } from "../connection/transaction.ts";
import { createNotes, type Notes } from "../installations/notes.ts";

export type UsedThing = "app_secret" | "installation" | "service_key";

/** Notes when things were last used, to the hour, off the path of whoever uses them. */
export interface LastUse {
  /** `lastUsedAt` and `now` are microseconds; a use within the hour of the last note is none. */
  note(thing: UsedThing, id: string, known: { lastUsedAt: number | null; now: number }): void;
  /** Resolves once what was noted so far is written. */
  flush(): Promise<void>;
}

const HOUR = 3600 * 1_000_000;
const DUE = "(last_used_at is null or last_used_at < clock_timestamp() - interval '1 hour')";

// Passes over held rows: waiting would keep the others locked. The caller tries those again.
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
  const notesOf = (thing: UsedThing): Notes<true> => {
    const statement = write(thing);
    return createNotes(
      {
        merge: () => true,
        async write(notes) {
          const ids = notes.map(([id]) => id);
          const held = await withConnection(pool, (query) => query<{ id: string }>(statement, [ids]));
          return held.map(({ id }) => id);
        },
        failed: "a last use was not noted; it is tried again",
      },
      log,
    );
  };
  const notes: Record<UsedThing, Notes<true>> = {
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
