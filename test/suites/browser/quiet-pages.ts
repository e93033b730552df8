import { afterEach, expect } from "vitest";
import { takeComplaints } from "./complaints.ts";

// After each test of every suite: a failed script or a policy violation fails the test.
afterEach(() => {
  expect(takeComplaints(), "what the browser complained of").toEqual([]);
});
