import { join } from "node:path";
import { parseArgs } from "node:util";

/** Writes to the terminal and, if TEST_REPORTS names a directory, a JSON report named after the project, which `.ci/run` counts. */
export function reporters(): ("default" | ["json", { outputFile: string }])[] {
  const directory = process.env.TEST_REPORTS;
  if (!directory) return ["default"];
  return ["default", ["json", { outputFile: join(directory, `${projectName()}-${process.pid}.json`) }]];
}

/** Vitest does not pass its options to the configuration file. */
function projectName(): string {
  const { values } = parseArgs({ options: { project: { type: "string" } }, strict: false });
  return typeof values.project === "string" ? values.project : "all";
}
