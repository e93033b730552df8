import { defineConfig } from "vitest/config";

/** One test of the copy, on the database server of the whole run. */
export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    globalSetup: ["test/suites/mutants/provided.ts"],
    pool: "forks",
    // As for `npm test`: what is green there is green here.
    testTimeout: 60_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 30_000 } },
  },
});
