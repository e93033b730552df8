import { afterEach, expect } from "vitest";
import { takeComplaints } from "./complaints.ts";

// Of every suite: a page on which a script fails, or that its own policy forbids something, is a fault of the page.
afterEach(() => {
  expect(takeComplaints(), "what the browser complained of").toEqual([]);
});
