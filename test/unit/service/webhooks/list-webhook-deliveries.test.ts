import { expect, test } from "vitest";
import type { Call } from "../../../../src/service/call.ts";
import { getWebhookDelivery } from "../../../../src/service/webhooks/get-webhook-delivery.ts";
import {
  type ListWebhookDeliveriesRequest,
  listWebhookDeliveries,
} from "../../../../src/service/webhooks/list-webhook-deliveries.ts";
import { distributeEvents } from "../../../../src/store/webhooks/fan-out.ts";
import { callOf, keyCall } from "../../../support/world/calls.ts";
import { useWorld } from "../../../support/world/fixtures.ts";
import { installOn } from "../../../support/world/installations.ts";
import { requestErrorOf } from "../../../support/world/rejections.ts";
import { addEndpoint, addOwnedEndpoint, depsOf, NOT_FOUND } from "./world.ts";

const world = useWorld();
const ALL = { state: null, type: null, installationId: null, page: { pageSize: 0, pageToken: "" } };
const list = (endpointId: string, changes: Partial<ListWebhookDeliveriesRequest> = {}, call = keyCall()) =>
  listWebhookDeliveries(depsOf(world), { endpointId, ...ALL, ...changes }, call);

/** An endpoint with a delivery in each state, the first two of different installations. */
async function addDeliveries() {
  const app = await world.app();
  const { id: endpointId } = await addEndpoint(world, app.clientId);
  const { pair } = await installOn(world, app);
  await installOn(world, app);
  await world.management.transactional(async (tx) => {
    for (const type of ["app.approved", "app.suspended"] as const) tx.emit({ type, clientId: app.clientId });
  });
  await world.management.transactional(({ query }) => distributeEvents(query));
  const setState = (state: string, of: string, value: string) =>
    world.rows(`update webhook_delivery set state = $1 where endpoint_id = $2 and ${of} = $3`, [
      state,
      endpointId,
      value,
    ]);
  await setState("WAITING", "installation_id", pair.installationId);
  await setState("FAILED", "type", "app.approved");
  await setState("SUCCEEDED", "type", "app.suspended");
  return { endpointId, installationId: pair.installationId, developerId: app.developerId };
}

test("filters by state, type and installation, newest first; PENDING includes WAITING", async () => {
  const { endpointId, installationId } = await addDeliveries();
  const statesOf = async (changes: Partial<ListWebhookDeliveriesRequest>) =>
    (await list(endpointId, changes)).items.map(({ state }) => state);
  expect(await statesOf({})).toEqual(["SUCCEEDED", "FAILED", "PENDING", "WAITING"]);
  expect(await statesOf({ state: "PENDING" })).toEqual(["PENDING", "WAITING"]);
  expect(await statesOf({ state: "FAILED" })).toEqual(["FAILED"]);
  expect(await statesOf({ type: "app.suspended" })).toEqual(["SUCCEEDED"]);
  expect(await statesOf({ type: "installation.created" })).toEqual(["PENDING", "WAITING"]);
  expect(await statesOf({ installationId })).toEqual(["WAITING"]);
  expect(await statesOf({ installationId, type: "app.suspended" })).toEqual([]);
});

test("a filter that no delivery can have matches nothing", async () => {
  const { endpointId } = await addDeliveries();
  expect(await list(endpointId, { type: "app.\u0000" })).toEqual({ items: [], nextPageToken: "" });
  expect(await list(endpointId, { installationId: "x" })).toEqual({ items: [], nextPageToken: "" });
});

test("deliveries have the merchant's name, for sessions and for keys that may read installations", async () => {
  const { endpointId, installationId, developerId } = await addDeliveries();
  const namesOf = async (call: Call) => {
    const [delivery] = (await list(endpointId, { installationId }, call)).items;
    const got = await getWebhookDelivery(depsOf(world), { deliveryId: delivery!.id }, call);
    expect(got.delivery.merchantName).toBe(delivery!.merchantName);
    return delivery!.merchantName;
  };
  const { caller, ...call } = keyCall();
  const permissions = new Set([...caller.permissions].filter((one) => one !== "installations:read"));
  expect(await namesOf(callOf(developerId, { developer: true }))).toBe("Shop");
  expect(await namesOf(keyCall())).toBe("Shop");
  expect(await namesOf({ ...call, caller: { ...caller, permissions } })).toBeNull();
});

test("pages continue after the last delivery, also with a filter", async () => {
  const { endpointId } = await addDeliveries();
  for (const type of [null, "installation.created"]) {
    const first = await list(endpointId, { type, page: { pageSize: 1, pageToken: "" } });
    const second = await list(endpointId, { type, page: { pageSize: 1, pageToken: first.nextPageToken } });
    const { items } = await list(endpointId, { type });
    expect([...first.items, ...second.items]).toEqual(items.slice(0, 2));
  }
});

test("the deliveries of an endpoint are visible to those who see it", async () => {
  const { endpointId, developer, other, operator } = await addOwnedEndpoint(world);
  for (const call of [developer, operator]) expect((await list(endpointId, {}, call)).items).toEqual([]);
  expect(await requestErrorOf(list(endpointId, {}, other))).toEqual(NOT_FOUND);
});
