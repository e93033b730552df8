import pino from "pino";
import { Registry } from "prom-client";
import { afterEach, vi } from "vitest";
import { addWebhookMetrics } from "../../../../../src/observe/webhook-metrics.ts";
import {
  startWebhookDispatcher,
  type WebhookDispatcher,
  type WebhookDispatcherOptions,
} from "../../../../../src/service/webhooks/delivery/dispatcher.ts";
import { createHttpSender } from "../../../../../src/service/webhooks/delivery/http-sender.ts";
import { listWebhookDeliveries } from "../../../../../src/service/webhooks/list-webhook-deliveries.ts";
import { decideTogether } from "../../../../../src/store/connection/transaction.ts";
import { appendToOutbox, type NewEvent } from "../../../../../src/store/outbox/append.ts";
import { keyCall } from "../../../../support/world/calls.ts";
import { useWorld } from "../../../../support/world/fixtures.ts";
import { depsOf } from "../world.ts";
import { type Received, type Receiver, startReceiver } from "./receiver.ts";

export const suspended = (installationId: string): NewEvent => ({ type: "installation.suspended", installationId });
export const idOf = ({ headers }: Received) => headers["webhook-id"] as string;
export const until = (check: () => Promise<void> | void) => vi.waitFor(check, { timeout: 60_000, interval: 20 });

/** The numbers of the events of an installation, in the order in which they were received. */
export const sequences = (received: readonly Received[], installationId: string) =>
  received
    .filter(({ payload }) => payload.data.installation_id === installationId)
    .map(({ payload }) => payload.data.sequence!);

/** A world with receivers and dispatchers, which are stopped after each test. */
export function useDeliveries() {
  const world = useWorld();
  const running: { stop(): Promise<void> }[] = [];
  afterEach(async () => {
    for (const one of running.splice(0)) await one.stop();
    await world.sql.query("delete from webhook_endpoint; delete from webhook_lane; delete from webhook_delivery");
  });
  const options = (): WebhookDispatcherOptions => ({
    management: world.management,
    keys: world.deps.keys,
    sender: createHttpSender({ allowLoopback: true, timeoutMs: 5_000 }),
    log: pino({ level: "silent" }),
    metrics: addWebhookMetrics(new Registry()),
    concurrency: 5,
    everyMs: 20,
  });
  return {
    world,
    options,
    start(changes: Partial<WebhookDispatcherOptions> = {}): WebhookDispatcher {
      const dispatcher = startWebhookDispatcher({ ...options(), ...changes });
      running.push(dispatcher);
      return dispatcher;
    },
    async receive(respond?: Parameters<typeof startReceiver>[0]): Promise<Receiver> {
      const receiver = await startReceiver(respond);
      running.push({ stop: receiver.close });
      return receiver;
    },
    append: (...events: NewEvent[]) =>
      decideTogether(world.pools.ordinary, [0], async () => ({ decisions: [0], writes: [appendToOutbox(events)] })),
    /** Makes every retry due. Locks the lanes first, as the dispatcher does. */
    hurry: () =>
      world.sql.query(
        `update webhook_lane set due_at = clock_timestamp();
        update webhook_delivery set next_attempt_at = clock_timestamp() where state = 'PENDING'`,
      ),
    async deliveriesOf(endpointId: string) {
      const page = { pageSize: 200, pageToken: "" };
      const request = { endpointId, state: null, type: null, installationId: null, page };
      return (await listWebhookDeliveries(depsOf(world), request, keyCall())).items;
    },
    /** The ids and times of an app's events. */
    outboxRows: (clientId: string) =>
      world.rows<{ id: string; at: string }>(
        `select id, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at from event where client_id = $1 order by cursor`,
        [clientId],
      ),
  };
}
