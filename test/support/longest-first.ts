import { BaseSequencer, type TestSpecification } from "vitest/node";

/** The slowest files of the projects that run several files at once, slowest first. */
const LONGEST = {
  unit: [
    "suites/conformance/all",
    "unit/service/retention/partitions",
    "suites/contract/clients",
    "unit/web/portal/running",
    "unit/web/console/decision",
    "unit/service/retention/year",
    "suites/conformance/split",
    "unit/rpc/transports/half-requests",
    "unit/demo/app",
    "unit/service/limits/limits",
    "unit/store/connection/transaction",
    "unit/service/retention/by-expiry",
  ],
  services: ["unit/embedded-postgres/embedded", "unit/app/demo", "unit/cli/doctor/healthy", "unit/demo/main"],
  versions: ["unit/service/retention/partitions", "unit/service/retention/year", "unit/service/retention/by-expiry"],
  browser: ["console", "portal", "account", "pages", "external-hostile", "demo"].map(
    (name) => `suites/browser/${name}`,
  ),
  start: ["start", "interrupt", "workers", "refusals", "installed"].map((name) => `suites/start/${name}`),
  faults: ["controls", "processes", "pauses"].map((name) => `suites/faults/${name}`),
  // Not grpcurl and languages at the same time: two Go builds would compile the same packages.
  integrations: ["grpcurl", "schemathesis", "proxies", "languages"].map((name) => `suites/integrations/${name}`),
  rolling: ["suites/rolling/replacement"],
  upgrade: ["suites/upgrade/rolling", "suites/upgrade/previous-suite"],
} satisfies Record<string, string[]>;

/**
 * Starts the longest files of a project first. A new clone has no recorded durations; Vitest would then start the largest files first, and
 * the longest-running ones, which are small, would run at the end beside idle processors.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const projects = Map.groupBy(sorted, ({ project }) => project.name);
    return [...projects.values()].flatMap((group) => group.toSorted((a, b) => rankOf(a) - rankOf(b)));
  }
}

function rankOf({ moduleId, project }: TestSpecification): number {
  const longest: string[] = LONGEST[project.name as keyof typeof LONGEST] ?? [];
  const rank = longest.findIndex((name) => moduleId.endsWith(`test/${name}.test.ts`));
  return rank === -1 ? longest.length : rank;
}
