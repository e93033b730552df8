import { join } from "node:path";

/**
 * Reporters of a vitest configuration: for people, and with TEST_REPORTS, a directory, also a JSON file there, named after the suite, so
 * that `.ci/run` can count what ran however many runs an npm script starts.
 */
export function reportersOf(suite: string): ("default" | ["json", { outputFile: string }])[] {
  const directory = process.env.TEST_REPORTS;
  if (!directory) return ["default"];
  return ["default", ["json", { outputFile: join(directory, `${suite}-${process.pid}.json`) }]];
}
