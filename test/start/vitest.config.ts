import { defineConfig } from "vitest/config";

/** Whole processes on a machine of two cores: one file after the other. */
export default defineConfig({
  test: {
    include: ["test/start/**/*.test.ts"],
    fileParallelism: false,
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
