import { defineConfig } from "vitest/config";
import { reportersOf } from "../../support/reporters.ts";

/** `npm run check:rooms`: what reads the sources and starts nothing; part of `npm test` as well. */
export default defineConfig({
  test: {
    reporters: reportersOf("rooms"),
    include: ["test/suites/architecture/rooms.test.ts", "test/suites/architecture/style.test.ts"],
    testTimeout: 60_000,
  },
});
