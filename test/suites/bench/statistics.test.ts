import { describe, expect, test } from "vitest";
import { createTokenFormat } from "../../../src/credential/token.ts";
import { tokenOf } from "./data/tokens.ts";
import { callHeaders } from "./load/frames.ts";
import { parseResult } from "./load/wrk.ts";
import { summarise } from "./profile/summary.ts";
import { checkRows, findErrors, type Report, type RowResult, toMarkdown, toText } from "./report.ts";
import { answersOf, perSecond } from "./rows/bench.ts";
import { decideVerdict, type Goal, median, percentile, spread } from "./statistics.ts";

describe("statistics", () => {
  test("the median of an even count is the mean of the middle two, and ignores outliers", () => {
    expect(median([3, 1, 2])).toBe(2);
    expect(median([4, 1, 3, 2])).toBe(2.5);
    expect(median([10, 11, 9, 10_000, 10])).toBe(10);
    expect(() => median([])).toThrow(RangeError);
  });

  test("percentiles are by nearest rank", () => {
    const hundred = Array.from({ length: 100 }, (_, at) => 100 - at);
    expect([50, 99, 100, 0].map((percent) => percentile(hundred, percent))).toEqual([50, 99, 100, 1]);
    expect(percentile([7], 99)).toBe(7);
    expect(() => percentile([], 50)).toThrow(RangeError);
  });

  test("the spread is half the distance of the outermost runs, as a part of the median", () => {
    expect(spread([90, 100, 110])).toBeCloseTo(0.1);
    expect(spread([5])).toBe(0);
    expect(spread([0, 0])).toBe(0);
  });

  const ratio = (is: Goal["is"], bound: number): Goal => ({ kind: "ratio", is, bound });
  test.each<[string, number[], number[] | null, Goal | null, boolean | null]>([
    ["a ratio that is reached exactly", [80, 80], [100, 100], ratio("at least", 0.8), true],
    ["a ratio just below", [79, 79], [100, 100], ratio("at least", 0.8), false],
    ["a ratio of medians, whatever one run says", [1, 80, 90], [100, 100, 1], ratio("at least", 0.8), true],
    ["a ratio that must be small", [401], [100], ratio("at most", 4), false],
    ["a value that must be small", [100], null, { kind: "value", is: "at most", bound: 100 }, true],
    ["a value that must be great", [999_999], null, { kind: "value", is: "at least", bound: 1_000_000 }, false],
    ["no goal", [1], [2], null, null],
  ])("%s", (_name, measured, limit, goal, reached) => {
    expect(decideVerdict({ measured, limit }, goal).reached).toBe(reached);
  });

  test("a ratio without a limit is a bench error, not a verdict", () => {
    expect(() => decideVerdict({ measured: [1], limit: null }, ratio("at least", 1))).toThrow(RangeError);
  });
});

const row = (given: Partial<RowResult>): RowResult => ({
  ...{
    name: "refresh",
    unit: "/s",
    goal: { kind: "ratio", is: "at least", bound: 0.55 },
    measured: [6_000, 5_000, 7_000],
  },
  ...{ limit: { name: "pgbench", runs: [10_000] }, answers: { checked: 9, wrong: 0, firstWrong: null }, notes: [] },
  ...given,
});

const report = (rows: RowResult[], left: Report["left"] = []): Report => ({
  machine: { cpus: 2, model: "a processor", memoryGiB: 8, node: "v26", postgres: "PostgreSQL 18", loadBefore: 0.5 },
  ...{ seconds: 3, rounds: 3, rows, left },
});

describe("the report", () => {
  test("contains measurement, limit, ratio, goal and verdict", () => {
    const text = toText(report([row({}), row({ name: "slow", measured: [5_000] })]));
    expect(text).toMatch(/refresh\s+│ 6,000 \/s │ 17 % │ 10,000 \/s │\s+0\.60 │ ≥ 0\.55 x │ reached/);
    expect(text).toMatch(/slow\s+│ 5,000 \/s .* 0\.50 .* MISSED/);
    expect(text).toContain("  refresh: limit: pgbench\n");
  });

  test("is Markdown for the documentation", () => {
    const lines = toMarkdown(report([row({ notes: ["wrk used 9 % of a core"] })])).split("\n");
    expect(lines).toContain("| refresh | 6,000 /s | 17 % | 10,000 /s | 0.60 | ≥ 0.55 x | reached |");
    expect(lines).toContain("* refresh: limit: pgbench; wrk used 9 % of a core");
  });

  test("has a verdict per row in JSON", () => {
    expect(checkRows([row({})])[0]).toMatchObject({ verdict: { measured: 6_000, ratio: 0.6, reached: true } });
  });

  test("a missed goal is not a failure; a wrong or missing response and a broken row are", () => {
    expect(findErrors(report([row({ measured: [1] })]))).toEqual([]);
    const wrong = row({ answers: { checked: 9, wrong: 2, firstWrong: "503" } });
    const none = row({ name: "none", answers: { checked: 0, wrong: 0, firstWrong: null } });
    expect(findErrors(report([wrong, none], [{ name: "peer", why: "it ended" }]))).toEqual([
      "refresh: 2 of 9 answers were wrong, such as 503",
      "none: no answer was looked at",
      "peer: it ended",
    ]);
  });

  test("the responses of the warm-up are checked, its speed is not measured", () => {
    const run = { p50Us: 1, p99Us: 1, checked: 5, wrong: 0, firstWrong: null, generatorCores: 0 };
    const runs = [
      { ...run, perSecond: 1, wrong: 1, firstWrong: "500", warmUp: true },
      { ...run, perSecond: 7, warmUp: false },
    ];
    expect(perSecond(runs)).toEqual([7]);
    expect(answersOf(runs)).toEqual({ checked: 10, wrong: 1, firstWrong: "500" });
  });
});

describe("load generators", () => {
  test("the output of wrk yields good responses per second, latencies and errors", () => {
    expect(parseResult("Running 3s test\nBENCH 3000 2 1 3000000 800 2400 503 {}\n")).toEqual({
      ...{ perSecond: 1_000, p50Us: 800, p99Us: 2_400, checked: 3_003, wrong: 3, firstWrong: "503 {}" },
    });
    expect(parseResult("BENCH 10 0 1 1000000 1 2 read 1\n")).toMatchObject({ wrong: 1, firstWrong: "read 1" });
    expect(parseResult("BENCH 10 0 0 1000000 1 2 \n")).toMatchObject({ wrong: 0, firstWrong: null });
    expect(() => parseResult("unable to connect")).toThrow("unable to connect");
  });

  test("the secret of a generated token is derived from its id", () => {
    const id = "0199a3f0-0000-7000-8000-000000000001";
    expect(createTokenFormat().parse(tokenOf("at", id), "at")).toMatchObject({ kind: "token", id });
  });

  test("HPACK headers after the first call are seven indexes", () => {
    const { first, next } = callHeaders("/a.B/C", "127.0.0.1:1", "k".repeat(200));
    expect([...next]).toEqual([0x83, 0x86, 0x80 | 66, 0x80 | 65, 0x80 | 64, 0x80 | 63, 0x80 | 62]);
    // RFC 7541 §5.1: 207 bytes of value are 127 and 80.
    expect(first.includes(Buffer.from([0x40 | 23, 127, 80]))).toBe(true);
  });
});

test("a profile sample counts at most the CPU time used", () => {
  const callFrame = (functionName: string) => ({ functionName, url: "file:///x/src/rpc/edge.ts", lineNumber: 0 });
  const nodes = [
    { id: 1, callFrame: callFrame("one") },
    { id: 2, callFrame: callFrame("other") },
  ];
  const { functions } = summarise({ nodes, samples: [1, 2], timeDeltas: [1_500, 900_000] });
  expect(functions.map(({ percent }) => percent)).toEqual([50, 50]);
});

test("a profile has shares per module, package and function, without idle time", () => {
  const frame = (functionName: string, url = "") => ({ functionName, url, lineNumber: 9 });
  const summary = summarise({
    nodes: [
      { id: 1, callFrame: frame("(idle)") },
      { id: 2, callFrame: frame("decide", "file:///x/src/oauth/issue.ts") },
      { id: 3, callFrame: frame("query", "file:///x/node_modules/pg/lib/client.js") },
      { id: 4, callFrame: frame("(garbage collector)") },
    ],
    samples: [1, 2, 3, 4],
    timeDeltas: [500, 300, 150, 50],
  });
  expect(summary.busyPercent).toBe(50);
  expect(summary.places.map(({ name, percent }) => [name, Math.round(percent)])).toEqual([
    ["src/oauth", 60],
    ["pg", 30],
    ["(garbage collector)", 10],
  ]);
  expect(summary.functions[0]).toEqual({ name: "decide  src/oauth/issue.ts:10", percent: 60 });
});
