import { Registry } from "prom-client";
import { addRetentionMetrics, type RetentionMetrics } from "../../../../src/observe/retention-metrics.ts";
import type { PeriodicJob } from "../../../../src/service/periodic-job.ts";
import { startRetentionCleanup } from "../../../../src/service/retention/cleanup.ts";
import { type Keep, keepOf, TABLES } from "../../../../src/service/retention/tables.ts";
import { PARTITIONED_TABLES } from "../../../../src/store/retention/partitions.ts";
import { useOpened } from "../../../support/world/fixtures.ts";
import { createWorld, type World } from "../../../support/world/world.ts";

export const DAY = 86_400;

/** The world of the token tests with a cleanup job that runs on request. */
export interface RetentionWorld extends World {
  registry: Registry;
  metrics: RetentionMetrics;
  keep: Keep;
  sweep: PeriodicJob;
  /** The cleanup job of another process. */
  another(restMs?: number): PeriodicJob;
}

async function createRetentionWorld(): Promise<RetentionWorld> {
  const world = await createWorld();
  const registry = new Registry();
  const metrics = addRetentionMetrics(registry, TABLES, PARTITIONED_TABLES);
  const keep = keepOf({ refreshRetryWindow: 600, refreshRetryWindowPublic: 60, auditRetention: 30 * DAY });
  const { management } = world;
  const { log } = world.deps;
  const sweeps: PeriodicJob[] = [];
  const another = (restMs = 0) => {
    const sweep = startRetentionCleanup({ management, log, metrics, keep }, { everyMs: 3_600_000, restMs });
    sweeps.push(sweep);
    return sweep;
  };
  return {
    ...world,
    registry,
    metrics,
    keep,
    sweep: another(),
    another,
    async close() {
      for (const sweep of sweeps) await sweep.stop();
      await world.close();
    },
  };
}

export const useRetentionWorld = () => useOpened(createRetentionWorld);
