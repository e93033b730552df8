import { setTimeout as delay } from "node:timers/promises";
import { migrate } from "../../../src/store/migrations/migrate.ts";
import type { Violation } from "../../support/history/checker.ts";
import { createRecorder, type Recorder } from "../../support/history/recorder.ts";
import { type Load, startLoad } from "../../support/load/load.ts";
import { createOperations, type Operations } from "../../support/load/operations.ts";
import { createLoadPlatform } from "../../support/load/platform.ts";
import { findTornRedemptions, type TableViolation, verify } from "../../support/load/verify.ts";
import { type ScenarioResult, saveResult, summarize } from "../faults/results.ts";
import { type Cluster, startCluster } from "./cluster.ts";
import type { Member } from "./patroni.ts";
import { type DatabaseSettings, type Service, startService } from "./service.ts";
import { COUNTS } from "./settings.ts";

/** A cluster with a service under load. */
export interface Stage {
  cluster: Cluster;
  service: Service;
  begin(name: string): Scenario;
  stop(): Promise<void>;
}

/** The members at the time of a failover. */
export interface Roles {
  primary: Member;
  standby: Member;
}

/** A failover, or a fault of the standby. */
export interface Failover {
  /** Begins the fault; returns the member that becomes or stays the primary. */
  inject(roles: Roles): Promise<Member>;
  /** Makes the other member the standby again. */
  heal?(roles: Roles): Promise<void>;
  /** The check that the standby must pass before the fault; default: `sync`. */
  standbyCheck?: "sync" | "replica";
}

/** Failovers of one kind. */
export interface Scenario {
  /** Runs one failover under load, then verifies all answers so far. */
  round(failover: Failover): Promise<void>;
  /** Saves and returns the result. */
  end(): Promise<ScenarioResult>;
}

/** `FEED_MAX_AGE`: a cached introspection of one core may be older than a revocation by the other. */
const CACHE_LAG_MS = 1_000;
/** A service that takes longer has not recovered. Only the release run checks the goal of 30 s. */
const NORMAL_WITHIN_MS = 90_000;

/** @param connect returns the cores' settings; `stop` of its result must stop everything that it started */
export async function openStage(
  connect: (cluster: Cluster) => Promise<{ database: DatabaseSettings; stop?(): Promise<void> }>,
): Promise<Stage> {
  const stack = new AsyncDisposableStack();
  try {
    const cluster = await startCluster();
    stack.defer(() => cluster.stop());
    await migrate(cluster.url);
    const platform = await createLoadPlatform(cluster.url);
    const { database, stop } = await connect(cluster);
    stack.defer(async () => stop?.());
    const service = await startService(database, cluster.url);
    stack.defer(() => service.stop());
    const recorder = createRecorder();
    const operations = createOperations({ targets: service.targets, platform, recorder });
    stack.defer(() => operations.close());
    const load = startLoad(operations, COUNTS.clients);
    stack.defer(() => load.stop());
    const begin = (name: string) => beginScenario({ name, cluster, recorder, load, operations });
    return { cluster, service, begin, stop: () => stack.disposeAsync() };
  } catch (error) {
    await stack.disposeAsync();
    throw error;
  }
}

interface ScenarioParts {
  name: string;
  cluster: Cluster;
  recorder: Recorder;
  load: Load;
  operations: Operations;
}

function beginScenario({ name, cluster, recorder, load, operations }: ScenarioParts): Scenario {
  const began = performance.now();
  const before = recorder.counts();
  const recoveries: (number | null)[] = [];
  const violations: (Violation | TableViolation)[] = [];
  const query = (text: string, values?: unknown[]) => cluster.query(text, values);
  return {
    async round({ inject, heal, standbyCheck }) {
      const roles = await cluster.untilComplete(standbyCheck);
      await delay(COUNTS.loadMs * (0.5 + Math.random()));
      const faultAt = performance.now();
      await cluster.untilPrimary(await inject(roles));
      const elapsed = performance.now() - faultAt;
      const normal = await recorder.untilNormal(NORMAL_WITHIN_MS);
      if (normal === null) throw new Error(`${name}: no normal service within ${NORMAL_WITHIN_MS / 1_000} s`);
      recoveries.push(elapsed + normal);
      await heal?.(roles);
      violations.push(
        ...(await verify({ load, operations, query, check: { cacheLagMs: CACHE_LAG_MS, mustAnswer: true } })),
      );
    },
    async end() {
      violations.push(...(await findTornRedemptions(query)));
      const seconds = (performance.now() - began) / 1_000;
      const result = summarize({ name, seconds, recoveries, violations, before, after: recorder.counts() });
      await saveResult(result);
      return result;
    },
  };
}
