import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { RULES } from "../../support/history/checker.ts";
import type { Counts } from "../../support/history/recorder.ts";
import { TABLE_RULES } from "../../support/load/verify.ts";

/** The environment variable with the directory of the results. */
export const RESULTS_VARIABLE = "FAULT_RESULTS";

/** The rule that is violated if normal service does not return after a fault. */
export const NO_RECOVERY = "no normal service";

/** The outcome of one scenario. */
export interface ScenarioResult {
  name: string;
  /** The number of faults. */
  rounds: number;
  seconds: number;
  /** The number of answered operations, and of those with an unknown outcome. */
  answered: number;
  unknown: number;
  /** The number of violations by rule. Rules without violations are left out. */
  violations: Record<string, number>;
  /** The first violations. */
  examples: string[];
  /** Seconds from the end of the fault to normal service. */
  recovery: { median: number; max: number };
}

interface ScenarioFacts {
  name: string;
  seconds: number;
  recoveries: readonly (number | null)[];
  violations: readonly { rule: string; detail: string }[];
  before: Counts;
  after: Counts;
}

const EXAMPLES = 10;

export function summarize({ name, seconds, recoveries, violations, before, after }: ScenarioFacts): ScenarioResult {
  const kinds = Object.keys(after) as (keyof Counts)[];
  const sum = (...outcomes: ("ok" | "fail" | "unknown")[]) =>
    kinds.flatMap((kind) => outcomes.map((outcome) => after[kind][outcome] - before[kind][outcome])).reduce(add, 0);
  const known = [...Object.keys(RULES), ...Object.keys(TABLE_RULES), NO_RECOVERY];
  const counted = known.map((rule) => [rule, violations.filter((one) => one.rule === rule).length] as const);
  const sorted = recoveries.filter((one) => one !== null).sort((one, other) => one - other);
  const toSeconds = (ms: number) => Math.round(ms / 10) / 100;
  return {
    name,
    rounds: recoveries.length,
    seconds: Math.round(seconds),
    answered: sum("ok", "fail"),
    unknown: sum("unknown"),
    violations: Object.fromEntries(counted.filter(([, count]) => count > 0)),
    examples: violations.slice(0, EXAMPLES).map(({ rule, detail }) => `${rule}: ${detail}`),
    recovery: {
      median: toSeconds(sorted[Math.floor(sorted.length / 2)] ?? 0),
      max: toSeconds(sorted.at(-1) ?? 0),
    },
  };
}

const add = (one: number, other: number) => one + other;

/** Writes the result to the directory that `npm run test:faults` collects. Replaces an earlier result of the same name. */
export async function saveResult(result: ScenarioResult): Promise<void> {
  const directory = process.env[RESULTS_VARIABLE];
  if (directory === undefined) return;
  await mkdir(directory, { recursive: true });
  await writeFile(join(directory, `${result.name.replaceAll(/\W+/g, "-")}.json`), JSON.stringify(result, null, 2));
}
