import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { synchronousStandbys } from "./failovers.ts";
import { COUNTS } from "./settings.ts";
import { type Failover, openStage, type Stage } from "./stage.ts";

/** The milliseconds of load that have not reached the standby when the primary is killed. */
const BEHIND_MS = 4_000;

/** Kills the primary while its standby is behind. Commits do not wait for the standby. */
const KILL_AHEAD: Failover = {
  standbyCheck: "replica",
  async inject({ primary, standby }) {
    const sender = primary.findProcess("walsender");
    if (sender === undefined) throw new Error("the primary has no WAL sender");
    process.kill(sender, "SIGSTOP");
    await delay(BEHIND_MS);
    await primary.kill();
    return standby;
  },
  async heal({ primary }) {
    primary.start();
  },
};

describe("control: cores on an asynchronous standby", () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage(async ({ url }) => ({ database: { DATABASE_URL: url } }));
  });
  afterAll(() => stage?.stop());

  test(`O5 primary killed ${COUNTS.controls} times: answered effects are lost, and the checker sees it`, async () => {
    // Patroni would not promote a standby that is further behind than maximum_lag_on_failover.
    await stage.cluster.configure({ synchronous_mode: false, maximum_lag_on_failover: 2 ** 30 });
    await expect.poll(() => synchronousStandbys(stage.cluster)).toBe("");
    const scenario = stage.begin("control: asynchronous standby");
    for (let round = 0; round < COUNTS.controls; round++) await scenario.round(KILL_AHEAD);
    const { rounds, violations } = await scenario.end();
    expect(rounds).toBe(COUNTS.controls);
    expect(violations["missing row"]).toBeGreaterThan(0);
    expect(stage.service.output()).toContain("the database lost revocation events that were read");
  });
});
