import { expect, test } from "vitest";
import {
  type ReplayWebhookDeliveriesRequest,
  replayWebhookDeliveries,
} from "../../../../src/service/webhooks/replay-webhook-deliveries.ts";
import { updateWebhookEndpoint } from "../../../../src/service/webhooks/update-webhook-endpoint.ts";
import { addFailures } from "../../../../src/store/accounts/failure-windows.ts";
import { distributeEvents } from "../../../../src/store/webhooks/fan-out.ts";
import { quietWindow } from "../../../support/quiet-window.ts";
import { keyCall } from "../../../support/world/calls.ts";
import { installOn } from "../../../support/world/installations.ts";
import { requestErrorOf } from "../../../support/world/rejections.ts";
import { sequences, suspended, until, useDeliveries } from "./delivery/delivery-world.ts";
import { addEndpoint, addOwnedEndpoint, depsOf, FIELDS, NOT_FOUND } from "./world.ts";

const { world, start, receive, append, deliveriesOf } = useDeliveries();
const replay = (endpointId: string, changes: Partial<ReplayWebhookDeliveriesRequest> = {}, call = keyCall()) => {
  const range = { endpointId, from: 1, to: null, includeDelivered: false, ...changes };
  return replayWebhookDeliveries(depsOf(world, true), range, call);
};

test("sends the events that the endpoint did not get, and on request those that it got", async () => {
  const receiver = await receive();
  const app = await world.app();
  const { installationId } = (await installOn(world, app)).pair;
  await append(suspended(installationId));
  await world.management.transactional(({ query }) => distributeEvents(query));
  const { id } = await addEndpoint(world, app.clientId, { url: receiver.url });
  expect(await replay(id)).toMatchObject({ count: 2, hasMore: false });
  start();
  await until(async () => expect((await deliveriesOf(id)).every(({ state }) => state === "SUCCEEDED")).toBe(true));
  expect(await replay(id)).toEqual({ count: 0, hasMore: false, lastAt: null });
  const { lastAt } = await replay(id, { includeDelivered: true });
  await until(() => expect(sequences(receiver.received, installationId)).toEqual([1, 2, 1, 2]));
  // The end of the range is excluded.
  expect((await replay(id, { includeDelivered: true, to: lastAt })).count).toBe(1);
  expect((await replay(id, { includeDelivered: true, from: lastAt })).count).toBe(1);
});

test("sends failed deliveries again", async () => {
  const receiver = await receive();
  const app = await world.app();
  const { id } = await addEndpoint(world, app.clientId, { url: receiver.url });
  await append({ type: "app.approved", clientId: app.clientId });
  await world.management.transactional(({ query }) => distributeEvents(query));
  expect((await replay(id)).count).toBe(0);
  await world.rows("update webhook_delivery set state = 'FAILED', next_attempt_at = null where endpoint_id = $1", [id]);
  expect((await replay(id)).count).toBe(1);
  start();
  await until(() => expect(receiver.received).toHaveLength(1));
});

test("needs a range, an active endpoint and its developer", async () => {
  const { endpointId, developer, other, operator } = await addOwnedEndpoint(world);
  const invalid = { kind: "invalid_argument", reason: "INVALID" };
  expect(await requestErrorOf(replay(endpointId, { from: null }))).toEqual(invalid);
  expect(await requestErrorOf(replay(endpointId, { from: 5, to: 5 }))).toEqual(invalid);
  expect(await requestErrorOf(replay(endpointId, {}, other))).toEqual(NOT_FOUND);
  expect(await requestErrorOf(replay(endpointId, {}, operator))).toMatchObject({ reason: "DEVELOPER_ONLY" });
  await updateWebhookEndpoint(depsOf(world), { endpointId, ...FIELDS, state: "DISABLED" }, developer);
  expect(await requestErrorOf(replay(endpointId, {}, developer))).toMatchObject({ reason: "STATE" });
});

test("a team replays at most 100,000 events of an app an hour; a service key has no quota", async () => {
  await quietWindow(900);
  const { clientId, endpointId, developer } = await addOwnedEndpoint(world);
  await append({ type: "app.approved", clientId });
  await world.management.transactional(({ query }) => distributeEvents(query));
  const fail = () =>
    world.rows("update webhook_delivery set state = 'FAILED', next_attempt_at = null where endpoint_id = $1", [
      endpointId,
    ]);
  const used = { key: `webhook_replay:${clientId}`, window: 3_600, failures: 99_999 };
  await world.management.transactional(({ query }) => addFailures(query, [used]));
  await fail();
  expect((await replay(endpointId, {}, developer)).count).toBe(1);
  await fail();
  const limited = { kind: "resource_exhausted", reason: "RATE_LIMITED" };
  expect(await requestErrorOf(replay(endpointId, {}, developer))).toMatchObject(limited);
  expect((await deliveriesOf(endpointId)).map(({ state }) => state)).toEqual(["FAILED"]);
  expect((await replay(endpointId)).count).toBe(1);
  await fail();
  await world.age(3_600);
  expect((await replay(endpointId, {}, developer)).count).toBe(1);
});
