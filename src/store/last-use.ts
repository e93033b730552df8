import type { Log } from "../observe/log.ts";
import type { Lane } from "./pools.ts";
import type { Statement } from "./query.ts";
import { withConnection } from "./transaction.ts";

export type UsedThing = "app_secret" | "installation" | "service_key";

/** Notes when things were last used, to the hour, off the path of whoever uses them. Losing a note harms nobody. */
export interface LastUse {
  /** `lastUsedAt` and `now` are microseconds; a use within the hour of the last note is none. */
  note(thing: UsedThing, id: string, known: { lastUsedAt: number | null; now: number }): void;
  /** Resolves once what was noted so far is written, by whomever. */
  flush(): Promise<void>;
}

const HOUR = 3600 * 1_000_000;
const PAUSE_MS = 1000;

const write = (table: UsedThing): Statement => ({
  name: `note-use-${table}`,
  text: `
    with due as (
      select id from ${table} where id = any($1::uuid[])
        and (last_used_at is null or last_used_at < clock_timestamp() - interval '1 hour')
      order by id for update skip locked
    )
    update ${table} t set last_used_at = clock_timestamp() from due where t.id = due.id`,
});

const STATEMENTS: Record<UsedThing, Statement> = {
  app_secret: write("app_secret"),
  installation: write("installation"),
  service_key: write("service_key"),
};

export function createLastUse(lane: Lane, log: Log): LastUse {
  const noted: Record<UsedThing, Set<string>> = {
    app_secret: new Set(),
    installation: new Set(),
    service_key: new Set(),
  };
  let timer: NodeJS.Timeout | null = null;
  let writing: Promise<void> = Promise.resolve();

  function flush(): Promise<void> {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    writing = writing.then(writeAll, writeAll);
    return writing;
  }

  async function writeAll(): Promise<void> {
    for (const [thing, ids] of Object.entries(noted) as [UsedThing, Set<string>][]) {
      if (ids.size === 0) continue;
      const due = [...ids];
      ids.clear();
      await withConnection(lane, (query) => query(STATEMENTS[thing], [due]));
    }
  }

  const flushQuietly = () => flush().catch((error) => log.warn({ err: error }, "a last use was not noted"));

  return {
    note(thing, id, { lastUsedAt, now }) {
      if (lastUsedAt !== null && now - lastUsedAt < HOUR) return;
      noted[thing].add(id);
      timer ??= setTimeout(flushQuietly, PAUSE_MS).unref();
    },
    flush,
  };
}
