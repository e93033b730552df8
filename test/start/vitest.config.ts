import { defineConfig } from "vitest/config";
import { reportersOf } from "../reporters.ts";

/** Whole processes on a machine of two cores: one file after the other. */
export default defineConfig({
  test: {
    reporters: reportersOf("start"),
    include: ["test/start/**/*.test.ts"],
    fileParallelism: false,
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
