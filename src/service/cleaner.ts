import type { Log } from "../observe/log.ts";
import type { Management } from "../store/management.ts";
import type { Query } from "../store/query.ts";

const PAUSE_MS = 60_000;
/** Few enough that the rows are not locked for long. */
const BATCH = 1000;

/** Takes away up to `most` rows that are over; how many it were. */
export type Clean = (query: Query, most: number) => Promise<number>;

/**
 * A broom for whoever makes rows that are soon over: called with each new one, it takes old ones away at most once a minute and off the
 * caller's path. Where nothing is made there is nothing to take away.
 */
export function createCleaner(deps: { management: Management; log: Log }, clean: Clean): () => void {
  let notBefore = 0;
  return () => {
    const now = performance.now();
    if (now < notBefore) return;
    notBefore = now + PAUSE_MS;
    cleanAll(deps.management, clean).catch((error) => deps.log.warn({ err: error }, "old rows were not cleaned"));
  };
}

async function cleanAll(management: Management, clean: Clean): Promise<void> {
  const cleanBatch = () => management.transactional(({ query }) => clean(query, BATCH));
  while ((await cleanBatch()) === BATCH);
}
