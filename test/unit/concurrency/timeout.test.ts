import { pino } from "pino";
import { describe, expect, it } from "vitest";
import { patiently } from "../../../src/concurrency/timeout.ts";

class Outage extends Error {}

function failing(...failures: Error[]) {
  const lines: string[] = [];
  const log = pino({}, { write: (line: string) => lines.push(line) });
  let calls = 0;
  const work = async () => {
    calls++;
    const failure = failures.shift();
    if (failure !== undefined) throw failure;
    return "done";
  };
  const doing = patiently({ log, isOutage: (error) => !(error instanceof TypeError) }, work);
  return { doing, lines, calls: () => calls };
}

describe("on a machine that is too busy", () => {
  it("an outage is waited for, later and later, and each try told in a line with its reason", async () => {
    const { doing, lines } = failing(new Outage("timeout"), new Outage("refused"));
    expect(await doing).toBe("done");
    const told = lines.map((line) => JSON.parse(line));
    expect(told).toMatchObject([
      { why: "timeout", againInMs: 500 },
      { why: "refused", againInMs: 1_000 },
    ]);
    expect(lines.join("")).not.toContain("stack");
    expect(told[0].msg).toContain("trying again");
  });

  it("of a host with several addresses the reason of each is told", async () => {
    const reasons = ["connect ECONNREFUSED ::1:5432", "connect ECONNREFUSED 127.0.0.1:5432"];
    const { doing, lines } = failing(new AggregateError(reasons.map((reason) => new Error(reason))));
    expect(await doing).toBe("done");
    expect(JSON.parse(lines[0]!).why).toBe(reasons.join("; "));
  });

  it("any other failure comes out at once, as it is", async () => {
    const defect = new TypeError("a defect");
    const { doing, lines, calls } = failing(defect);
    await expect(doing).rejects.toBe(defect);
    expect([lines, calls()]).toEqual([[], 1]);
  });
});
