import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { dashboardQueries } from "../alerts/promql.ts";
import { findPortRow, readBlocks, runSession, type Session } from "./session.ts";

const PORTS = 18;
const TIMEOUT_MS = 600_000;

const blocks = readBlocks();
let directory: string;
let session: Session;
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), "latchkey-walkthrough-"));
  const environment = { PORTS: `${await findPortRow(PORTS)}` };
  const commands = blocks.map((block) => block.commands);
  session = await runSession(commands, { directory, environment, timeoutMs: TIMEOUT_MS });
}, 2 * TIMEOUT_MS);
afterAll(() => rmSync(directory, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 }));

/** The output of the blocks below a heading. */
const printedUnder = (heading: string): string =>
  blocks.map((block, index) => (block.heading === heading ? session.printed[index] : "")).join("");

const lines = (name: string): string[] => readFileSync(join(directory, name), "utf8").trim().split("\n");

test("every command of docs/walkthrough.md succeeds", () => {
  const logs = session.code === 0 ? [] : readdirSync(directory).filter((name) => name.endsWith(".log"));
  const ends = logs.map((name) => `${name}:\n${lines(name).slice(-8).join("\n")}`);
  expect({ code: session.code, ends, printed: session.code === 0 ? "" : session.printed.at(-1) }).toEqual({
    code: 0,
    ends: [],
    printed: "",
  });
  expect(session.seconds).toHaveLength(blocks.length);
});

test("latchkey doctor finds nothing, before and after the switchover", () => {
  for (const heading of ["Examine the deployment", "A switchover under load"])
    expect(printedUnder(heading)).toContain("No problems found.");
});

test("Prometheus answers every query of the dashboard", () => {
  expect(lines("queries")).toHaveLength(dashboardQueries().length);
  const answers = readFileSync(join(directory, "dashboard.json"), "utf8").split(/(?<=\})\s*(?=\{"status")/);
  expect(answers.filter((answer) => JSON.parse(answer).status === "success")).toHaveLength(dashboardQueries().length);
});

test("no request failed during the rolling restart", () => {
  const answers = lines("answers");
  expect(answers.length).toBeGreaterThan(50);
  expect(answers.filter((answer) => answer !== "200")).toEqual([]);
});
