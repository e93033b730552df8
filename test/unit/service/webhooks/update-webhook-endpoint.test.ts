import { expect, test } from "vitest";
import { updateWebhookEndpoint } from "../../../../src/service/webhooks/update-webhook-endpoint.ts";
import { removeByExpiry } from "../../../../src/store/retention/by-expiry.ts";
import { distributeEvents } from "../../../../src/store/webhooks/fan-out.ts";
import { keyCall } from "../../../support/world/calls.ts";
import { installOn } from "../../../support/world/installations.ts";
import { sequences, suspended, until, useDeliveries } from "./delivery/delivery-world.ts";
import { addEndpoint, depsOf, FIELDS } from "./world.ts";

const { world, start, receive, append } = useDeliveries();
const DAY = 86_400;

/** An endpoint with a receiver, and an installation of its app. */
async function addReceiver() {
  const receiver = await receive();
  const app = await world.app();
  const { id: endpointId } = await addEndpoint(world, app.clientId, { url: receiver.url });
  const { installationId } = (await installOn(world, app)).pair;
  return {
    delivered: () => sequences(receiver.received, installationId),
    async queue() {
      await append(suspended(installationId));
      await world.management.transactional(({ query }) => distributeEvents(query));
    },
    setState: (state: "ACTIVE" | "DISABLED") =>
      updateWebhookEndpoint(depsOf(world, true), { endpointId, ...FIELDS, url: receiver.url, state }, keyCall()),
  };
}

/** Removes expired deliveries; returns their number. */
const expire = async () =>
  (await world.management.transactional(({ query }) => removeByExpiry(query, "webhook_delivery", 100))).removed;

test("deliveries that wait 30 days for a disabled endpoint are removed, and later ones are sent when it is enabled", async () => {
  const { queue, setState, delivered } = await addReceiver();
  await queue();
  await world.age(12 * DAY);
  await queue();
  await world.age(19 * DAY);
  expect(await expire()).toBe(0);
  await setState("DISABLED");
  // The event of the installation and the first suspension.
  expect(await expire()).toBe(2);
  expect(await expire()).toBe(0);
  await setState("ACTIVE");
  start();
  await until(() => expect(delivered()).toEqual([3]));
});

test("deliveries that waited for a disabled endpoint have their full time again, and are kept for 30 days, when it is enabled", async () => {
  const { queue, setState, delivered } = await addReceiver();
  await queue();
  await setState("DISABLED");
  await world.age(20 * DAY);
  await setState("ACTIVE");
  start();
  await until(() => expect(delivered()).toEqual([1, 2]));
  const ages = await world.rows(
    "select queued_at > clock_timestamp() - interval '1 day' as fresh from webhook_delivery",
  );
  expect(ages).toEqual([{ fresh: true }, { fresh: true }]);
  await world.age(11 * DAY);
  expect(await expire()).toBe(0);
});

test("a URL with a private address is refused, and one from before that rule is kept with the endpoint's other changes", async () => {
  const app = await world.app();
  const { id: endpointId } = await addEndpoint(world, app.clientId);
  const update = (url: string, description: string) =>
    updateWebhookEndpoint(depsOf(world), { endpointId, ...FIELDS, url, description, state: null }, keyCall());
  const refused = { reason: "INVALID", violations: [{ field: "url", reason: "ADDRESS_NOT_PUBLIC" }] };
  await expect(update("https://10.0.0.1/hooks", "")).rejects.toMatchObject(refused);
  await world.rows("update webhook_endpoint set url = 'https://10.0.0.1/hooks'");
  expect((await update("https://10.0.0.1/hooks", "Warehouse")).endpoint).toMatchObject({ description: "Warehouse" });
  await expect(update("https://10.0.0.2/hooks", "")).rejects.toMatchObject(refused);
});
