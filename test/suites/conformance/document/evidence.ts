import { globSync, readFileSync } from "node:fs";
import { relative } from "node:path";
import { citedIn, type Requirement } from "./requirement.ts";
import { folderOf } from "./titles.ts";

/** A test that ran: its titles, outermost first. */
export interface RanTest {
  folder: string;
  titles: string[];
  passed: boolean;
}

interface Report {
  testResults: {
    name: string;
    assertionResults: { ancestorTitles: string[]; title: string; status: string }[];
  }[];
}

/** What the JSON reports in a directory (test/support/reporters.ts) tell. @param root the checkout in which the tests ran */
export function readReports(directory: string, root = process.cwd()): RanTest[] {
  return globSync("**/*.json", { cwd: directory }).flatMap((file) => {
    const report = JSON.parse(readFileSync(`${directory}/${file}`, "utf8")) as Report;
    return report.testResults.flatMap(({ name, assertionResults }) =>
      assertionResults.map(({ ancestorTitles, title, status }) => ({
        folder: folderOf(relative(`${root}/test`, name)),
        titles: [...ancestorTitles, title],
        passed: status === "passed",
      })),
    );
  });
}

/** A test as a row shows it: from the title on that makes it evidence. */
export interface Evidence {
  test: string;
  folder: string;
  passed: boolean;
}

/** The tests that show a requirement, each once, whichever topologies it ran in. */
export function evidenceFor({ id, by = [] }: Requirement, ran: readonly RanTest[]): Evidence[] {
  const shows = (title: string) =>
    citedIn(title).includes(id) || by.some((part) => isTitle(part) && title.includes(part));
  const rows = new Map<string, Evidence>();
  for (const { folder, titles, passed } of ran) {
    const from = titles.findIndex(shows);
    if (from === -1) continue;
    const test = titles.slice(from).join(" › ").replaceAll("\n", " ");
    const key = `${folder}\n${test}`;
    rows.set(key, { test, folder, passed: passed && rows.get(key)?.passed !== false });
  }
  return [...rows.values()].sort((a, b) => compare(a.folder, b.folder) || compare(a.test, b.test));
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** Whether a part of `by` is of a title, and not the id of another requirement. */
export function isTitle(part: string): boolean {
  return !/^[A-Z]\d{1,2}$/.test(part);
}
