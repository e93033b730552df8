import { defineConfig } from "vitest/config";
import { reportersOf } from "../../support/reporters.ts";

export default defineConfig({
  test: {
    reporters: reportersOf("canary"),
    include: ["test/suites/canary/leaks.canary.ts"],
    globalSetup: ["test/suites/canary/talking-setup.ts"],
    pool: "forks",
    fileParallelism: false,
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});
