import { defineConfig } from "vitest/config";

/** `npm run check:rooms`: what reads the sources and starts nothing; part of `npm test` as well. */
export default defineConfig({
  test: { include: ["test/rooms.test.ts", "test/style.test.ts"] },
});
