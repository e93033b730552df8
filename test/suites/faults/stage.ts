import { setTimeout as delay } from "node:timers/promises";
import { expect } from "vitest";
import type { CheckOptions } from "../../support/history/checker.ts";
import { createRecorder, type Recorder } from "../../support/history/recorder.ts";
import { type Load, startLoad } from "../../support/load/load.ts";
import { createOperations, type Operations, type Target } from "../../support/load/operations.ts";
import { createLoadPlatform } from "../../support/load/platform.ts";
import { findTornRedemptions, verify } from "../../support/load/verify.ts";
import { type Core, type CoreChanges, startCore } from "./core.ts";
import { type PostgresServer, startPostgres } from "./postgres.ts";
import { NO_RECOVERY, type ScenarioResult, saveResult, summarize } from "./results.ts";
import { COUNTS } from "./settings.ts";

/** A core under load with its own PostgreSQL. */
export interface Stage {
  postgres: PostgresServer;
  core: Core;
  operations: Operations;
  begin(name: string, check?: CheckOptions): Scenario;
  stop(): Promise<void>;
}

/** Rounds of the same fault. */
export interface Scenario {
  /** Injects and heals one fault under load, waits for normal service, and verifies all answers so far. */
  round(inject: () => Promise<void>): Promise<void>;
  violations(): readonly { rule: string }[];
  /** Operations with an unknown outcome so far. */
  unknown(): number;
  /** Saves and returns the result. */
  end(): Promise<ScenarioResult>;
}

export interface StageOptions extends CoreChanges {
  /** The parent of PostgreSQL's data directory. */
  directory?: string;
  /** Default: `COUNTS.clients`. */
  clients?: number;
  /** Settings of PostgreSQL. */
  postgresSettings?: readonly string[];
  /** Returns the core's `DATABASE_URL`, and `toTarget` the addresses for the clients, if a proxy is in between. */
  between?(postgresUrl: string): Promise<string>;
  toTarget?(target: Target): Promise<Target>;
}

const NORMAL_WITHIN_MS = 30_000;
/** The number of lines of the core's log in an error message. */
const LOG_LINES = 20;

export async function openStage(options: StageOptions = {}): Promise<Stage> {
  const postgres = await startPostgres(options.directory);
  if (options.postgresSettings !== undefined) {
    postgres.configure(options.postgresSettings);
    await postgres.kill();
    await postgres.start();
  }
  const platform = await createLoadPlatform(postgres.url);
  const core = await startCore((await options.between?.(postgres.url)) ?? postgres.url, options);
  const target = (await options.toTarget?.(core.target)) ?? core.target;
  const recorder = createRecorder();
  const operations = createOperations({ targets: [target], platform, recorder });
  const load = startLoad(operations, options.clients ?? COUNTS.clients);
  return {
    postgres,
    core,
    operations,
    begin: (name, check = {}) => beginScenario({ name, check, recorder, load, operations, postgres, core }),
    async stop() {
      await load.stop();
      operations.close();
      await core.stop();
      await postgres.drop();
    },
  };
}

export interface Rounds {
  name: string;
  rounds: number;
  check?: CheckOptions;
  inject(round: number): Promise<void>;
}

/** Repeats a fault, and expects that no rule is violated. */
export async function expectNoLoss(stage: Stage, { name, rounds, check, inject }: Rounds): Promise<ScenarioResult> {
  const scenario = stage.begin(name, check);
  for (let round = 0; round < rounds; round++) await scenario.round(() => inject(round));
  const result = await scenario.end();
  const { violations, examples, answered } = result;
  expect({ violations, examples }).toEqual({ violations: {}, examples: [] });
  expect(answered).toBeGreaterThan(0);
  return result;
}

interface ScenarioParts {
  name: string;
  check: CheckOptions;
  recorder: Recorder;
  load: Load;
  operations: Operations;
  postgres: PostgresServer;
  core: Core;
}

function beginScenario({ name, check, recorder, load, operations, postgres, core }: ScenarioParts): Scenario {
  const began = performance.now();
  const before = recorder.counts();
  const recoveries: (number | null)[] = [];
  const violations: { rule: string; detail: string }[] = [];
  const query = (text: string, values?: unknown[]) => postgres.query(text, values);
  const summarizeSoFar = () => {
    const seconds = (performance.now() - began) / 1_000;
    return summarize({ name, seconds, recoveries, violations, before, after: recorder.counts() });
  };
  return {
    async round(inject) {
      await delay(COUNTS.loadMs * (0.5 + Math.random()));
      await inject();
      const recovery = await recorder.untilNormal(NORMAL_WITHIN_MS);
      recoveries.push(recovery);
      if (recovery === null) {
        violations.push({ rule: NO_RECOVERY, detail: `none within ${NORMAL_WITHIN_MS / 1_000} s` });
        await saveResult(summarizeSoFar());
        const log = core.output().split("\n").slice(-LOG_LINES).join("\n");
        throw new Error(`${name}: no normal service within 30 s after the fault\n${log}`);
      }
      violations.push(...(await verify({ load, operations, query, check })));
      // Saves after each round, so that an interrupted run keeps its complete rounds.
      await saveResult(summarizeSoFar());
    },
    violations: () => violations,
    unknown: () => summarizeSoFar().unknown,
    async end() {
      violations.push(...(await findTornRedemptions(query)));
      const result = summarizeSoFar();
      await saveResult(result);
      return result;
    },
  };
}
