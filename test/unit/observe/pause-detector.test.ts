import { setImmediate as nextTurn } from "node:timers/promises";
import { afterEach, describe, expect, it } from "vitest";
import { detectPauses, type PauseDetector } from "../../../src/observe/pause-detector.ts";

let watch: PauseDetector;
afterEach(() => watch.stop());

/** Starts a detector with manual clocks; returns a function that advances them. */
function start() {
  const at = { monotonic: 0, wall: 1_800_000_000_000 };
  watch = detectPauses({ monotonic: () => at.monotonic, wall: () => at.wall });
  return (monotonic: number, wall = monotonic) => {
    at.monotonic += monotonic;
    at.wall += wall;
  };
}

async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) await nextTurn();
}

describe("the pause detector", () => {
  it("ignores the gaps of a busy event loop", () => {
    const pass = start();
    for (let gap = 0; gap < 5; gap++) {
      pass(900);
      expect(watch.isRecovering()).toBe(false);
    }
    expect(watch.count()).toBe(0);
  });

  it.each([
    { name: "the process was stopped", monotonic: 3_000, wall: 3_000 },
    { name: "the machine was suspended, and the monotonic clock with it", monotonic: 1, wall: 3_000 },
  ])("$name: reports the pause before any timer runs", ({ monotonic, wall }) => {
    const pass = start();
    pass(monotonic, wall);
    expect(watch.isRecovering()).toBe(true);
    expect(watch.count()).toBe(1);
  });

  it("recovers after a bounded number of event loop turns", async () => {
    const pass = start();
    pass(3_000);
    expect(watch.isRecovering()).toBe(true);
    await turns(8);
    expect(watch.isRecovering()).toBe(true);
    await turns(16);
    expect(watch.isRecovering()).toBe(false);
    expect(watch.count()).toBe(1);
  });

  it("restarts the recovery at a second pause", async () => {
    const pass = start();
    pass(3_000);
    watch.isRecovering();
    await turns(8);
    pass(3_000);
    expect(watch.count()).toBe(2);
    await turns(12);
    expect(watch.isRecovering()).toBe(true);
  });

  it("ignores a wall clock that is set back", () => {
    const pass = start();
    pass(1, -3_600_000);
    expect(watch.count()).toBe(0);
  });
});
