import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startPgBouncer } from "../../support/pgbouncer.ts";
import { FREEZE, freezeStandby, KILL, switchOver } from "./failovers.ts";
import { COUNTS } from "./settings.ts";
import { type Failover, openStage, type Stage } from "./stage.ts";

describe("cores through PgBouncer and HAProxy on a synchronous standby", () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage(async ({ url }) => {
      const pooler = await startPgBouncer(url);
      return { database: { DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: url }, stop: pooler.stop };
    });
  });
  afterAll(() => stage?.stop());

  const FAILOVERS: { name: string; count: number; failover: () => Failover }[] = [
    { name: "primary and Patroni killed", count: COUNTS.kills, failover: () => KILL },
    { name: "switchover", count: COUNTS.switchovers, failover: () => switchOver(stage.cluster) },
    { name: "primary and Patroni frozen", count: COUNTS.freezes, failover: () => FREEZE },
    { name: "standby frozen", count: COUNTS.standbys, failover: () => freezeStandby(stage.cluster) },
  ].filter(({ count }) => count > 0);

  test.each(FAILOVERS)("O5 $name, $count times: no answered effect is lost", async ({ name, count, failover }) => {
    const scenario = stage.begin(name);
    for (let round = 0; round < count; round++) await scenario.round(failover());
    expect(await scenario.end()).toMatchObject({ rounds: count, violations: {} });
  });
});
