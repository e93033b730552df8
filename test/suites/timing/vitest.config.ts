import { defineConfig } from "vitest/config";
import { reportersOf } from "../../support/reporters.ts";

/** One thing after the other: what runs beside a measurement is measured with it. */
export default defineConfig({
  test: {
    reporters: reportersOf("timing"),
    include: ["test/suites/timing/outsider.times.ts"],
    globalSetup: ["test/suites/timing/durable-setup.ts"],
    pool: "forks",
    fileParallelism: false,
    testTimeout: 3600_000,
    hookTimeout: 300_000,
  },
});
