import { describe, expect, it } from "vitest";
import { backoffMs, retry, retryWithBackoff } from "../../../src/concurrency/retry.ts";

class Outage extends Error {}

function failing(...failures: Error[]) {
  const retries: [reason: string, pauseMs: number][] = [];
  let calls = 0;
  const work = async () => {
    calls++;
    const failure = failures.shift();
    if (failure !== undefined) throw failure;
    return "done";
  };
  const options = {
    isRetryable: (error: unknown) => !(error instanceof TypeError),
    onRetry: (...retry: [string, number]) => void retries.push(retry),
  };
  return { running: retryWithBackoff(options, work), retries, calls: () => calls };
}

describe("retryWithBackoff", () => {
  it("repeats retryable errors with growing pauses and reports each", async () => {
    const { running, retries } = failing(new Outage("timeout"), new Outage("refused"));
    expect(await running).toBe("done");
    expect(retries).toEqual([
      ["timeout", 500],
      ["refused", 1_000],
    ]);
  });

  it("reports the error of each address of a host", async () => {
    const reasons = ["connect ECONNREFUSED ::1:5432", "connect ECONNREFUSED 127.0.0.1:5432"];
    const { running, retries } = failing(new AggregateError(reasons.map((reason) => new Error(reason))));
    expect(await running).toBe("done");
    expect(retries).toEqual([[reasons.join("; "), 500]]);
  });

  it("throws any other error at once, unchanged", async () => {
    const defect = new TypeError("a defect");
    const { running, retries, calls } = failing(defect);
    await expect(running).rejects.toBe(defect);
    expect([retries, calls()]).toEqual([[], 1]);
  });
});

describe("retry", () => {
  it("stops when pauseMs returns null", async () => {
    let calls = 0;
    const work = () => Promise.reject(new Outage(`${++calls}`));
    const options = { isRetryable: () => true, pauseMs: (retries: number) => (retries < 2 ? 0 : null) };
    await expect(retry(options, work)).rejects.toThrow("3");
  });
});

it("backoffMs doubles up to the longest pause", () => {
  expect([0, 1, 2, 3, 50].map((retries) => backoffMs(retries, { firstMs: 100, longestMs: 500 }))).toEqual([
    100, 200, 400, 500, 500,
  ]);
});
