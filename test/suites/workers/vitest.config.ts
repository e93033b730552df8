import { defineConfig } from "vitest/config";
import { reportersOf } from "../../support/reporters.ts";

/** The suites against a live service, and those of its start and end, with two processes behind every port: nothing may be different. */
export default defineConfig({
  test: {
    reporters: reportersOf("workers"),
    include: ["test/suites/conformance/*.test.ts", "test/suites/start/start.test.ts"],
    // The first for services that tests start with a database, the second for those that they start as people do.
    env: { TEST_WORKERS: "2", WORKERS: "2" },
    globalSetup: ["test/support/global-setup.ts"],
    pool: "forks",
    fileParallelism: false,
    // Nothing here measures time: these are for a machine that is busy with other things.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000, interval: 100 } },
  },
});
