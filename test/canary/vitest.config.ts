import { defineConfig } from "vitest/config";
import { reportersOf } from "../reporters.ts";

export default defineConfig({
  test: {
    reporters: reportersOf("canary"),
    include: ["test/canary/leaks.canary.ts"],
    globalSetup: ["test/canary/talking-setup.ts"],
    pool: "forks",
    fileParallelism: false,
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});
