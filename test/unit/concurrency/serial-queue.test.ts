import { afterEach, expect, it, vi } from "vitest";
import { repeat, SerialQueue } from "../../../src/concurrency/serial-queue.ts";

afterEach(() => {
  vi.useRealTimers();
});

/** Work whose runs end when the test ends them. */
function heldWork() {
  const runs: PromiseWithResolvers<void>[] = [];
  const work = () => {
    runs.push(Promise.withResolvers());
    return runs.at(-1)!.promise;
  };
  return { runs, work };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

it("calls during a run share the next run", async () => {
  const { runs, work } = heldWork();
  const queue = new SerialQueue(work);
  const first = queue.run();
  const shared = [queue.run(), queue.run()];
  expect(runs).toHaveLength(1);
  runs[0]!.resolve();
  await first;
  await turn();
  expect(runs).toHaveLength(2);
  runs[1]!.resolve();
  await Promise.all(shared);
  void queue.run();
  expect(runs).toHaveLength(3);
});

it("repeats after each pause, and at once on a call", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  let runs = 0;
  const repeated = repeat(
    async () => void runs++,
    () => 1_000,
  );
  await repeated.run();
  expect(runs).toBe(2);
  await turn();
  vi.advanceTimersByTime(1_000);
  await turn();
  expect(runs).toBe(3);
  await repeated.stop();
  vi.advanceTimersByTime(5_000);
  await turn();
  expect(runs).toBe(3);
});

it("stop: waits for the current run", async () => {
  const { runs, work } = heldWork();
  const repeated = repeat(work, () => 1_000);
  let stopped = false;
  const stopping = repeated.stop().then(() => {
    stopped = true;
  });
  await turn();
  expect(stopped).toBe(false);
  runs[0]!.resolve();
  await stopping;
  expect(runs).toHaveLength(1);
});
