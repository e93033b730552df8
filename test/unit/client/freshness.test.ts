import { describe, expect, it } from "vitest";
import { createClock } from "../../../src/client/clock.ts";
import { Freshness } from "../../../src/client/freshness.ts";

/** Manual clocks, in milliseconds. */
function clocks() {
  const time = { monotonic: 1_000, wall: 1_000_000 };
  const clock = createClock(
    () => time.monotonic,
    () => time.wall,
  );
  const freshness = new Freshness(clock);
  const pass = (milliseconds: number) => {
    time.monotonic += milliseconds;
    time.wall += milliseconds;
  };
  return { time, clock, freshness, pass };
}

describe("the age of the revocation data", () => {
  it("is Infinity before the first heartbeat", () => {
    expect(clocks().freshness.age()).toBe(Infinity);
  });

  it("is the heartbeat's age plus the time since it was sent", () => {
    const { freshness, pass } = clocks();
    pass(20);
    // Requested at 1,000, received by the core at once; the heartbeat was sent 10 ms later and took 10 ms.
    freshness.record(1_000, { ageMs: 30, elapsedMs: 10 });
    expect(freshness.age()).toBeCloseTo(40, 0);
    pass(100);
    expect(freshness.age()).toBeCloseTo(140, 0);
  });

  it("includes the heartbeat's transit delay", () => {
    const { freshness, pass } = clocks();
    pass(10_000);
    freshness.record(1_000, { ageMs: 0, elapsedMs: 100 });
    expect(freshness.age()).toBeCloseTo(9_900, 0);
  });

  it("is never less than the newest heartbeat's age, whatever the core's clock does", () => {
    const { freshness, pass } = clocks();
    pass(10);
    freshness.record(1_000, { ageMs: 5, elapsedMs: 5_000 });
    expect(freshness.age()).toBe(5);
  });

  it("allows for a clock drift of a thousandth of the stream's age", () => {
    const { freshness, pass } = clocks();
    pass(100_000);
    freshness.record(1_000, { ageMs: 0, elapsedMs: 100_000 });
    expect(freshness.age()).toBeCloseTo(100, 5);
  });

  it("does not rise with an older heartbeat of another replica", () => {
    const { freshness, pass } = clocks();
    pass(10);
    freshness.record(1_000, { ageMs: 0, elapsedMs: 10 });
    freshness.record(1_000, { ageMs: 900, elapsedMs: 10 });
    expect(freshness.age()).toBeLessThan(1);
  });

  it("counts the time during which the machine was suspended", () => {
    const { freshness, time } = clocks();
    freshness.record(1_000, { ageMs: 0, elapsedMs: 0 });
    time.wall += 3_600_000;
    expect(freshness.age()).toBe(3_600_000);
  });

  it("counts a suspension during the transit of a heartbeat", () => {
    const { freshness, time, pass } = clocks();
    pass(1_000);
    freshness.record(1_000, { ageMs: 0, elapsedMs: 1_000 });
    time.wall += 60_000;
    // Sent one second into the suspension and read after it; revocations of the other 59 seconds follow.
    expect(freshness.record(1_000, { ageMs: 0, elapsedMs: 2_000 })).toBeCloseTo(59_000, -1);
    expect(freshness.age()).toBeCloseTo(59_000, -1);
    freshness.record(1_000, { ageMs: 0, elapsedMs: 61_000 });
    expect(freshness.age()).toBeLessThan(100);
  });

  it("ignores a wall clock that is set back", () => {
    const { freshness, time } = clocks();
    freshness.record(1_000, { ageMs: 0, elapsedMs: 0 });
    time.wall -= 3_600_000;
    time.monotonic += 50;
    expect(freshness.age()).toBe(50);
  });
});

it("recording a heartbeat returns its transit delay", () => {
  const { freshness, pass } = clocks();
  pass(500);
  expect(freshness.record(1_000, { ageMs: 3_000, elapsedMs: 200 })).toBeCloseTo(300, 0);
});

describe("the clock", () => {
  it("detects short suspensions once they add up", () => {
    const { clock, time, pass } = clocks();
    const began = clock();
    for (let n = 0; n < 10; n++) {
      time.wall += 100;
      pass(1);
      clock();
    }
    expect(clock() - began).toBeGreaterThan(1_010 - 250);
  });

  it("detects a suspension after the wall clock is set back, and never decreases", () => {
    const { clock, time } = clocks();
    const began = clock();
    time.wall -= 3_600_000;
    expect(clock()).toBe(began);
    time.wall += 60_000;
    expect([clock(), clock()]).toEqual([began + 60_000, began + 60_000]);
  });
});
