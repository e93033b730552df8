import { expect, test } from "vitest";
import type { Measured } from "./pages/measure.ts";
import { findErrors, type Report, toText } from "./pages/report.ts";

const page = (given: Partial<Measured>): Measured => ({
  ...{ name: "home", path: "/", status: 200, bytes: 2048, fastest: 1, median: 2, p95: 3, slowest: 4 },
  ...given,
});

const report = (...pages: Measured[]): Report => ({
  machine: { cpus: 2, model: "a processor", memoryGiB: 8, node: "v26", postgres: "PostgreSQL 18", loadBefore: 0.5 },
  amounts: { apps: 1000, installations: 10_000, auditEvents: 100_000 },
  requests: 10,
  boundMs: 50,
  pages,
});

test("a slow page fails only if limits are enforced, and only by its median", () => {
  const slow = report(page({ name: "slow", median: 50.1 }), page({ median: 50, p95: 900 }));
  expect(findErrors(slow, { assert: false })).toEqual([]);
  expect(findErrors(slow, { assert: true })).toEqual(["slow takes 50.1 ms in the median, more than 50 ms"]);
});

test("an error page always fails", () => {
  const broken = report(page({ name: "gone", path: "/gone", status: 404 }));
  expect(findErrors(broken, { assert: false })).toEqual(["gone (/gone) answers 404"]);
});

test("the table has the row counts, the machine and the times of each page", () => {
  const text = toText(report(page({})));
  expect(text).toContain("1,000 apps, 10,000 installations, 100,000 audit events; 10 requests each");
  expect(text).toContain("2 x a processor, 8 GiB, load 0.5 before; Node v26, PostgreSQL 18");
  expect(text).toMatch(/home\s+│\s+2\.0 │\s+3\.0 │\s+1\.0 │\s+4\.0 │\s+2/);
});

test("the last line has the median of the medians and the number of pages that miss the goal", () => {
  const pages = [3, 20, 21, 5, 4].map((median) => page({ median }));
  expect(
    toText(report(...pages))
      .trimEnd()
      .split("\n")
      .at(-1),
  ).toBe("median of the medians 5.0 ms; 1 of 5 pages above 20 ms");
});
