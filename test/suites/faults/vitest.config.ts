import { defineConfig } from "vitest/config";
import { reportersOf } from "../../support/reporters.ts";

/** Whole processes that are paused with SIGSTOP, one file after the other. PAUSES: how often each arrangement is paused. */
export default defineConfig({
  test: {
    reporters: reportersOf("faults"),
    include: ["test/suites/faults/**/*.test.ts"],
    globalSetup: "test/support/global-setup.ts",
    fileParallelism: false,
    testTimeout: 900_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000, interval: 100 } },
  },
});
