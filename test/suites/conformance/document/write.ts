import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readOptions } from "../../../support/options.ts";
import { CHAPTERS } from "./chapters.ts";
import { DOCUMENT, readDocument } from "./document.ts";
import { type Evidence, evidenceFor, type RanTest, readReports } from "./evidence.ts";
import { render } from "./render.ts";
import type { Requirement } from "./requirement.ts";
import { isStanding } from "./standing.ts";
import { readTitles } from "./titles.ts";

/** Every npm script whose tests are evidence. */
const SUITES = [["test"], ["test:browser"], ["test:start"], ["test:canary"], ["test:timing", "--", "--short"]];

const USAGE = `npm run conformance -- [--reports DIR] [--keep]
Runs all tests and writes docs/conformance.md. --reports: from JSON reports that are there already. --keep: what the reports, if any, say
nothing of stays as the page has it, except for tests that are gone.`;

function main(): void {
  const { reports, keep } = readOptions(USAGE, {
    reports: { type: "string" },
    keep: { type: "boolean", default: false },
  });
  const ran = reports !== undefined ? readReports(reports) : keep ? [] : runAll();
  const kept = keep ? keptBeside(ran) : () => [];
  const rowOf = (requirement: Requirement) => ({
    requirement,
    evidence: [...evidenceFor(requirement, ran), ...kept(requirement)].sort(byPlace),
  });
  writeFileSync(DOCUMENT, render(CHAPTERS, rowOf, readFileSync(new URL("notes.md", import.meta.url), "utf8")));
}

const byPlace = (a: Evidence, b: Evidence) => (`${a.folder}\n${a.test}` < `${b.folder}\n${b.test}` ? -1 : 1);

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

function keptBeside(ran: RanTest[]): (requirement: Requirement) => Evidence[] {
  const told = new Set(ran.map(({ folder }) => folder));
  const document = readDocument();
  const titles = readTitles();
  return (requirement) =>
    (document.get(requirement.id) ?? []).filter(
      (evidence) => !told.has(evidence.folder) && isStanding(evidence, requirement, titles),
    );
}

main();
