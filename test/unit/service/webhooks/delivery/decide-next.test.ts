import { describe, expect, test } from "vitest";
import { decideNext, isFailingForGood } from "../../../../../src/service/webhooks/delivery/decide-next.ts";

const DAY = 86_400;
const failure = { result: "STATUS", status: 500 } as const;

describe("the consequence of an attempt", () => {
  test("a success ends the delivery, 410 gives it up and disables the endpoint", () => {
    expect(decideNext({ result: "OK", status: 200 }, { attempts: 3, ageSeconds: 9 * DAY })).toEqual({
      next: "SUCCEEDED",
    });
    expect(decideNext({ result: "STATUS", status: 410 }, { attempts: 0, ageSeconds: 0 })).toEqual({
      next: "FAILED",
      disables: true,
    });
  });

  test("failures are retried for three days, after pauses that double from 5 seconds to 12 hours", () => {
    const pauses: number[] = [];
    let age = 0;
    for (;;) {
      const step = decideNext(failure, { attempts: pauses.length, ageSeconds: age }, { random: () => 0.5 });
      if (step.next !== "PENDING") {
        expect(step).toEqual({ next: "FAILED", disables: false });
        break;
      }
      pauses.push(step.delayMs);
      age += step.delayMs / 1000;
    }
    expect(pauses.slice(0, 4)).toEqual([5_000, 10_000, 20_000, 40_000]);
    expect(pauses.at(-1)).toBe(12 * 3_600_000);
    expect(age).toBeGreaterThanOrEqual(3 * DAY);
    expect(age).toBeLessThan(3.6 * DAY);
    expect(pauses.length).toBeGreaterThan(12);
  });

  test("the pauses have jitter", () => {
    const pauseOf = (random: number) => decideNext(failure, { attempts: 2, ageSeconds: 0 }, { random: () => random });
    expect(pauseOf(0)).toEqual({ next: "PENDING", delayMs: 15_000 });
    expect(pauseOf(1)).toEqual({ next: "PENDING", delayMs: 25_000 });
  });

  test("five days of failures disable", () => {
    expect(isFailingForGood(5 * DAY - 1)).toBe(false);
    expect(isFailingForGood(5 * DAY)).toBe(true);
  });
});
