import { expect, test } from "vitest";
import { getWebhookDelivery } from "../../../../src/service/webhooks/get-webhook-delivery.ts";
import { replayWebhookDelivery } from "../../../../src/service/webhooks/replay-webhook-delivery.ts";
import { sendTestWebhook } from "../../../../src/service/webhooks/send-test-webhook.ts";
import { updateWebhookEndpoint } from "../../../../src/service/webhooks/update-webhook-endpoint.ts";
import { keyCall } from "../../../support/world/calls.ts";
import { requestErrorOf } from "../../../support/world/rejections.ts";
import { idOf, until, useDeliveries } from "./delivery/delivery-world.ts";
import { addEndpoint, addOwnedEndpoint, depsOf, FIELDS, NOT_FOUND } from "./world.ts";

const { world, start, receive } = useDeliveries();

test("a delivery is sent again with the same id", async () => {
  const receiver = await receive();
  const deps = depsOf(world, true);
  const { id: endpointId } = await addEndpoint(world, null, { url: receiver.url });
  const { id: deliveryId } = await sendTestWebhook(deps, { endpointId }, keyCall());
  start();
  const get = () => getWebhookDelivery(deps, { deliveryId }, keyCall());
  await until(async () => expect((await get()).delivery.state).toBe("SUCCEEDED"));
  await replayWebhookDelivery(deps, { deliveryId }, keyCall());
  await until(async () => expect((await get()).attempts).toHaveLength(2));
  const { eventId } = (await get()).delivery;
  expect(receiver.received.map(idOf)).toEqual([eventId, eventId]);
});

test("only the developer of an active endpoint replays its deliveries", async () => {
  const { endpointId, developer, other, operator } = await addOwnedEndpoint(world);
  const deps = depsOf(world);
  const { id: deliveryId } = await sendTestWebhook(deps, { endpointId }, developer);
  const replay = (call: typeof developer) => replayWebhookDelivery(deps, { deliveryId }, call);
  expect(await requestErrorOf(replay(other))).toEqual(NOT_FOUND);
  expect(await requestErrorOf(replay(operator))).toMatchObject({ reason: "DEVELOPER_ONLY" });
  await replay(developer);
  await updateWebhookEndpoint(deps, { endpointId, ...FIELDS, state: "DISABLED" }, developer);
  expect(await requestErrorOf(replay(developer))).toMatchObject({ reason: "STATE" });
});

test("a replay while deliveries of its key are queued follows them", async () => {
  const { endpointId, developer } = await addOwnedEndpoint(world);
  const deps = depsOf(world);
  const { id: deliveryId } = await sendTestWebhook(deps, { endpointId }, developer);
  await world.sql.query("update webhook_delivery set state = 'SUCCEEDED', next_attempt_at = null where id = $1", [
    deliveryId,
  ]);
  const queueing = await world.sql.connect();
  await queueing.query("begin");
  await queueing.query("update webhook_lane set next_position = next_position + 1 where endpoint_id = $1", [
    endpointId,
  ]);
  await queueing.query(
    `insert into webhook_delivery (endpoint_id, event_id, type, at, order_key, payload, state, position, next_attempt_at, expires_at)
     select endpoint_id, uuidv7(), type, at, order_key, payload, 'PENDING', position + 1, now(), expires_at
     from webhook_delivery where id = $1`,
    [deliveryId],
  );
  const replayed = replayWebhookDelivery(deps, { deliveryId }, developer);
  await world.untilWaiting(1);
  await queueing.query("commit");
  queueing.release();
  await replayed;
  expect((await getWebhookDelivery(deps, { deliveryId }, developer)).delivery.state).toBe("WAITING");
});
