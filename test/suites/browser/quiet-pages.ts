import { afterEach, expect } from "vitest";
import { takeBrowserErrors } from "./browser-errors.ts";

// Runs after each test of every suite: a failed script or a policy violation fails the test.
afterEach(() => {
  expect(takeBrowserErrors(), "what the browser complained of").toEqual([]);
});
