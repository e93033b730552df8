import { expect, it } from "vitest";
import { recordExit, restartDelayMs } from "../../../src/app/restart-backoff.ts";

const NEW = { exits: 0, upSince: null };
const MINUTE = 60_000;

it("doubles the pause after each failed start, up to 30 s", () => {
  let record = NEW as Parameters<typeof recordExit>[0];
  const pauses = Array.from({ length: 12 }, () => {
    record = recordExit({ ...record, upSince: 0 }, 1);
    return restartDelayMs(record);
  });
  expect(pauses.slice(0, 4)).toEqual([100, 200, 400, 800]);
  expect(pauses.slice(-2)).toEqual([30_000, 30_000]);
});

it("resets the pause after a run of a minute", () => {
  expect(restartDelayMs(recordExit({ exits: 9, upSince: 5 }, 5 + MINUTE))).toBe(100);
  expect(restartDelayMs(recordExit({ exits: 2, upSince: 5 }, 4 + MINUTE))).toBe(400);
  expect(restartDelayMs(recordExit({ exits: 2, upSince: null }, 5 + MINUTE))).toBe(400);
});
