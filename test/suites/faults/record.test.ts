import { expect, test } from "vitest";
import { boundOf, type RecordedScenario, replaceRecord } from "./record.ts";

const SCENARIO: RecordedScenario = {
  name: "PostgreSQL killed",
  rounds: 300,
  seconds: 900,
  answered: 600_000,
  unknown: 4_000,
  violations: {},
  examples: [],
  recovery: { median: 0.1, max: 1.2 },
  command: "npm run test:faults -- --release",
  machine: "2 x CPU",
  date: "2026-01-01",
};
const CONTROL: RecordedScenario = { ...SCENARIO, name: "control: no locks", violations: { "lost token": 7 } };

test.each([
  [0, 300, "0 (at most 1 % at 95 %)"],
  [0, 1_000_000, "0 (at most 0.0003 % at 95 %)"],
  [2, 300, "2"],
  [0, 3, "0"],
])("%i violations in %i is %s", (count, total, text) => expect(boundOf(count, total)).toBe(text));

test("the record replaces the text between its markers; controls do not count as faults", () => {
  const page =
    "before\n<!-- The record: npm run test:faults -- --record -->\nold\n<!-- The end of the record -->\nafter\n";
  const text = replaceRecord(page, [CONTROL, SCENARIO]);
  expect(text).toMatch(/^before\n.*300 faults, 600,000 answered operations.*\nafter\n$/s);
  expect(text).toContain("| PostgreSQL killed | 300 | 0 (at most 1 % at 95 %) | 600,000 | 4,000 | 0.1, 1.2 |");
  expect(text).toContain("| no locks | 300 | 600,000 | lost token: 7 |");
  expect(text).not.toContain("old");
  expect(() => replaceRecord("no markers", [])).toThrow(/has no lines/);
});
