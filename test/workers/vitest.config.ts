import { defineConfig } from "vitest/config";
import { reportersOf } from "../reporters.ts";

/** The suites against a live service once more, with two processes behind every port: nothing may be different. */
export default defineConfig({
  test: {
    reporters: reportersOf("workers"),
    include: ["test/conformance/**/*.test.ts"],
    env: { TEST_WORKERS: "2" },
    globalSetup: ["test/global-setup.ts"],
    pool: "forks",
    fileParallelism: false,
    testTimeout: 40_000,
    hookTimeout: 120_000,
  },
});
