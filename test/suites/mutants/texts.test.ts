import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { MUTANTS } from "./all.ts";
import { mutate } from "./mutate.ts";

const ROOT = join(import.meta.dirname, "../../..");

describe("the list of mutants", () => {
  test("has one of each name, and a few for every change", () => {
    expect(new Set(MUTANTS.map(({ id }) => id)).size).toBe(MUTANTS.length);
    expect(MUTANTS.length).toBeGreaterThan(90);
    expect(MUTANTS.filter(({ quick }) => quick).length).toBeGreaterThan(5);
  });

  // A guard that has moved takes its mutant along: change `file`, `find` and `put` in test/suites/mutants/lists with it.
  test.each(MUTANTS.map((mutant) => ({ mutant, name: mutant.id })))(
    "$name finds what it changes, and its test",
    ({ mutant }) => {
      const changed = mutate(readFileSync(join(ROOT, mutant.file), "utf8"), mutant);
      expect(changed).toContain(mutant.put);
      expect(existsSync(join(ROOT, mutant.test[0]))).toBe(true);
    },
  );
});
