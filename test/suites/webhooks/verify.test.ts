import { expect, test } from "vitest";
import { verifyLog } from "./verify.ts";

test.each([
  { name: "each event once", log: "a 1\nb 1\na 2\nb 2\n", lost: 0, disordered: 0, repeated: 0 },
  { name: "repetitions", log: "a 1\na 1\na 2\na 1\nb 1\nb 2\n", lost: 0, disordered: 0, repeated: 2 },
  { name: "a lost event", log: "a 1\na 2\nb 1\n", lost: 1, disordered: 0, repeated: 0 },
  { name: "an event before its predecessor", log: "a 2\na 1\nb 1\nb 2\n", lost: 0, disordered: 2, repeated: 0 },
  { name: "a gap", log: "a 2\nb 1\nb 2\n", lost: 1, disordered: 1, repeated: 0 },
])("the log of a receiver with $name", ({ log, lost, disordered, repeated }) => {
  expect(verifyLog(log, ["a", "b"], 2)).toMatchObject({ lost, disordered, repeated });
});
