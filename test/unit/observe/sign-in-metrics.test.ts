import { Registry } from "prom-client";
import { expect, test } from "vitest";
import { addSignInMetrics } from "../../../src/observe/sign-in-metrics.ts";

test("reads failed sign-ins, lockouts and the password queue at each scrape", async () => {
  const registry = new Registry();
  const stats = {
    failures: 3,
    lockouts: { client: 1, account: 0 },
    rejected: { queue_full: 0, queue_timeout: 0, cancelled: 2 },
    queued: 5,
  };
  addSignInMetrics(registry, stats);
  await registry.metrics();
  stats.failures = 4;
  const text = await registry.metrics();
  for (const line of [
    "latchkey_sign_in_failures_total 4",
    'latchkey_sign_in_lockouts_total{scope="client"} 1',
    'latchkey_sign_in_lockouts_total{scope="account"} 0',
    'latchkey_password_queue_turned_away_total{reason="cancelled"} 2',
    "latchkey_password_queue_waiting 5",
  ]) {
    expect(text.split("\n")).toContain(line);
  }
});
