import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { padAll, padErrors, padResponseTime } from "../../../../src/service/tokens/response-time-padding.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Work of a duration in milliseconds. */
const work = <T>(milliseconds: number, settle: () => T) =>
  new Promise<void>((resolve) => setTimeout(resolve, milliseconds)).then(settle);

/** Pads the result "bad" and errors to 5 ms. */
const taking =
  <T>(milliseconds: number, settle: () => T) =>
  () =>
    padResponseTime(
      () => work(milliseconds, settle),
      (result) => result === "bad",
      () => 5,
    );

/** Milliseconds until the operation has settled. */
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

describe("response-time padding (L3, V2, I2)", () => {
  it("hides the duration of the work", async () => {
    const times = [await timeOf(taking(1, () => "bad")), await timeOf(taking(3, () => "bad"))];
    expect(times[0]).toBe(times[1]);
    expect(times[0]).toBeGreaterThan(3);
  });

  it("pads by a random delay, 3 to 9 ms by default", async () => {
    const answer = () => padAll(async () => "bad");
    const times: number[] = [];
    for (let n = 0; n < 200; n++) times.push(await timeOf(answer));
    expect([...new Set(times)].sort()).toEqual([3, 4, 5, 6, 7, 8]);
  });

  it("pads errors like results", async () => {
    expect(await timeOf(taking(1, refuse))).toBe(await timeOf(taking(1, () => "bad")));
    await expect(Promise.all([taking(0, refuse)(), vi.advanceTimersByTimeAsync(50)])).rejects.toThrow("invalid_grant");
  });

  it("padErrors delays errors only", async () => {
    expect(await timeOf(() => padErrors(() => work(1, () => "bad")))).toBe(1);
    expect(await timeOf(() => padErrors(() => work(1, refuse)))).toBeGreaterThanOrEqual(3);
  });

  it("does not delay work that took longer than the padding", async () => {
    expect(await timeOf(taking(20, () => "bad"))).toBe(20);
    expect(await timeOf(taking(20, refuse))).toBe(20);
  });

  it("does not delay other results", async () => {
    expect(await timeOf(taking(1, () => "good"))).toBe(1);
  });
});
