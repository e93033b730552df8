import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { atEvenPace } from "../../../../src/service/tokens/response-time-padding.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** An operation that takes so many milliseconds. */
const taking = <T>(milliseconds: number, settle: () => T) =>
  atEvenPace(
    () => new Promise<void>((resolve) => setTimeout(resolve, milliseconds)).then(settle),
    (answer) => answer === "bad",
    () => 5,
  );

/** How many milliseconds pass until it is settled. */
async function timeOf(operation: () => Promise<unknown>): Promise<number> {
  const began = Date.now();
  let took: number | null = null;
  const note = () => {
    took ??= Date.now() - began;
  };
  operation().then(note, note);
  await vi.advanceTimersByTimeAsync(50);
  return took ?? Number.NaN;
}

const refuse = () => {
  throw new Error("invalid_grant");
};

describe("bad news at an even pace (L3, V2, I2)", () => {
  it("comes at the same moment however long it took to find out", async () => {
    const times = [await timeOf(taking(1, () => "bad")), await timeOf(taking(3, () => "bad"))];
    expect(times[0]).toBe(times[1]);
    expect(times[0]).toBeGreaterThan(3);
  });

  it("comes at a moment that chance has chosen, as often early as late", async () => {
    const answer = atEvenPace(
      async () => "bad",
      () => true,
    );
    const times: number[] = [];
    for (let n = 0; n < 200; n++) times.push(await timeOf(answer));
    expect([...new Set(times)].sort()).toEqual([3, 4, 5, 6, 7, 8]);
  });

  it("is a refusal as much as an answer", async () => {
    expect(await timeOf(taking(1, refuse))).toBe(await timeOf(taking(1, () => "bad")));
    await expect(Promise.all([taking(0, refuse)(), vi.advanceTimersByTimeAsync(50)])).rejects.toThrow("invalid_grant");
  });

  it("is not held back any longer when it came late", async () => {
    expect(await timeOf(taking(20, () => "bad"))).toBe(20);
    expect(await timeOf(taking(20, refuse))).toBe(20);
  });

  it("sets no timer for a good answer", async () => {
    // Other modules of the process may have timers.
    const before = vi.getTimerCount();
    expect(await timeOf(taking(1, () => "good"))).toBe(1);
    expect(vi.getTimerCount()).toBe(before);
  });
});
