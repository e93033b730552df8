import { expect, test } from "vitest";
import { getWebhookDelivery } from "../../../../src/service/webhooks/get-webhook-delivery.ts";
import { sendTestWebhook } from "../../../../src/service/webhooks/send-test-webhook.ts";
import { keyCall } from "../../../support/world/calls.ts";
import { requestErrorOf } from "../../../support/world/rejections.ts";
import { until, useDeliveries } from "./delivery/delivery-world.ts";
import { addEndpoint, addOwnedEndpoint, depsOf, NOT_FOUND } from "./world.ts";

const { world, start, receive } = useDeliveries();

test("a delivery has the request, the response and the duration of its attempts", async () => {
  const receiver = await receive((_, response) => response.writeHead(202).end("queued"));
  const { id: endpointId } = await addEndpoint(world, null, { url: receiver.url });
  const { id: deliveryId } = await sendTestWebhook(depsOf(world, true), { endpointId }, keyCall());
  start();
  const get = () => getWebhookDelivery(depsOf(world), { deliveryId }, keyCall());
  await until(async () => expect((await get()).delivery).toMatchObject({ state: "SUCCEEDED", type: "webhook.test" }));
  const { delivery, attempts } = await get();
  expect(delivery.payload).toBe(receiver.received[0]!.body);
  expect(attempts).toMatchObject([{ url: receiver.url, result: "OK", status: 202, responseBody: "queued" }]);
  expect(attempts[0]!.durationMs).toBe(delivery.lastDurationMs);
});

test("a delivery is visible to those who see its endpoint", async () => {
  const { endpointId, developer, other, operator } = await addOwnedEndpoint(world);
  const { id: deliveryId } = await sendTestWebhook(depsOf(world), { endpointId }, developer);
  const get = (call = keyCall(), id = deliveryId) => getWebhookDelivery(depsOf(world), { deliveryId: id }, call);
  for (const call of [developer, operator, keyCall()]) expect((await get(call)).delivery.id).toBe(deliveryId);
  expect(await requestErrorOf(get(other))).toEqual(NOT_FOUND);
  for (const id of ["x", endpointId]) expect(await requestErrorOf(get(keyCall(), id))).toEqual(NOT_FOUND);
});
