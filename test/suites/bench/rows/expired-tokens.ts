import type pg from "pg";
import type { Query } from "../../../../src/store/connection/query.ts";
import { takeLease } from "../../../../src/store/retention/lease.ts";
import { detachPartition, dropDetached, isDue, partitionStatus } from "../../../../src/store/retention/partitions.ts";
import { backdatePartitions } from "../../../support/partitions.ts";
import type { LoadResult } from "../load/wrk.ts";
import { answersOf, atMost, type Bench, type Measurement } from "./bench.ts";
import { refreshByHttp } from "./loads.ts";

const WEEKS = 8;
const LEASE_SECONDS = 86_400;
const BATCH = 1_000_000;
const CONNECTIONS = 8;

/** Measures how the removal of very many expired tokens with their partition affects concurrent refreshes. */
export const expiredTokens: Measurement = {
  name: "growth: expired tokens",
  async run(bench) {
    const deployment = await bench.infrastructure.open(0);
    try {
      const rows = bench.amounts.manyTokens;
      await backdatePartitions(deployment.pool, WEEKS);
      // The service's own job must not remove the partition first.
      await takeLease(queryOn(deployment.pool), LEASE_SECONDS);
      const partition = await fillExpired(bench, deployment.pool, rows);
      const refreshing = keepRefreshing(bench, deployment);
      const removal = await remove(deployment.pool, partition).finally(refreshing.stop);
      const results = await refreshing.load;
      return [
        {
          ...{
            name: `lock time of removing ${rows.toLocaleString("en-GB")} expired tokens`,
            unit: "ms",
            goal: atMost(1_000),
          },
          ...{ measured: [removal.detachMs], limit: null, answers: answersOf(results) },
          notes: [
            `DETACH CONCURRENTLY; then DROP ${removal.dropMs.toFixed(0)} ms, which locks the detached table only; the check before ${(removal.checkMs / 1_000).toFixed(1)} s, without a lock that blocks`,
            `p99 of ${results.reduce((sum, { checked }) => sum + checked, 0)} refreshes meanwhile: ${Math.max(...results.map(({ p99Us }) => p99Us / 1_000)).toFixed(0)} ms`,
          ],
        },
      ];
    } finally {
      await deployment.stop();
    }
  },
};

/** Fills one past week with access tokens, and returns the name of its partition. */
async function fillExpired({ logProgress }: Bench, pool: pg.Pool, rows: number): Promise<string> {
  for (let done = 0; done < rows; done += BATCH) {
    await pool.query(
      `insert into access_token (id, family_id, digest, scopes, issued_at, expires_at)
       select uuidv7(interval '-6 weeks'), uuidv7(), decode(repeat('00', 32), 'hex'), '{orders:read}', now() - interval '6 weeks',
         now() - interval '6 weeks' from generate_series(1, $1::int)`,
      [Math.min(BATCH, rows - done)],
    );
    logProgress(`  ${(done + BATCH).toLocaleString("en-GB")} expired tokens`);
  }
  const { rows: found } = await pool.query("select tableoid::regclass::text as name from access_token limit 1");
  return found[0].name;
}

/** Runs refresh loads until `stop`, then waits for the end of the current load. */
function keepRefreshing(
  { infrastructure, mostConnections }: Bench,
  deployment: Parameters<typeof refreshByHttp>[0]["deployment"],
) {
  let stopped = false;
  const connections = Math.min(CONNECTIONS, mostConnections);
  const load = (async () => {
    const results: LoadResult[] = [];
    while (!stopped) results.push(await refreshByHttp({ deployment, infrastructure, connections, seconds: 2 }));
    return results;
  })();
  const stop = () => {
    stopped = true;
  };
  return { load, stop };
}

const queryOn =
  (pool: pg.Pool): Query =>
  async ({ text }, values) =>
    (await pool.query(text, [...values])).rows;

/** Removes the partition as the retention job does, and measures it. */
async function remove(pool: pg.Pool, name: string) {
  const query = queryOn(pool);
  const timed = async (work: () => Promise<unknown>): Promise<number> => {
    const began = performance.now();
    await work();
    return performance.now() - began;
  };
  const where = { table: "access_token", partition: name, keep: 86_400 } as const;
  let due = false;
  const checkMs = await timed(async () => {
    due = await isDue(query, where, async () => true);
  });
  if (!due) throw new Error(`${name} has tokens that are not due`);
  const status = (await partitionStatus(query)).find(({ table }) => table === where.table)!;
  const partition = status.partitions.find((one) => one.name === name)!;
  const detachMs = await timed(() => detachPartition(query, where.table, partition));
  const dropMs = await timed(() => dropDetached(query, name));
  return { checkMs, detachMs, dropMs };
}
