import { defineConfig } from "vitest/config";
import { reportersOf } from "../reporters.ts";

export default defineConfig({
  test: {
    reporters: reportersOf("browser"),
    include: ["test/browser/**/*.test.ts"],
    // Each file has a Chromium of its own; two at once are enough for a small machine.
    maxWorkers: 2,
    pool: "forks",
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
