import { Registry } from "prom-client";
import { expect, test } from "vitest";
import { addSignInFigures } from "../../../src/observe/sign-in-figures.ts";

test("failed sign-ins, lockouts and the password queue are read at each scrape", async () => {
  const registry = new Registry();
  const figures = {
    failures: 3,
    lockouts: { client: 1, account: 0 },
    turnedAway: { full: 0, late: 0, left: 2 },
    waiting: 5,
  };
  addSignInFigures(registry, figures);
  await registry.metrics();
  figures.failures = 4;
  const text = await registry.metrics();
  for (const line of [
    "latchkey_sign_in_failures_total 4",
    'latchkey_sign_in_lockouts_total{scope="client"} 1',
    'latchkey_sign_in_lockouts_total{scope="account"} 0',
    'latchkey_password_queue_turned_away_total{why="left"} 2',
    "latchkey_password_queue_waiting 5",
  ]) {
    expect(text.split("\n")).toContain(line);
  }
});
