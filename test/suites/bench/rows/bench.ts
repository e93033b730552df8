import type { Deployment, Infrastructure } from "../infrastructure.ts";
import type { LoadResult } from "../load/wrk.ts";
import type { RowResult } from "../report.ts";
import type { Goal } from "../statistics.ts";

/** What the rows are run with. */
export interface Bench {
  infrastructure: Infrastructure;
  /** The service over 10,000 tokens that most rows ask. */
  main: Deployment;
  /** Of each load. */
  seconds: number;
  rounds: number;
  /** Whether a round that does not count comes first. */
  warmsUp: boolean;
  /** Connections of the loads at most: as many as the rows say, but for a run that only looks whether everything works. */
  mostConnections: number;
  /** How much the rows about much hold. */
  amounts: { manyTokens: number; cachedTokens: number; revocations: number };
  tell(text: string): void;
}

/** One or more rows of the report that are measured together. */
export interface Measurement {
  /** What `--only` goes by. */
  name: string;
  run(bench: Bench): Promise<RowResult[]>;
}

/**
 * Runs the loads one after another, again and again, so that each round sees the same machine; a first round is for warming up and only
 * its answers count.
 */
export async function inTurn<K extends string>(
  { rounds, warmsUp, tell }: Pick<Bench, "rounds" | "warmsUp" | "tell">,
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
      tell(`  ${round === 0 ? "warming up" : `round ${round}`}: ${name} ${speed}${wrong}`);
    }
  }
  return results;
}

/** The timed rounds. */
export const timed = (results: readonly LoadResult[]): readonly LoadResult[] =>
  results.filter(({ warmUp }) => warmUp !== true);

export const perSecond = (results: readonly LoadResult[]): number[] => timed(results).map((result) => result.perSecond);

/** All answers, of the warm-up too. */
export function answersOf(...results: readonly (readonly LoadResult[])[]): RowResult["answers"] {
  const all = results.flat();
  const sum = (pick: (result: LoadResult) => number) => all.reduce((total, result) => total + pick(result), 0);
  return {
    checked: sum((result) => result.checked),
    wrong: sum((result) => result.wrong),
    firstWrong: all.find((result) => result.firstWrong !== null)?.firstWrong ?? null,
  };
}

/** What the generator and, for the rows that ask, other processes used of a core, in the median round. */
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
