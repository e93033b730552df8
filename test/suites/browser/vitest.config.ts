import { defineConfig } from "vitest/config";
import { reportersOf } from "../../support/reporters.ts";

export default defineConfig({
  test: {
    reporters: reportersOf("browser"),
    include: ["test/suites/browser/**/*.test.ts"],
    // Each file has a Chromium of its own; two at once are enough for a small machine.
    maxWorkers: 2,
    pool: "forks",
    setupFiles: ["test/suites/browser/quiet-pages.ts"],
    // Nothing here measures time: these are for a machine that is busy with other things.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000, interval: 100 } },
  },
});
