import { pino } from "pino";
import { describe, expect, it } from "vitest";
import { patiently } from "../../src/app/patience.ts";

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
  const doing = patiently({ log, isOutage: (error) => error instanceof Outage }, work);
  return { doing, lines, calls: () => calls };
}

describe("on a machine that is too busy", () => {
  it("an outage is waited for and told", async () => {
    const { doing, lines } = failing(new Outage("timeout"));
    expect(await doing).toBe("done");
    expect(lines.join("")).toContain("trying again");
  });

  it("any other failure comes out at once, as it is", async () => {
    const defect = new TypeError("a defect");
    const { doing, lines, calls } = failing(defect);
    await expect(doing).rejects.toBe(defect);
    expect([lines, calls()]).toEqual([[], 1]);
  });
});
