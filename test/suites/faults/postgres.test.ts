import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { COUNTS } from "./settings.ts";
import { expectNoLoss, openStage, type Stage } from "./stage.ts";

describe("faults of PostgreSQL", () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage();
  });
  afterAll(() => stage?.stop());

  const check = { mustAnswer: true };

  test("O2 V7 K7 PostgreSQL killed with SIGKILL: no answered effect is lost", async () => {
    const inject = async () => {
      await stage.postgres.kill();
      await delay(Math.random() * 300);
      await stage.postgres.start();
    };
    await expectNoLoss(stage, { name: "PostgreSQL killed", rounds: COUNTS.kills, check, inject });
  });

  test("T9 V4 K7 PostgreSQL stopped with SIGSTOP for 3 s: 503, and no answered effect is lost", async () => {
    const inject = async () => {
      stage.postgres.suspend();
      await delay(3_000);
      stage.postgres.resume();
    };
    await expectNoLoss(stage, { name: "PostgreSQL stopped", rounds: COUNTS.rounds, check, inject });
  });

  test("O6 T9 V4 all connections of PostgreSQL taken for 3 s: 503, and no answered effect is lost", async () => {
    const inject = async () => {
      const release = await takeAllConnections(stage.postgres.url);
      await delay(3_000);
      await release();
    };
    await expectNoLoss(stage, { name: "max_connections exhausted", rounds: COUNTS.rounds, check, inject });
  });

  test("T9 V4 PostgreSQL restarted as a standby for 3 s, then promoted: 503, and no answered effect is lost", async () => {
    const inject = async () => {
      await stage.postgres.kill();
      await stage.postgres.makeStandby();
      await stage.postgres.start();
      await delay(2_000);
      await expect.poll(async () => (await fetch(`${stage.core.target.connectUrl}/readyz`)).status).toBe(503);
      await delay(1_000);
      await stage.postgres.query("select pg_promote()");
    };
    await expectNoLoss(stage, { name: "connected to a standby", rounds: COUNTS.rounds, check, inject });
  });
});

/** Ends the core's connections and occupies every connection slot. The returned function frees the slots. */
async function takeAllConnections(url: string): Promise<() => Promise<void>> {
  const taken: pg.Client[] = [];
  for (let isFull = false; !isFull; ) {
    const client = new pg.Client({ connectionString: url });
    client.on("error", () => {});
    try {
      await client.connect();
      taken.push(client);
      await client.query("select pg_terminate_backend(pid) from pg_stat_activity where application_name ~ '^latchkey'");
    } catch {
      isFull = taken.length >= 90;
    }
  }
  return async () => void (await Promise.all(taken.map((client) => client.end())));
}
