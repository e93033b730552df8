import type { MikroORM } from "@mikro-orm/postgresql";
import type { Log } from "../../observe/log.ts";

const PAUSE_MS = 60_000;
/** Few enough that the rows are not locked for long. */
const BATCH = 1000;

/**
 * Takes away failure windows that are over, at most once a minute and off the caller's path. Only failures make rows, so they also clean up;
 * where nobody fails there is nothing to take away.
 */
export function createCleaner(orm: MikroORM, log: Log): () => void {
  let notBefore = 0;
  return () => {
    const now = performance.now();
    if (now < notBefore) return;
    notBefore = now + PAUSE_MS;
    cleanWindows(orm).catch((error) => log.warn({ err: error }, "old failure windows were not cleaned"));
  };
}

async function cleanWindows(orm: MikroORM): Promise<void> {
  let removed: { affectedRows: number };
  do {
    removed = await orm.em.fork().execute(
      `delete from failure_window where (key, started_at) in (
         select key, started_at from failure_window where expires_at <= clock_timestamp() limit ?
         for update skip locked)`,
      [BATCH],
      "run",
    );
  } while (removed.affectedRows === BATCH);
}
