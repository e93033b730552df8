import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Files that take more than 8 s on two cores, slowest first. */
const LONGEST = [
  "test/suites/conformance/all.test.ts",
  "test/unit/service/retention/partitions.test.ts",
  "test/suites/contract/clients.test.ts",
  "test/unit/web/portal/running.test.ts",
  "test/unit/web/console-review.test.ts",
  "test/unit/service/retention/year.test.ts",
  "test/suites/conformance/split.test.ts",
  "test/unit/rpc/transports/half-requests.test.ts",
  "test/unit/demo/app.test.ts",
  "test/unit/service/limits/limits.test.ts",
  "test/unit/store/connection/transaction.test.ts",
  "test/unit/service/retention/by-expiry.test.ts",
];

/**
 * Starts the longest files of a project first. A new clone has no durations, and Vitest then starts the largest files first, so that the
 * longest ones, which are small, run at the end beside idle processors.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const projects = Map.groupBy(sorted, ({ project }) => project.name);
    return [...projects.values()].flatMap((group) => group.toSorted((a, b) => rankOf(a) - rankOf(b)));
  }
}

function rankOf({ moduleId }: TestSpecification): number {
  const rank = LONGEST.findIndex((path) => moduleId.endsWith(path));
  return rank === -1 ? LONGEST.length : rank;
}
