import { expect, test } from "vitest";
import { APP_EVENTS, INSTALLATION_EVENTS } from "../../../../../src/model/outbox-event.ts";
import { sendTestWebhook } from "../../../../../src/service/webhooks/send-test-webhook.ts";
import { eventPayload } from "../../../../../src/web/docs/guides/event-sample.ts";
import { MESSAGES } from "../../../../../src/web/http/language.ts";
import { keyCall } from "../../../../support/world/calls.ts";
import { installOn } from "../../../../support/world/installations.ts";
import { addEndpoint, depsOf } from "../world.ts";
import { until, useDeliveries } from "./delivery-world.ts";

const { world, start, receive, append } = useDeliveries();

/** The fields of a payload in their order, each with the type of its value. */
const shapeOf = (value: object): unknown[] =>
  Object.entries(value).map(([name, one]) => [
    name,
    name === "data" ? shapeOf(one as object) : one === null ? "null" : Array.isArray(one) ? "list" : typeof one,
  ]);

test("the payload of each type has the fields and the empty fields of its example in the documentation", async () => {
  const receiver = await receive();
  const app = await world.app();
  const { pair } = await installOn(world, app);
  const { id: endpointId } = await addEndpoint(world, app.clientId, { url: receiver.url });
  start();
  const { installationId } = pair;
  const { clientId } = app;
  await append(
    ...INSTALLATION_EVENTS.map((type) => ({ type, installationId })),
    ...APP_EVENTS.map((type) => ({
      type,
      clientId,
      ...(type === "webhook.disabled" && { endpointId }),
      ...(type === "client_secret.expiring" && { secretId: endpointId }),
    })),
  );
  await sendTestWebhook(depsOf(world), { endpointId }, keyCall());
  const types = [...INSTALLATION_EVENTS, ...APP_EVENTS, "webhook.test"];
  await until(() => expect(receiver.received).toHaveLength(types.length));
  for (const { payload } of receiver.received)
    expect([payload.type, shapeOf(payload)]).toEqual([payload.type, shapeOf(eventPayload(payload.type))]);
  expect(receiver.received.map(({ payload }) => payload.type).sort()).toEqual(types.toSorted());
  for (const { docs, webhooks } of Object.values(MESSAGES))
    for (const known of [docs.eventTypes.when, webhooks.events])
      expect(Object.keys(known).sort()).toEqual(types.toSorted());
});
