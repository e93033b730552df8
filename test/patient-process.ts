import { existsSync } from "node:fs";
import { registerHooks } from "node:module";

/**
 * For `node --import`: the service with more patience for its database, for tests that are not about that and ask it from outside. Its own bounds
 * are a second for a connection, a group or a look-up, and a few for a statement. On a busy machine some of many requests at once wait
 * longer; the 503 that they get is right, and no fault of the code under test. What the database refuses is refused as ever.
 */
const CHANGES: Record<string, [find: string, put: string][]> = {
  "store/pools.ts": [
    ["config.acquireTimeoutMs ?? 1000", "config.acquireTimeoutMs ?? 15_000"],
    ["config.statementTimeoutMs ?? 3000", "config.statementTimeoutMs ?? 15_000"],
  ],
  "store/orm.ts": [
    ["const ACQUIRE_TIMEOUT_MS = 1_000", "const ACQUIRE_TIMEOUT_MS = 15_000"],
    ["const STATEMENT_TIMEOUT_MS = 5_000", "const STATEMENT_TIMEOUT_MS = 15_000"],
  ],
  "store/token-store.ts": [["patienceMs: 1_000", "patienceMs: 15_000"]],
  "service/tokens/look-ups.ts": [["const WAIT_MS = 1_000", "const WAIT_MS = 15_000"]],
};

const changes = new Map(
  Object.entries(CHANGES).map(([file, texts]) => [new URL(`../src/${file}`, import.meta.url).href, texts]),
);
for (const url of changes.keys())
  if (!existsSync(new URL(url))) throw new Error(`${url} has gone: test/patient-process.ts`);

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    const texts = changes.get(url);
    return texts === undefined ? loaded : { ...loaded, source: changed(url, String(loaded.source), texts) };
  },
});

function changed(url: string, source: string, texts: [find: string, put: string][]): string {
  return texts.reduce((text, [find, put]) => {
    if (text.split(find).length !== 2) throw new Error(`${url} has no ${find}: test/patient-process.ts`);
    return text.replace(find, put);
  }, source);
}
