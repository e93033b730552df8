import type { Log } from "../../observe/log.ts";
import { cleanFailures } from "../../store/failure-windows.ts";
import type { Management } from "../../store/management.ts";

const PAUSE_MS = 60_000;
/** Few enough that the rows are not locked for long. */
const BATCH = 1000;

/**
 * Takes away failure windows that are over, at most once a minute and off the caller's path. Only failures make rows, so they also clean up;
 * where nobody fails there is nothing to take away.
 */
export function createCleaner(management: Management, log: Log): () => void {
  let notBefore = 0;
  return () => {
    const now = performance.now();
    if (now < notBefore) return;
    notBefore = now + PAUSE_MS;
    clean(management).catch((error) => log.warn({ err: error }, "old failure windows were not cleaned"));
  };
}

async function clean(management: Management): Promise<void> {
  const cleanBatch = () => management.transactional(({ query }) => cleanFailures(query, BATCH));
  while ((await cleanBatch()) === BATCH);
}
