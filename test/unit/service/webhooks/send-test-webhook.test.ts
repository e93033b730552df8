import { expect, test } from "vitest";
import { createDeliveryQuota } from "../../../../src/service/limits/delivery-quota.ts";
import { sendTestWebhook } from "../../../../src/service/webhooks/send-test-webhook.ts";
import { updateWebhookEndpoint } from "../../../../src/service/webhooks/update-webhook-endpoint.ts";
import { quietWindow } from "../../../support/quiet-window.ts";
import { keyCall } from "../../../support/world/calls.ts";
import { useWorld } from "../../../support/world/fixtures.ts";
import { addEndpoint, depsOf, FIELDS } from "./world.ts";

const world = useWorld();

test("the endpoints of an app get at most 60 tests an hour together; those of another app have their own quota", async () => {
  await quietWindow(900);
  const [app, other] = [await world.app(), await world.app()];
  const [first, second] = [await addEndpoint(world, app.clientId), await addEndpoint(world, app.clientId)];
  const send = ({ id }: { id: string }) => sendTestWebhook(depsOf(world), { endpointId: id }, keyCall());
  for (let sent = 0; sent < 60; sent++) await send(sent % 2 === 0 ? first : second);
  await expect(send(first)).rejects.toMatchObject({ kind: "resource_exhausted", reason: "RATE_LIMITED" });
  expect((await send(await addEndpoint(world, other.clientId))).type).toBe("webhook.test");
  expect((await send(await addEndpoint(world, null))).type).toBe("webhook.test");
  await sendTestWebhook({ ...depsOf(world), quota: createDeliveryQuota(false) }, { endpointId: first.id }, keyCall());
  await world.age(3_600);
  expect((await send(second)).type).toBe("webhook.test");
});

test("a disabled endpoint gets no test", async () => {
  const { id: endpointId } = await addEndpoint(world, null);
  await updateWebhookEndpoint(depsOf(world), { endpointId, ...FIELDS, state: "DISABLED" }, keyCall());
  await expect(sendTestWebhook(depsOf(world), { endpointId }, keyCall())).rejects.toMatchObject({ reason: "STATE" });
});
