import { defineConfig } from "vitest/config";
import { reportersOf } from "./support/reporters.ts";

export default defineConfig({
  test: {
    reporters: reportersOf("unit"),
    include: ["test/**/*.test.ts"],
    exclude: [
      "test/suites/start/**",
      "test/suites/browser/**",
      "test/suites/faults/**",
      "test/suites/bench/**",
      "test/suites/client-package/**",
    ],
    globalSetup: ["test/support/global-setup.ts"],
    pool: "forks",
    // Vitest leaves one core to itself; the tests wait for other processes most of the time.
    maxWorkers: 2,
    // What is awaited comes at once, or late on a machine that has other work: only what never comes is to fail by these.
    testTimeout: 60_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 30_000 } },
  },
});
