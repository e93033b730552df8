import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";

/** Longer than all of the tests take together, on a slow machine too: only what hangs is ended by this. */
const LONGEST_MS = 900_000;

export interface Tried {
  /** By file (relative), the tests that ran with their outcome. */
  tests: { file: string; name: string; passed: boolean }[];
  /** What was printed, for whoever has to find out why nothing ran. */
  output: string;
}

interface Report {
  testResults: { name: string; assertionResults: { fullName: string; status: string }[] }[];
}

/** Runs test files in a directory; of them only the tests whose full name has one of `names` in it. */
export async function tryTests(directory: string, files: readonly string[], names: readonly string[]): Promise<Tried> {
  const report = join(directory, "mutants-report.json");
  rmSync(report, { force: true });
  const vitest = ["vitest", "run", ...files, "--config", "test/vitest.config.ts", "--root", ".", "--project", "unit"];
  const chosen = ["-t", names.map((name) => name.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|")];
  const reporters = ["--reporter=json", `--outputFile=${report}`];
  const child = spawn("npx", [...vitest, ...chosen, ...reporters], {
    cwd: directory,
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  const output: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text) => output.push(text));
  // The whole group: npx alone would leave its vitest behind.
  const timer = setTimeout(() => process.kill(-child.pid!, "SIGKILL"), LONGEST_MS);
  await once(child, "exit");
  clearTimeout(timer);
  return { tests: readReport(report, directory), output: output.join("") };
}

function readReport(path: string, directory: string): Tried["tests"] {
  let report: Report;
  try {
    report = JSON.parse(readFileSync(path, "utf8"));
  } catch {
    return [];
  }
  return report.testResults.flatMap(({ name: file, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === "passed" || status === "failed")
      .map(({ fullName, status }) => ({
        file: file.slice(directory.length + 1),
        name: fullName,
        passed: status === "passed",
      })),
  );
}
