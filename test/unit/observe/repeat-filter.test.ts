import { expect, test } from "vitest";
import { createRepeatFilter } from "../../../src/observe/repeat-filter.ts";

function filterAt() {
  const clock = { now: 0 };
  return { clock, filter: createRepeatFilter(() => clock.now) };
}

test("reports an id once a minute, with the number of repetitions in between", () => {
  const { clock, filter } = filterAt();
  const reports = [0, 1, 59_999, 60_000, 60_001, 180_000].map((now) => {
    clock.now = now;
    return filter.report("a");
  });
  expect(reports).toEqual([0, null, null, 2, null, 1]);
});

test("reports ids independently", () => {
  const { filter } = filterAt();
  expect([filter.report("a"), filter.report("b"), filter.report("a"), filter.report("b")]).toEqual([0, 0, null, null]);
});

test("10,000 ids within a minute are reported 1,001 times, and new ids again after it", () => {
  const { clock, filter } = filterAt();
  const ids = Array.from({ length: 10_000 }, (_, index) => `id ${index}`);
  expect(ids.filter((id) => filter.report(id) !== null)).toHaveLength(1_001);
  expect(filter.report(ids[0]!)).toBeNull();
  clock.now = 60_000;
  expect(filter.report("new")).toBe(0);
});
