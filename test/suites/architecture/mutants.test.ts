import { expect, test } from "vitest";
import { MUTANTS } from "../mutants/all.ts";
import { mutate } from "../mutants/locate.ts";
import { findTestFiles, readDeclarations } from "../mutants/sources.ts";

const declarations = readDeclarations();

test("the ids of the mutants are unique, and some are in the short run", () => {
  expect(new Set(MUTANTS.map(({ id }) => id)).size).toBe(MUTANTS.length);
  expect(MUTANTS.filter(({ quick }) => quick).length).toBeGreaterThan(5);
});

// If you rename or rewrite a guard or a test, change test/suites/mutants/lists as well.
test.each(MUTANTS.map((mutant) => ({ mutant, name: mutant.id })))(
  "the mutant $name applies in one place, and its test exists",
  ({ mutant }) => {
    expect(mutate(declarations, mutant).text).not.toBe("");
    expect(() => findTestFiles([mutant.test])).not.toThrow();
  },
);
