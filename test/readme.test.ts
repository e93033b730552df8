import { expect, test } from "vitest";
import { isAsShown, readmeSteps } from "./readme.ts";

test("the walk-through has commands and answers, and the comparison notices a wrong one", () => {
  const shown = readmeSteps().filter((step) => step.answer !== undefined);
  expect(shown.length).toBeGreaterThanOrEqual(4);
  expect(isAsShown({ active: false }, { active: false })).toBe(true);
  expect(isAsShown({ active: true }, { active: false })).toBe(false);
  expect(isAsShown({ a: "lk_at_x" }, { a: "lk_at_…" })).toBe(true);
  expect(isAsShown({ a: "lk_rt_x" }, { a: "lk_at_…" })).toBe(false);
  expect(isAsShown({ a: 1, b: 2 }, { a: 1 })).toBe(false);
});
