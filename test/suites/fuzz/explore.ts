import fc from "fast-check";
import { test } from "vitest";
import { DEFAULT_TIMEOUT_SETTINGS } from "../../support/long-timeouts.ts";

/** A property that must hold for every input. */
export interface Exploration {
  name: string;
  /** The number of runs in `npm run test:services`. */
  runs: number;
  /** Its share of the minutes of `npm run test:fuzz`. The shares of all explorations add up to 1. */
  share: number;
}

/** `test/suites/fuzz/run.ts` sets these variables. */
const { FUZZ_MINUTES, FUZZ_SEED, FUZZ_PATH } = process.env;
/** `npm run test:services` always uses the same seed, so that its failures are reproducible; longer runs use a new one. */
const SEED = 20260101;
const MARGIN_MS = 120_000;

/**
 * The settings of the service under test. Only a long run uses the default of DATABASE_TIMEOUT, to find slow statements; CI is too busy.
 */
export const FUZZ_SETTINGS = { RATE_LIMITS: "off", ...(FUZZ_MINUTES === undefined ? {} : DEFAULT_TIMEOUT_SETTINGS) };

/** A test that checks a property many times, prints its seed, and shrinks a counterexample. */
export function explore<Ts>({ name, runs, share }: Exploration, property: () => fc.IAsyncProperty<Ts>): void {
  const limitMs = FUZZ_MINUTES === undefined ? null : Number(FUZZ_MINUTES) * 60_000 * share;
  test(
    name,
    async () => {
      const given = FUZZ_SEED ?? (limitMs === null ? SEED : Math.floor(Math.random() * 2 ** 31));
      const seed = Number(given);
      const bounded =
        limitMs === null || FUZZ_PATH !== undefined
          ? { numRuns: runs }
          : { numRuns: 1_000_000_000, interruptAfterTimeLimit: limitMs, markInterruptAsFailure: false };
      const found = await fc.check(property(), {
        seed,
        ...(FUZZ_PATH !== undefined && { path: FUZZ_PATH, endOnFailure: true }),
        ...bounded,
      });
      console.log(`${name}: ${found.numRuns} runs from seed ${seed}`);
      if (!found.failed) return;
      const again = `npm run test:fuzz -- --seed ${found.seed} --path ${found.counterexamplePath} -t ${JSON.stringify(name)}`;
      const cause = found.errorInstance;
      throw new Error(
        `${fc.defaultReportMessage(found)}\n\nAgain: ${again}\n\n${cause instanceof Error ? cause.message : cause}`,
        { cause },
      );
    },
    (limitMs ?? 0) * 2 + MARGIN_MS,
  );
}
