import { defineConfig } from "vitest/config";
import { reportersOf } from "../reporters.ts";

/** The client's package as others get it: built, packed, installed, and run on an old Node. */
export default defineConfig({
  test: {
    reporters: reportersOf("client-package"),
    include: ["test/client-package/**/*.test.ts"],
    globalSetup: ["test/global-setup.ts"],
    testTimeout: 60_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 20_000 } },
  },
});
