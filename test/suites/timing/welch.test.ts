import { describe, expect, test } from "vitest";
import { compareTimes } from "./welch.ts";

/** Pseudo-random numbers with a fixed seed. */
function* noise(seed: number): Generator<number, never> {
  for (let state = seed; ; ) {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    yield state / 2 ** 31;
  }
}

function times(seed: number, count: number, { slower = 0, spikes = 0 } = {}): number[] {
  const random = noise(seed);
  return Array.from(
    { length: count },
    () => 1 + slower + random.next().value + (random.next().value < spikes ? 500 : 0),
  );
}

describe("the comparison of times", () => {
  test("finds no difference between equal samples", () => {
    expect(Math.abs(compareTimes(times(1, 10_000), times(2, 10_000)).t)).toBeLessThan(4.5);
  });

  test("detects a difference of a twentieth of the spread, and the slower one", () => {
    const { t, difference } = compareTimes(times(1, 10_000, { slower: 0.05 }), times(2, 10_000));
    expect(t).toBeGreaterThan(4.5);
    expect(difference).toBeGreaterThan(0.02);
  });

  test("ignores outliers", () => {
    expect(
      compareTimes(times(1, 10_000, { slower: 0.05, spikes: 0.02 }), times(2, 10_000, { spikes: 0.02 })).t,
    ).toBeGreaterThan(4.5);
  });

  test("computes the detectable difference: Welch's t of two small samples", () => {
    const { t, detectable } = compareTimes([1, 2, 3, 4], [2, 3, 4, 5, 200]);
    expect(t).toBeCloseTo(-1.0954, 3);
    expect(detectable).toBeCloseTo(4.5 * 0.9129, 2);
  });
});
