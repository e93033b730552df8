import { describe, expect, test } from "vitest";
import { getWebhookEndpoint } from "../../../../../src/service/webhooks/get-webhook-endpoint.ts";
import { sendTestWebhook } from "../../../../../src/service/webhooks/send-test-webhook.ts";
import { updateWebhookEndpoint } from "../../../../../src/service/webhooks/update-webhook-endpoint.ts";
import { keyCall } from "../../../../support/world/calls.ts";
import { installOn } from "../../../../support/world/installations.ts";
import { outboxOf } from "../../../../support/world/world.ts";
import { addEndpoint, depsOf, FIELDS } from "../world.ts";
import { sequences, suspended, until, useDeliveries } from "./delivery-world.ts";

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
  });

  test("a failed test event leaves the endpoint working; the failure of any other event does not", async () => {
    const receiver = await receive((_, response) => response.writeHead(500).end());
    const app = await world.app();
    const { id } = await addEndpoint(world, app.clientId, { url: receiver.url });
    const failingSince = async () =>
      (await getWebhookEndpoint(depsOf(world), { endpointId: id }, keyCall())).endpoint.failingSince;
    await sendTestWebhook(depsOf(world), { endpointId: id }, keyCall());
    start();
    await until(async () => expect((await deliveriesOf(id))[0]).toMatchObject({ attempts: 1, lastStatus: 500 }));
    expect(await failingSince()).toBeNull();
    await append({ type: "app.approved", clientId: app.clientId });
    await hurry();
    await until(async () => expect(await failingSince()).not.toBeNull());
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
});
