import { defineConfig } from "vitest/config";
import { reportersOf } from "../reporters.ts";

/** `npm run check:rooms`: what reads the sources and starts nothing; part of `npm test` as well. */
export default defineConfig({
  test: { reporters: reportersOf("rooms"), include: ["test/rooms.test.ts", "test/style.test.ts"], testTimeout: 60_000 },
});
