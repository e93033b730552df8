import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";

/** The time limit, which ends runs that hang. Even on a slow machine, all tests together take less. */
const TIMEOUT_MS = 900_000;

export interface TestRun {
  tests: { name: string; passed: boolean }[];
  /** The output of Vitest, which gives the reason if no test ran. */
  output: string;
}

interface Report {
  testResults: { assertionResults: { fullName: string; status: string }[] }[];
}

/** Runs the tests of these files whose full name contains one of `names`. @param options further ones of Vitest */
export async function tryTests(
  directory: string,
  files: readonly string[],
  names: readonly string[],
  options: readonly string[] = [],
): Promise<TestRun> {
  const report = join(directory, "mutants-report.json");
  rmSync(report, { force: true });
  const projects = ["--project", "unit", "--project", "services"];
  const vitest = ["vitest", "run", ...files, "--config", "test/vitest.config.ts", "--root", ".", ...projects];
  const chosen = ["-t", names.map((name) => name.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|")];
  const reporters = ["--reporter=json", `--outputFile=${report}`];
  const child = spawn("npx", [...vitest, ...chosen, ...reporters, ...options], {
    cwd: directory,
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  const output: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text) => output.push(text));
  // Ends the process group, because Vitest would continue if only npx ended.
  const timer = setTimeout(() => process.kill(-child.pid!, "SIGKILL"), TIMEOUT_MS);
  await once(child, "exit");
  clearTimeout(timer);
  return { tests: readReport(report), output: output.join("") };
}

function readReport(path: string): TestRun["tests"] {
  let report: Report;
  try {
    report = JSON.parse(readFileSync(path, "utf8"));
  } catch {
    return [];
  }
  return report.testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status === "passed" || status === "failed")
    .map(({ fullName, status }) => ({ name: fullName, passed: status === "passed" }));
}
