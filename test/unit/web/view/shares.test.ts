import { expect, test } from "vitest";
import { wholeShares } from "../../../../src/web/components/platform/sums.ts";

test.each([
  { name: "thirds", counts: [1, 1, 1], shares: [34, 33, 33] },
  { name: "remainders below a half", counts: [854, 104, 42], shares: [86, 10, 4] },
  { name: "remainders above a half", counts: [336, 336, 328], shares: [34, 33, 33] },
  { name: "one kind", counts: [7], shares: [100] },
  { name: "a tiny kind", counts: [9_999, 1], shares: [100, 0] },
  { name: "no errors", counts: [0, 0], shares: [0, 0] },
  { name: "no kinds", counts: [], shares: [] },
])("whole shares have the sum 100: $name", ({ counts, shares }) => {
  expect(wholeShares(counts)).toEqual(shares);
});
