import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readOptions } from "../../../support/options.ts";
import { CHAPTERS } from "./chapters.ts";
import { titlesFor } from "./citing.ts";
import { DOCUMENT, readDocument } from "./document.ts";
import { byFile, type Evidence, evidenceFor, type RanTest, readReports } from "./evidence.ts";
import { render } from "./render.ts";
import type { Requirement } from "./requirement.ts";
import { folderOf, readTitles } from "./titles.ts";

/** The npm scripts whose tests are evidence. */
const SUITES = [
  ["test:unit"],
  ["test:services"],
  ["test:browser"],
  ["test:start"],
  ["test:canary"],
  ["test:timing", "--", "--short"],
];

const USAGE = `npm run conformance -- [--reports DIR] [--keep]
Runs all tests and writes docs/conformance.md. --reports reads existing JSON reports instead. --keep keeps the rows of the page that the
reports, if any, do not cover, and updates the links to tests that have moved.`;

function main(): void {
  const { reports, keep } = readOptions(USAGE, {
    reports: { type: "string" },
    keep: { type: "boolean", default: false },
  });
  const ran = reports !== undefined ? readReports(reports) : keep ? [] : runAll();
  const kept = keep ? keptBeside(ran) : () => [];
  const titles = readTitles();
  const rowOf = (requirement: Requirement) => ({
    requirement,
    evidence: [...evidenceFor(requirement, ran, titles), ...kept(requirement)].sort(byFile),
  });
  writeFileSync(DOCUMENT, render(CHAPTERS, rowOf, readFileSync(new URL("notes.md", import.meta.url), "utf8")));
}

function runAll(): RanTest[] {
  const directory = mkdtempSync(join(tmpdir(), "latchkey-reports-"));
  try {
    const env = { ...process.env, TEST_REPORTS: directory };
    for (const suite of SUITES) spawnSync("npm", ["run", ...suite], { stdio: "inherit", env });
    return readReports(directory);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/**
 * The linked files of the committed document whose folder had no test in this run. Files without a test of the requirement are replaced.
 */
function keptBeside(ran: RanTest[]): (requirement: Requirement) => Evidence[] {
  const reported = new Set(ran.map(({ file }) => folderOf(file)));
  const document = readDocument();
  const titles = readTitles();
  return (requirement) => {
    const files = new Set(titlesFor(requirement, titles).map(({ file }) => file));
    const listed = (document.get(requirement.id) ?? []).filter(({ file }) => !reported.has(folderOf(file)));
    const kept = listed.filter(({ file }) => files.delete(file));
    // If a listed file no longer has tests of the requirement, they have moved to one of the files that are not listed yet.
    const moved = kept.length < listed.length ? [...files].filter((file) => !reported.has(folderOf(file))) : [];
    return [...kept, ...moved.map((file) => ({ file, passed: true }))];
  };
}

main();
