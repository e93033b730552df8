import { expect, it } from "vitest";
import { pauseBefore, recordEnd } from "../../../src/app/restart-backoff.ts";

const NEW = { ends: 0, upSince: null };
const MINUTE = 60_000;

it("doubles the pause after each failed start, up to 30 s", () => {
  let record = NEW as Parameters<typeof recordEnd>[0];
  const pauses = Array.from({ length: 12 }, () => {
    record = recordEnd({ ...record, upSince: 0 }, 1);
    return pauseBefore(record);
  });
  expect(pauses.slice(0, 4)).toEqual([100, 200, 400, 800]);
  expect(pauses.slice(-2)).toEqual([30_000, 30_000]);
});

it("resets the pause after a run of a minute", () => {
  expect(pauseBefore(recordEnd({ ends: 9, upSince: 5 }, 5 + MINUTE))).toBe(100);
  expect(pauseBefore(recordEnd({ ends: 2, upSince: 5 }, 4 + MINUTE))).toBe(400);
  expect(pauseBefore(recordEnd({ ends: 2, upSince: null }, 5 + MINUTE))).toBe(400);
});
