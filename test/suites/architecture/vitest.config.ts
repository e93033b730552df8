import { defineConfig } from "vitest/config";
import { reportersOf } from "../../support/reporters.ts";

/** `npm run check:architecture`: reads the sources and starts nothing; part of `npm test` as well. */
export default defineConfig({
  test: {
    reporters: reportersOf("architecture"),
    include: ["test/suites/architecture/*.test.ts"],
    testTimeout: 60_000,
  },
});
