import { expect, it } from "vitest";
import { type Answer, createRecorder, type History } from "./recorder.ts";

const OK: Answer = { status: 200, error: null, retryAfter: false, via: "oauth" };
const OUTAGE: Answer = { status: 503, error: "temporarily_unavailable", retryAfter: true, via: "oauth" };

it("records start, end and outcome of concurrent operations", () => {
  let clock = 0;
  const recorder = createRecorder(() => ++clock);
  const history: History = [];
  const endRefresh = recorder.invoke(history, { kind: "refresh", presented: "r1" });
  const endRevoke = recorder.invoke(history, { kind: "revoke", presented: "r1" });
  expect(recorder.pending()).toBe(2);
  expect(endRevoke(null)).toBe("unknown");
  expect(endRefresh({ ...OK, status: 400, error: "invalid_grant" })).toBe("fail");
  expect(history).toMatchObject([
    { kind: "refresh", presented: "r1", invokedAt: 1, endedAt: 4, outcome: "fail" },
    { kind: "revoke", presented: "r1", invokedAt: 2, endedAt: 3, outcome: "unknown", answer: null },
  ]);
  expect(recorder.counts()).toMatchObject({ refresh: { ok: 0, fail: 1 }, revoke: { unknown: 1 } });
  expect([recorder.answered(), recorder.pending()]).toEqual([1, 0]);
});

it("service is normal from the first of 25 consecutive answers", async () => {
  let clock = 0;
  const recorder = createRecorder(() => clock);
  const normal = recorder.untilNormal(60_000);
  const run = (answer: Answer, count: number) => {
    for (let at = 0; at < count; at++) {
      clock += 10;
      recorder.invoke([], { kind: "introspect", presented: "a" })(answer);
    }
  };
  run(OK, 24);
  run(OUTAGE, 1);
  run(OK, 25);
  expect(await normal).toBe(260);
});

it("service that does not become normal in time is null", async () => {
  expect(await createRecorder().untilNormal(1)).toBeNull();
});
