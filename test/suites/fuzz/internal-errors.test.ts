import { expect, test } from "vitest";
import { createLog } from "../../../src/observe/log.ts";
import { findInternalErrors } from "./internal-errors.ts";

test("an internal error is found in the log; a rejection is not one", () => {
  const printed: string[] = [];
  const destination = { write: (line: string) => void printed.push(line) };
  const log = createLog({ level: "trace", readable: false, destination });
  log.warn({ status: 503 }, "refused");
  expect(findInternalErrors(printed.join(""))).toEqual([]);
  log.error({ err: new Error("x") }, "failed");
  log.fatal("ended");
  printed.push("Unhandled rejection: x\n");
  expect(findInternalErrors(printed.join(""))).toHaveLength(3);
});
