import { describe, expect, it } from "vitest";
import { createClock } from "../../../src/client/clock.ts";
import { Freshness } from "../../../src/client/freshness.ts";

/** Clocks that a test turns, in milliseconds. */
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

  it("by what has passed, too, for a heartbeat that waited while the machine was suspended", () => {
    const { freshness, time, pass } = clocks();
    pass(1_000);
    freshness.beat(1_000, { ageMs: 0, elapsedMs: 1_000 });
    time.wall += 60_000;
    // Sent a second into the sleep, read after it; what was revoked in the other 59 comes behind it.
    expect(freshness.beat(1_000, { ageMs: 0, elapsedMs: 2_000 })).toBeCloseTo(59_000, -1);
    expect(freshness.age()).toBeCloseTo(59_000, -1);
    freshness.beat(1_000, { ageMs: 0, elapsedMs: 61_000 });
    expect(freshness.age()).toBeLessThan(100);
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

describe("the clock", () => {
  it("notices sleeps however short, once there were enough of them", () => {
    const { clock, time, pass } = clocks();
    const began = clock();
    for (let n = 0; n < 10; n++) {
      time.wall += 100;
      pass(1);
      clock();
    }
    expect(clock() - began).toBeGreaterThan(1_010 - 250);
  });

  it("notices a sleep after somebody has set the wall clock back, and never goes back", () => {
    const { clock, time } = clocks();
    const began = clock();
    time.wall -= 3_600_000;
    expect(clock()).toBe(began);
    time.wall += 60_000;
    expect([clock(), clock()]).toEqual([began + 60_000, began + 60_000]);
  });
});
