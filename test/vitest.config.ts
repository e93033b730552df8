import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config";
import { LongestFirst } from "./support/longest-first.ts";
import { reporters } from "./support/reporters.ts";

type Options = NonNullable<TestProjectInlineConfiguration["test"]>;

const DATABASE = "test/support/global-setup.ts";
/** Tests that start whole processes. */
const PROCESSES: Options = {
  fileParallelism: false,
  testTimeout: 600_000,
  expect: { poll: { timeout: 180_000, interval: 100 } },
};

function project(name: string, options: Options): TestProjectInlineConfiguration {
  return { test: { name, ...options } };
}

/** Tests that start services, servers or many programs and wait for them, and long random searches: too slow for `npm test`. */
const SERVICES = [
  "test/suites/contract/buf-curl.test.ts",
  "test/suites/docs/{readme,scripts}.test.ts",
  "test/suites/{feed,fuzz,race}/*.test.ts",
  "test/unit/app/demo.test.ts",
  "test/unit/cli/process.test.ts",
  "test/unit/demo/main.test.ts",
  "test/unit/embedded-postgres/embedded.test.ts",
  "test/unit/cli/doctor/*.test.ts",
  "test/unit/store/connection/hang-detector.test.ts",
  "test/unit/store/migrations/lock-waits.test.ts",
  "test/suites/conformance/{faults,replicas,sign-in-floods,tls,workers}.test.ts",
  "test/suites/observe/*.test.ts",
];

/** The npm scripts choose a project with `--project <name>`. */
export default defineConfig({
  test: {
    reporters: reporters(),
    pool: "forks",
    // The timeouts catch hangs only: a busy machine is slow.
    testTimeout: 180_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 60_000 } },
    // `.ci/run` repeats a failed test once and lists those that pass then.
    retry: Number(process.env.TEST_RETRIES ?? 0),
    sequence: { sequencer: LongestFirst },
    projects: [
      project("unit", {
        include: ["test/**/*.test.ts"],
        exclude: [
          "alerts",
          "architecture",
          "browser",
          "client-package",
          "deploy",
          "distributed",
          "faults",
          "rolling",
          "ha",
          "integrations",
          "pooler",
          "start",
          "upgrade",
          "versions",
          "walkthrough",
        ]
          .map((suite) => `test/suites/${suite}/**`)
          .concat(SERVICES),
        globalSetup: DATABASE,
        // Loading the modules once per worker instead of once per file saves about 40 % of the CPU time.
        isolate: false,
        // More than cores: a third of the time is spent waiting for other processes and timeouts.
        maxWorkers: 3,
      }),
      project("services", {
        ...PROCESSES,
        include: SERVICES,
        globalSetup: DATABASE,
        fileParallelism: true,
        isolate: false,
        maxWorkers: 3,
      }),
      project("versions", {
        // Tests that depend on the version of PostgreSQL: schema, statements and plans of tokens, retention, feed.
        include: [
          "test/suites/versions/*.test.ts",
          "test/unit/model/*.test.ts",
          "test/unit/store/**/*.test.ts",
          "test/unit/service/{tokens,retention}/*.test.ts",
        ],
        globalSetup: DATABASE,
        isolate: false,
        maxWorkers: 3,
      }),
      project("architecture", { include: ["test/suites/architecture/*.test.ts"] }),
      project("start", {
        ...PROCESSES,
        include: ["test/suites/start/**/*.test.ts"],
        fileParallelism: true,
        isolate: false,
        // Each file starts services of its own, and mostly waits for them.
        maxWorkers: 3,
      }),
      project("rolling", {
        ...PROCESSES,
        include: ["test/suites/rolling/**/*.test.ts"],
        fileParallelism: true,
        isolate: false,
        // Each file has its own replicas, and mostly waits for them.
        maxWorkers: 2,
        globalSetup: DATABASE,
        testTimeout: 900_000,
      }),
      project("workers", {
        ...PROCESSES,
        include: ["test/suites/conformance/{all,split,faults}.test.ts"],
        fileParallelism: true,
        isolate: false,
        maxWorkers: 2,
        env: { TEST_WORKERS: "2" },
        globalSetup: DATABASE,
      }),
      project("browser", {
        ...PROCESSES,
        include: ["test/suites/browser/**/*.test.ts"],
        fileParallelism: true,
        // Each file has its own Chromium.
        isolate: false,
        maxWorkers: 2,
        setupFiles: ["test/suites/browser/quiet-pages.ts"],
      }),
      project("client-package", {
        ...PROCESSES,
        include: ["test/suites/client-package/**/*.test.ts"],
        globalSetup: DATABASE,
      }),
      project("pooler", {
        ...PROCESSES,
        include: ["test/suites/pooler/**/*.test.ts"],
        globalSetup: DATABASE,
        isolate: false,
      }),
      project("deploy", {
        ...PROCESSES,
        include: ["test/suites/deploy/**/*.test.ts"],
        globalSetup: DATABASE,
        isolate: false,
      }),
      project("canary", {
        ...PROCESSES,
        include: ["test/suites/canary/leaks.canary.ts"],
        globalSetup: "test/suites/canary/durable-logging-setup.ts",
      }),
      project("timing", {
        include: ["test/suites/timing/outsider.times.ts"],
        globalSetup: "test/suites/timing/durable-setup.ts",
        // Parallel work would disturb the measurement.
        fileParallelism: false,
        testTimeout: 3600_000,
      }),
      project("alerts", {
        ...PROCESSES,
        include: ["test/suites/alerts/**/*.test.ts"],
        globalSetup: DATABASE,
      }),
      project("races", {
        include: ["test/suites/race/release.races.ts"],
        globalSetup: DATABASE,
        testTimeout: 3 * 3600_000,
      }),
      project("upgrade", {
        ...PROCESSES,
        include: ["test/suites/upgrade/**/*.test.ts"],
        fileParallelism: true,
        maxWorkers: 2,
        globalSetup: DATABASE,
        testTimeout: 900_000,
      }),
      project("integrations", {
        ...PROCESSES,
        include: ["test/suites/integrations/*.test.ts"],
        globalSetup: DATABASE,
        fileParallelism: true,
        isolate: false,
        // A third of the time is spent waiting for packages.
        maxWorkers: 2,
      }),
      project("failover", {
        ...PROCESSES,
        include: ["test/suites/ha/*.test.ts"],
        testTimeout: 3600_000,
      }),
      project("distributed", {
        ...PROCESSES,
        include: ["test/suites/distributed/*.test.ts"],
      }),
      project("walkthrough", {
        ...PROCESSES,
        include: ["test/suites/walkthrough/*.test.ts"],
      }),
      project("faults", {
        ...PROCESSES,
        include: ["test/suites/faults/**/*.test.ts"],
        globalSetup: DATABASE,
        fileParallelism: true,
        // Each file starts its own services, and mostly waits for them.
        maxWorkers: 3,
        // The counts of a release take hours.
        testTimeout: 4 * 3600_000,
      }),
    ],
  },
});
