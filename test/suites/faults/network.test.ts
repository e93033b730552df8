import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, describe, test } from "vitest";
import { startProxy, type TcpProxy, type WireFault } from "./proxy.ts";
import { COUNTS } from "./settings.ts";
import { expectNoLoss, openStage, type Stage } from "./stage.ts";

const FAULTS: { name: string; fault: WireFault; resets?: true }[] = [
  { name: "latency of 300 ms", fault: { latencyMs: 300 } },
  { name: "resets", fault: {}, resets: true },
  { name: "a black hole", fault: { blackHole: true } },
  { name: "answers cut after random bytes", fault: { cutAfter: () => Math.random() * 4_000 } },
];

async function withFault(proxy: TcpProxy, { fault, resets }: (typeof FAULTS)[number]): Promise<void> {
  proxy.inject(fault);
  for (let step = 0; step < 10; step++) {
    if (resets) proxy.reset();
    await delay(200);
  }
  proxy.heal();
}

describe("faults of the network", () => {
  let stage: Stage;
  let toDatabase: TcpProxy;
  let toCore: TcpProxy;
  let toConnect: TcpProxy;
  beforeAll(async () => {
    stage = await openStage({
      async between(url) {
        toDatabase = await startProxy(Number(new URL(url).port));
        return Object.assign(new URL(url), { port: `${toDatabase.port}` }).href;
      },
      async toTarget({ origin, connectUrl }) {
        toCore = await startProxy(Number(new URL(origin).port));
        toConnect = await startProxy(Number(new URL(connectUrl).port));
        return { origin: `http://127.0.0.1:${toCore.port}`, connectUrl: `http://127.0.0.1:${toConnect.port}` };
      },
    });
  });
  afterAll(async () => {
    await stage?.stop();
    for (const proxy of [toDatabase, toCore, toConnect]) await proxy?.stop();
  });

  test.each(FAULTS)("O2 K7 T9 V4 $name between core and database: 503, and no answered effect is lost", async (row) => {
    const name = `core to database: ${row.name}`;
    const inject = () => withFault(toDatabase, row);
    await expectNoLoss(stage, { name, rounds: COUNTS.rounds, check: { mustAnswer: true }, inject });
  });

  test.each(FAULTS)("O3 K7 T9 $name between client and core: no answered effect is lost", async (row) => {
    const name = `client to core: ${row.name}`;
    const inject = async () => void (await Promise.all([toCore, toConnect].map((one) => withFault(one, row))));
    await expectNoLoss(stage, { name, rounds: COUNTS.rounds, inject });
  });
});
