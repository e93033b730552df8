import { defineConfig } from "vitest/config";

/** One test of the copy, on the database server of the whole run. */
export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    globalSetup: ["test/mutants/provided.ts"],
    pool: "forks",
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
});
