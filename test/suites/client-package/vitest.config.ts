import { defineConfig } from "vitest/config";
import { reportersOf } from "../../support/reporters.ts";

/** The client's package as others get it: built, packed, installed, and run on an old Node. */
export default defineConfig({
  test: {
    reporters: reportersOf("client-package"),
    include: ["test/suites/client-package/**/*.test.ts"],
    globalSetup: ["test/support/global-setup.ts"],
    // Nothing here measures time but by its own clock: these are for a machine that is busy with other things.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
  },
});
