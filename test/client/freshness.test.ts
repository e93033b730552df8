import { describe, expect, it } from "vitest";
import { Freshness } from "../../src/client/freshness.ts";

/** Clocks that a test turns, in milliseconds. */
function clocks() {
  const time = { monotonic: 1_000, wall: 1_000_000 };
  const freshness = new Freshness(
    () => time.monotonic,
    () => time.wall,
  );
  const pass = (milliseconds: number) => {
    time.monotonic += milliseconds;
    time.wall += milliseconds;
  };
  return { time, freshness, pass };
}

describe("how old the knowledge of revocations is", () => {
  it("Infinity before the first heartbeat", () => {
    expect(clocks().freshness.age()).toBe(Infinity);
  });

  it("what the heartbeat says, and the time since it was sent", () => {
    const { freshness, pass } = clocks();
    pass(20);
    // The request was made at 1,000; the core took it in at once, and sent this 10 ms later. It came 10 ms after that.
    freshness.beat(1_000, { ageMs: 30, elapsedMs: 10 });
    expect(freshness.age()).toBeCloseTo(40, 0);
    pass(100);
    expect(freshness.age()).toBeCloseTo(140, 0);
  });

  it("however long the heartbeat was on its way", () => {
    const { freshness, pass } = clocks();
    pass(10_000);
    freshness.beat(1_000, { ageMs: 0, elapsedMs: 100 });
    expect(freshness.age()).toBeCloseTo(9_900, 0);
  });

  it("never less than what the newest heartbeat says, whatever the core's clock does", () => {
    const { freshness, pass } = clocks();
    pass(10);
    freshness.beat(1_000, { ageMs: 5, elapsedMs: 5_000 });
    expect(freshness.age()).toBe(5);
  });

  it("a thousandth of the stream's time more, for two clocks never run alike", () => {
    const { freshness, pass } = clocks();
    pass(100_000);
    freshness.beat(1_000, { ageMs: 0, elapsedMs: 100_000 });
    expect(freshness.age()).toBeCloseTo(100, 5);
  });

  it("what was known once stays known: an older heartbeat of another replica takes nothing back", () => {
    const { freshness, pass } = clocks();
    pass(10);
    freshness.beat(1_000, { ageMs: 0, elapsedMs: 10 });
    freshness.beat(1_000, { ageMs: 900, elapsedMs: 10 });
    expect(freshness.age()).toBeLessThan(1);
  });

  it("by the wall clock where the machine was suspended and the monotonic clock stood still", () => {
    const { freshness, time } = clocks();
    freshness.beat(1_000, { ageMs: 0, elapsedMs: 0 });
    time.wall += 3_600_000;
    expect(freshness.age()).toBe(3_600_000);
  });

  it("by the monotonic clock where somebody sets the other one back", () => {
    const { freshness, time } = clocks();
    freshness.beat(1_000, { ageMs: 0, elapsedMs: 0 });
    time.wall -= 3_600_000;
    time.monotonic += 50;
    expect(freshness.age()).toBe(50);
  });
});

it("a heartbeat tells how much it lags behind one that was on its way for no time", () => {
  const { freshness, pass } = clocks();
  pass(500);
  expect(freshness.beat(1_000, { ageMs: 3_000, elapsedMs: 200 })).toBeCloseTo(300, 0);
});
