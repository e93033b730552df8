import { setImmediate as nextTurn } from "node:timers/promises";
import { afterEach, describe, expect, it } from "vitest";
import { type StallWatch, watchStalls } from "../../../src/observe/stalls.ts";

let watch: StallWatch;
afterEach(() => watch.stop());

/** A watch over clocks that move by hand. */
function start() {
  const at = { monotonic: 0, wall: 1_800_000_000_000 };
  watch = watchStalls({ monotonic: () => at.monotonic, wall: () => at.wall });
  return (monotonic: number, wall = monotonic) => {
    at.monotonic += monotonic;
    at.wall += wall;
  };
}

async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) await nextTurn();
}

describe("a watch for stalls", () => {
  it("takes the gaps of a busy event loop for none", () => {
    const pass = start();
    for (let gap = 0; gap < 5; gap++) {
      pass(900);
      expect(watch.inShadow()).toBe(false);
    }
    expect(watch.count()).toBe(0);
  });

  it.each([
    { name: "the process was stopped", monotonic: 3_000, wall: 3_000 },
    { name: "the machine was suspended, and the monotonic clock with it", monotonic: 1, wall: 3_000 },
  ])("$name: what is read next may have waited, before any timer runs", ({ monotonic, wall }) => {
    const pass = start();
    pass(monotonic, wall);
    expect(watch.inShadow()).toBe(true);
    expect(watch.count()).toBe(1);
  });

  it("casts a shadow over several turns of the event loop, and over no more", async () => {
    const pass = start();
    pass(3_000);
    expect(watch.inShadow()).toBe(true);
    await turns(8);
    expect(watch.inShadow()).toBe(true);
    await turns(16);
    expect(watch.inShadow()).toBe(false);
    expect(watch.count()).toBe(1);
  });

  it("counts a second stall, and its shadow lasts as long", async () => {
    const pass = start();
    pass(3_000);
    watch.inShadow();
    await turns(8);
    pass(3_000);
    expect(watch.count()).toBe(2);
    await turns(12);
    expect(watch.inShadow()).toBe(true);
  });

  it("a wall clock that is set back is no stall", () => {
    const pass = start();
    pass(1, -3_600_000);
    expect(watch.count()).toBe(0);
  });
});
