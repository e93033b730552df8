import pino from "pino";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { startHeartbeat } from "../../../../src/service/tokens/heartbeat.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A heartbeat every 5 s to a database whose writes do as `write` says. */
function start() {
  const database = { write: async () => {} };
  const lines: string[] = [];
  const log = pino({ level: "info" }, { write: (line: string) => void lines.push(JSON.parse(line).msg) });
  let beats = 0;
  const beat = () => {
    beats++;
    return database.write();
  };
  const heartbeat = startHeartbeat({ store: { beat }, log }, 5_000);
  return { database, lines, heartbeat, beats: () => beats };
}

const fails = async () => {
  throw new Error("No space left on device");
};

test("the first heartbeat follows within a second, the next ones every 5 s", async () => {
  const { heartbeat, beats } = start();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(beats()).toBe(1);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(beats()).toBe(3);
  await heartbeat.stop();
});

test("two failures in a row mean that the database accepts no writes, until the next success", async () => {
  const { database, lines, heartbeat } = start();
  await vi.advanceTimersByTimeAsync(1_000);
  database.write = fails;
  await vi.advanceTimersByTimeAsync(5_000);
  expect(heartbeat.isWriting()).toBe(true);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(heartbeat.isWriting()).toBe(false);
  await vi.advanceTimersByTimeAsync(60_000);
  database.write = async () => {};
  await vi.advanceTimersByTimeAsync(1_000);
  expect(heartbeat.isWriting()).toBe(true);
  expect(lines).toEqual([
    "the service's heartbeat was not written",
    "not ready: the database accepts no writes",
    "the database accepts writes again",
  ]);
  await heartbeat.stop();
});

test("one failure between successes changes nothing", async () => {
  const { database, heartbeat } = start();
  database.write = fails;
  await vi.advanceTimersByTimeAsync(1_000);
  database.write = async () => {};
  await vi.advanceTimersByTimeAsync(1_000);
  database.write = fails;
  await vi.advanceTimersByTimeAsync(5_000);
  expect(heartbeat.isWriting()).toBe(true);
  await heartbeat.stop();
});

test("a heartbeat that hangs longer than two intervals counts as failed", async () => {
  const { database, heartbeat } = start();
  const hanging = Promise.withResolvers<void>();
  database.write = () => hanging.promise;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(heartbeat.isWriting()).toBe(true);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(heartbeat.isWriting()).toBe(false);
  hanging.resolve();
  await vi.advanceTimersByTimeAsync(0);
  expect(heartbeat.isWriting()).toBe(true);
  await heartbeat.stop();
});
