import type pg from "pg";
import { clients, connectCore } from "../../../../src/rpc/client.ts";
import { insertKey } from "../../../support/start-service.ts";
import type { Deployment } from "../infrastructure.ts";
import { startCountingReceiver, startSilentReceiver } from "../load/webhook-receiver.ts";
import type { RowResult } from "../report.ts";
import { answersOf, atLeast, type Bench, inTurn, type Measurement, perSecond, ratioAtLeast } from "./bench.ts";
import { exchangeByHttp, refreshByHttp } from "./loads.ts";

/** The expected number of deliveries per second. Each round has as many as fit into the seconds of a load. */
const EXPECTED = 500;
const INSTALLATIONS = 200;
/** The number of events for the endpoint that hangs: more than it may have concurrent deliveries. */
const HANGING = 100;
const CONNECTIONS = 32;

/** Measures deliveries to a fast endpoint, alone and beside an endpoint that never answers. */
export const webhookDeliveries: Measurement = {
  name: "webhooks: deliveries",
  async run(bench) {
    const deployment = await bench.infrastructure.open(1_000, { settings: { WEBHOOK_ALLOW_LOOPBACK: "1" } });
    const receiver = await startCountingReceiver();
    const silent = await startSilentReceiver();
    try {
      await addEndpoint(deployment, receiver.url, "installation.suspended");
      const count = EXPECTED * bench.seconds;
      const rate = async () => {
        const measured = receiver.rateOf(count);
        await addEvents(deployment.pool, { count, type: "installation.suspended", installations: INSTALLATIONS });
        return measured;
      };
      await rate();
      const alone: number[] = [];
      const beside: number[] = [];
      for (let round = 0; round < bench.rounds; round++) {
        alone.push(await rate());
        const endpointId = await addEndpoint(deployment, silent.url, "installation.resumed");
        await addEvents(deployment.pool, { count: HANGING, type: "installation.resumed", installations: HANGING });
        beside.push(await rate());
        await removeEndpoint(deployment, endpointId);
        bench.logProgress(
          `  round ${round + 1}: ${Math.round(alone[round]!)}/s, beside ${Math.round(beside[round]!)}/s`,
        );
      }
      const answers = { checked: count * bench.rounds * 2, wrong: 0, firstWrong: null };
      return [
        {
          ...{ name: "webhook deliveries to one endpoint", unit: "/s", goal: atLeast(EXPECTED), limit: null, answers },
          measured: alone,
          notes: [`${count} events of ${INSTALLATIONS} installations, 20 requests at once`],
        },
        {
          ...{ name: "webhook deliveries while another endpoint hangs", unit: "/s", goal: ratioAtLeast(0.95), answers },
          measured: beside,
          limit: { name: "alone", runs: alone },
          notes: [],
        },
      ];
    } finally {
      receiver.close();
      silent.close();
      await deployment.stop();
    }
  },
};

/** Measures exchange and refresh with a large outbox and with an empty one. */
export const outboxCost: Measurement = {
  name: "webhooks: cost of the outbox",
  async run(bench) {
    const empty = await bench.infrastructure.open(10_000);
    const full = await bench.infrastructure.open(10_000, { settings: { WEBHOOK_ALLOW_LOOPBACK: "1" } });
    const receiver = await startCountingReceiver();
    try {
      await addEndpoint(full, receiver.url, "app.rejected");
      const installations = bench.amounts.manyTokens / 10;
      await addEvents(full.pool, { count: installations, type: "installation.created", installations });
      await distributed(full.pool);
      return [
        ...(await compare(bench, "refresh", { empty, full })),
        ...(await compare(bench, "exchange", { empty, full })),
      ];
    } finally {
      receiver.close();
      await empty.stop();
      await full.stop();
    }
  },
};

async function compare(
  bench: Bench,
  operation: "refresh" | "exchange",
  { empty, full }: { empty: Deployment; full: Deployment },
): Promise<RowResult[]> {
  const run = operation === "refresh" ? refreshByHttp : exchangeByHttp;
  const connections = Math.min(CONNECTIONS, bench.mostConnections);
  const load = (deployment: Deployment) => () =>
    run({ deployment, infrastructure: bench.infrastructure, connections, seconds: bench.seconds });
  const results = await inTurn(bench, { empty: load(empty), full: load(full) });
  return [
    {
      ...{ name: `${operation} over a large outbox`, unit: "/s", goal: ratioAtLeast(0.97), notes: [] },
      measured: perSecond(results.full),
      limit: { name: "empty outbox", runs: perSecond(results.empty) },
      answers: answersOf(results.empty, results.full),
    },
  ];
}

async function addEndpoint(deployment: Deployment, url: string, type: string): Promise<string> {
  return withCore(deployment, async (webhooks) => {
    const { endpoint } = await webhooks.createWebhookEndpoint({ url, eventTypes: [type] });
    return endpoint!.endpointId;
  });
}

function removeEndpoint(deployment: Deployment, endpointId: string): Promise<unknown> {
  return withCore(deployment, (webhooks) => webhooks.deleteWebhookEndpoint({ endpointId }));
}

type Webhooks = ReturnType<typeof clients>["webhooks"];

async function withCore<T>({ service, pool }: Deployment, work: (webhooks: Webhooks) => Promise<T>): Promise<T> {
  const key = await insertKey(pool, ["apps:write", "events:read"]);
  const connection = connectCore({ url: `http://${service.grpc}`, key });
  try {
    return await work(clients(connection.transport).webhooks);
  } finally {
    connection.close();
  }
}

interface Events {
  count: number;
  type: string;
  installations: number;
}

/** Adds events as transactions would, distributed over the installations. */
async function addEvents(pool: pg.Pool, { count, type, installations }: Events): Promise<void> {
  await pool.query(
    `with head as (update event_head set cursor = cursor + $1::int where id = 1 returning cursor)
    insert into event (cursor, type, client_id, merchant_id, installation_id, sequence, installation_version, scopes)
    select head.cursor - $1::int + n, $2, 'app_bench', 'm', md5((n % $3::int)::text)::uuid, n / $3::int + 1, 1, '{orders.read}'
    from head, generate_series(1, $1::int) n`,
    [count, type, installations],
  );
}

/** Resolves when the deliveries of all events are queued. */
async function distributed(pool: pg.Pool): Promise<void> {
  for (;;) {
    const { rows } = await pool.query(
      "select e.cursor - h.cursor as behind from event_head e, webhook_head h where e.id = 1 and h.id = 1",
    );
    if (Number(rows[0].behind) === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}
