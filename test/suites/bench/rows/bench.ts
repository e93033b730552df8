import type { Deployment, Infrastructure } from "../infrastructure.ts";
import type { LoadResult } from "../load/wrk.ts";
import type { RowResult } from "../report.ts";
import type { Goal } from "../statistics.ts";

/** The context of a measurement. */
export interface Bench {
  infrastructure: Infrastructure;
  /** The service with 10,000 tokens that most rows use. */
  main: Deployment;
  /** Seconds of each load. */
  seconds: number;
  rounds: number;
  /** True if a warm-up round precedes the rounds. */
  warmsUp: boolean;
  /** The number of connections of a row, or fewer in a short run. */
  mostConnections: number;
  /** The amounts of rows that need much data. */
  amounts: { manyTokens: number; cachedTokens: number; revocations: number; costRows: number };
  logProgress(text: string): void;
}

/** One or more rows of the report that are measured together. */
export interface Measurement {
  /** The name that `--only` selects. */
  name: string;
  run(bench: Bench): Promise<RowResult[]>;
}

/** Runs the loads alternately, so that the state of the machine affects all of them equally. A warm-up round may precede. */
export async function inTurn<K extends string>(
  { rounds, warmsUp, logProgress }: Pick<Bench, "rounds" | "warmsUp" | "logProgress">,
  loads: Record<K, () => Promise<LoadResult>>,
): Promise<Record<K, LoadResult[]>> {
  const results = Object.fromEntries(Object.keys(loads).map((name) => [name, []])) as unknown as Record<
    K,
    LoadResult[]
  >;
  for (let round = warmsUp ? 0 : 1; round <= rounds; round++) {
    for (const name of Object.keys(loads) as K[]) {
      const result = { ...(await loads[name]()), warmUp: round === 0 };
      results[name].push(result);
      const speed = `${Math.round(result.perSecond).toLocaleString("en-GB")}/s`;
      const wrong = result.wrong > 0 ? `, ${result.wrong} WRONG` : "";
      logProgress(`  ${round === 0 ? "warming up" : `round ${round}`}: ${name} ${speed}${wrong}`);
    }
  }
  return results;
}

/** The timed rounds. */
export const timed = (results: readonly LoadResult[]): readonly LoadResult[] =>
  results.filter(({ warmUp }) => warmUp !== true);

export const perSecond = (results: readonly LoadResult[]): number[] => timed(results).map((result) => result.perSecond);

/** All responses, including those of the warm-up. */
export function answersOf(...results: readonly (readonly LoadResult[])[]): RowResult["answers"] {
  const all = results.flat();
  const sum = (pick: (result: LoadResult) => number) => all.reduce((total, result) => total + pick(result), 0);
  return {
    checked: sum((result) => result.checked),
    wrong: sum((result) => result.wrong),
    firstWrong: all.find((result) => result.firstWrong !== null)?.firstWrong ?? null,
  };
}

/** The CPU time per second, in the median round, of the generator and, if the row measures them, of other processes. */
export function coresNote(what: string, results: readonly LoadResult[]): string {
  const cores = timed(results)
    .map(({ generatorCores }) => generatorCores)
    .sort((one, other) => one - other);
  return `${what} used ${Math.round((cores[Math.floor(cores.length / 2)] ?? 0) * 100)} % of a core`;
}

export const ratioAtLeast = (bound: number): Goal => ({ kind: "ratio", is: "at least", bound });
export const ratioAtMost = (bound: number): Goal => ({ kind: "ratio", is: "at most", bound });
export const atMost = (bound: number): Goal => ({ kind: "value", is: "at most", bound });
export const atLeast = (bound: number): Goal => ({ kind: "value", is: "at least", bound });
