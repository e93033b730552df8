import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { History } from "../../support/history/recorder.ts";
import { LONG_TIMEOUT_SETTINGS } from "../../support/long-timeouts.ts";
import { COUNTS } from "./settings.ts";
import { expectNoLoss, openStage, type Stage } from "./stage.ts";

describe("a service with two workers", () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage({ environment: { WORKERS: "2" } });
  });
  afterAll(() => stage?.stop());

  const ROWS: { name: string; inject(): Promise<void> }[] = [
    {
      name: "a worker killed",
      async inject() {
        const workers = stage.core.workerPids();
        process.kill(workers[Math.floor(Math.random() * workers.length)]!, "SIGKILL");
      },
    },
    {
      name: "the parent process killed",
      async inject() {
        await stage.core.kill();
        await stage.core.start();
      },
    },
    {
      name: "SIGTERM under load",
      async inject() {
        expect(await stage.core.terminate()).toBe(0);
        await stage.core.start();
      },
    },
  ];
  test.each(ROWS)("O3 V7 T10 $name: no answered effect is lost", async ({ name, inject }) => {
    await expectNoLoss(stage, { name, rounds: COUNTS.rounds, inject });
  });
});

describe("after a restart of everything", () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage({ environment: { ...LONG_TIMEOUT_SETTINGS, REFRESH_RETRY_WINDOW: "1" }, clients: 0 });
  });
  afterAll(() => stage?.stop());

  test("T8 RFC 9700 §4.14.2 a rotated refresh token is rejected after its retry window", async () => {
    const { operations, core, postgres } = stage;
    const history: History = [];
    const { code } = await operations.issue(history);
    const first = await operations.exchange(history, code!);
    const second = await operations.refresh(history, first.refresh!);
    expect((await operations.refresh(history, second.refresh!)).outcome).toBe("ok");
    await Promise.all([core.kill(), postgres.kill()]);
    await postgres.start();
    await core.start();
    await delay(2_000);
    expect((await operations.refresh(history, first.refresh!)).outcome).toBe("fail");
    expect((await operations.introspectConsistent(history, second.access!)).active).toBe(false);
  });

  test("V5 two revocations at once are both answered, with one event", async () => {
    const { operations, postgres } = stage;
    const history: History = [];
    const { code } = await operations.issue(history);
    const { refresh, access } = await operations.exchange(history, code!);
    const events = async () => Number((await postgres.query("select count(*) from revocation_event")).rows[0].count);
    const before = await events();
    const revoked = await Promise.all([operations.revoke(history, refresh!), operations.revoke(history, refresh!)]);
    expect(revoked.map(({ outcome }) => outcome)).toEqual(["ok", "ok"]);
    expect((await operations.introspectConsistent(history, access!)).active).toBe(false);
    expect(await events()).toBe(before + 1);
  });
});
