import { describe, expect, test } from "vitest";
import { getWebhookDelivery } from "../../../../../src/service/webhooks/get-webhook-delivery.ts";
import { getWebhookEndpoint } from "../../../../../src/service/webhooks/get-webhook-endpoint.ts";
import { replayWebhookDeliveries } from "../../../../../src/service/webhooks/replay-webhook-deliveries.ts";
import { replayWebhookDelivery } from "../../../../../src/service/webhooks/replay-webhook-delivery.ts";
import { sendTestWebhook } from "../../../../../src/service/webhooks/send-test-webhook.ts";
import { updateWebhookEndpoint } from "../../../../../src/service/webhooks/update-webhook-endpoint.ts";
import { keyCall } from "../../../../support/world/calls.ts";
import { installOn } from "../../../../support/world/installations.ts";
import { outboxOf } from "../../../../support/world/world.ts";
import { addEndpoint, depsOf, FIELDS } from "../world.ts";
import { idOf, sequences, suspended, until, useDeliveries } from "./delivery-world.ts";

const { world, start, receive, append, hurry, deliveriesOf } = useDeliveries();

describe("the result of an attempt", () => {
  test("410 disables the endpoint, writes an event and keeps the other deliveries until it is enabled", async () => {
    let status = 410;
    const receiver = await receive((_, response) => response.writeHead(status).end());
    const app = await world.app();
    const { id: endpointId } = await addEndpoint(world, app.clientId, { url: receiver.url });
    const other = await receive();
    await addEndpoint(world, app.clientId, { url: other.url, eventTypes: ["webhook.disabled"] });
    const { pair } = await installOn(world, app);
    await append(suspended(pair.installationId), suspended(pair.installationId));
    start();
    const deps = depsOf(world, true);
    const overview = () => getWebhookEndpoint(deps, { endpointId }, keyCall());
    await until(async () =>
      expect((await overview()).endpoint).toMatchObject({ state: "DISABLED", disabledReason: "GONE" }),
    );
    expect((await outboxOf(world, app.clientId)).map(({ type }) => type)).toEqual(["webhook.disabled"]);
    await until(() => expect(other.received.map(({ payload }) => payload.data.endpoint_id)).toEqual([endpointId]));
    expect((await overview()).pendingCount).toBe(2);
    await append(suspended(pair.installationId));
    await world.sql.query("select pg_sleep(0.2)");
    expect(receiver.received).toHaveLength(1);
    status = 200;
    await updateWebhookEndpoint(deps, { endpointId, ...FIELDS, url: receiver.url, state: "ACTIVE" }, keyCall());
    await until(() => expect(sequences(receiver.received, pair.installationId)).toEqual([1, 2, 3]));
    const from = 1;
    const range = { endpointId, from, to: null, includeDelivered: false };
    // The event of the time without deliveries, the one that was given up, and that of the disabled endpoint.
    await until(async () =>
      expect(await replayWebhookDeliveries(deps, range, keyCall())).toMatchObject({ count: 3, hasMore: false }),
    );
    await until(() => expect(sequences(receiver.received, pair.installationId)).toEqual([1, 2, 3, 1, 4]));
  });

  test("five days of failures disable the endpoint", async () => {
    const receiver = await receive((_, response) => response.writeHead(500).end());
    const app = await world.app();
    const { id } = await addEndpoint(world, app.clientId, { url: receiver.url });
    await append({ type: "app.approved", clientId: app.clientId });
    const hours = (count: number) =>
      world.sql.query(`update webhook_endpoint set failing_since = clock_timestamp() - interval '${count} hours'`);
    await hours(119);
    start();
    const stateOf = async () => (await getWebhookEndpoint(depsOf(world), { endpointId: id }, keyCall())).endpoint;
    await until(async () => expect((await deliveriesOf(id))[0]).toMatchObject({ attempts: 1 }));
    expect(await stateOf()).toMatchObject({ state: "ACTIVE" });
    await hours(121);
    await hurry();
    await until(async () => expect(await stateOf()).toMatchObject({ state: "DISABLED", disabledReason: "FAILING" }));
  });

  test("logs request, response and duration, sends tests, and replays one delivery with the same id", async () => {
    const receiver = await receive((_, response) => response.writeHead(202).end("queued"));
    const app = await world.app();
    const { id: endpointId } = await addEndpoint(world, app.clientId, { url: receiver.url });
    const deps = depsOf(world, true);
    const { id: deliveryId } = await sendTestWebhook(deps, { endpointId }, keyCall());
    start();
    const get = () => getWebhookDelivery(deps, { deliveryId }, keyCall());
    await until(async () => expect((await get()).delivery).toMatchObject({ state: "SUCCEEDED", type: "webhook.test" }));
    const { delivery, attempts } = await get();
    expect(delivery.payload).toBe(receiver.received[0]!.body);
    expect(attempts).toMatchObject([{ url: receiver.url, result: "OK", status: 202, responseBody: "queued" }]);
    expect(attempts[0]!.durationMs).toBe(delivery.lastDurationMs);
    await replayWebhookDelivery(deps, { deliveryId }, keyCall());
    await until(async () => expect((await get()).attempts).toHaveLength(2));
    expect(receiver.received.map(idOf)).toEqual([delivery.eventId, delivery.eventId]);
  });
});
