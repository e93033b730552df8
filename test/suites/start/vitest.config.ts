import { defineConfig } from "vitest/config";
import { reportersOf } from "../../support/reporters.ts";

/** Whole processes on a machine of two cores: one file after the other. */
export default defineConfig({
  test: {
    reporters: reportersOf("start"),
    include: ["test/suites/start/**/*.test.ts"],
    fileParallelism: false,
    // A start takes seconds, and many where other things run beside it.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000, interval: 100 } },
  },
});
