import { expect, test } from "vitest";
import { timeInTurns } from "./stopwatch.ts";
import type { Comparison } from "./welch.ts";

/** Measures with a `settled` that decides at these counts. Returns the numbers of attempts and samples. */
async function look(most: number, settled: (looks: number) => boolean) {
  const made: [number, number] = [0, 0];
  let [looks, compared] = [0, 0];
  const attempt = (kind: 0 | 1) => () => async () => void made[kind]++;
  const seen = ({ kept: [left, right] }: Comparison) => {
    compared = left + right;
    return settled(++looks);
  };
  await timeInTurns(attempt(0), attempt(1), { count: 20, most, settled: seen });
  return { made, looks, compared };
}

test("a clear first sample is the last; 50 of each warm up before", async () => {
  expect(await look(500, () => true)).toMatchObject({ made: [70, 70], looks: 1 });
});

test("after an unclear first sample five times as many decide, the first included", async () => {
  const { made, looks, compared } = await look(500, (looks) => looks === 2);
  expect({ made, looks }).toEqual({ made: [150, 150], looks: 2 });
  // A tenth of the 200 measurements is trimmed.
  expect(compared).toBeGreaterThanOrEqual(180);
});

test("sampling ends at the maximum in any case", async () => {
  expect(await look(100, () => false)).toMatchObject({ made: [150, 150], looks: 2 });
});
