import { defineConfig } from "vitest/config";
import { reportersOf } from "../../support/reporters.ts";

/** As many races as a release is judged by: they take as long as they take. */
export default defineConfig({
  test: {
    reporters: reportersOf("races"),
    include: ["test/suites/race/release.races.ts"],
    globalSetup: ["test/support/global-setup.ts"],
    pool: "forks",
    testTimeout: 3 * 3600_000,
    hookTimeout: 60_000,
  },
});
