import { globSync, readFileSync } from "node:fs";
import { relative } from "node:path";
import { showsRequirement, sourcesOf } from "./citing.ts";
import type { Requirement } from "./requirement.ts";
import type { Title } from "./titles.ts";

/** A test that ran: its file, relative to `test`, and its titles, outermost first. */
export interface RanTest {
  file: string;
  titles: string[];
  passed: boolean;
}

interface Report {
  testResults: {
    name: string;
    assertionResults: { ancestorTitles: string[]; title: string; status: string }[];
  }[];
}

/** The tests in the JSON reports of a directory (test/support/reporters.ts). @param root the checkout in which the tests ran */
export function readReports(directory: string, root = process.cwd()): RanTest[] {
  return globSync("**/*.json", { cwd: directory }).flatMap((file) => {
    const report = JSON.parse(readFileSync(`${directory}/${file}`, "utf8")) as Report;
    return report.testResults.flatMap(({ name, assertionResults }) =>
      assertionResults.map(({ ancestorTitles, title, status }) => ({
        file: relative(`${root}/test`, name),
        titles: [...ancestorTitles, title],
        passed: status === "passed",
      })),
    );
  });
}

/** A file, relative to `test`, with tests of a requirement. `passed` is true if all of these tests passed. */
export interface Evidence {
  file: string;
  passed: boolean;
}

/** The files with tests of a requirement. A test that several files run belongs to the file that contains its title. */
export function evidenceFor(requirement: Requirement, ran: readonly RanTest[], titles: readonly Title[]): Evidence[] {
  const found = new Map<string, boolean>();
  for (const { file, titles: path, passed } of ran) {
    const from = path.findIndex((title) => showsRequirement(requirement, title));
    if (from === -1) continue;
    for (const source of sourcesOf({ file, name: path.slice(from).join(" › ") }, requirement, titles))
      found.set(source, passed && found.get(source) !== false);
  }
  return [...found].map(([file, passed]) => ({ file, passed })).sort(byFile);
}

export const byFile = (a: Evidence, b: Evidence) => (a.file < b.file ? -1 : 1);
