import { expect, test } from "vitest";
import { getWebhookEndpoint } from "../../../../src/service/webhooks/get-webhook-endpoint.ts";
import { quietWindow } from "../../../support/quiet-window.ts";
import { keyCall } from "../../../support/world/calls.ts";
import { useWorld } from "../../../support/world/fixtures.ts";
import { requestErrorOf } from "../../../support/world/rejections.ts";
import { addEndpoint, addOwnedEndpoint, depsOf, NOT_FOUND } from "./world.ts";

const world = useWorld();

test("counts the deliveries by state and day on request, at most the newest 2,000", async () => {
  await quietWindow(900);
  const { endpointId } = await addOwnedEndpoint(world);
  const get = () => getWebhookEndpoint(depsOf(world), { endpointId, includeCounts: true }, keyCall());
  const add = (state: string, days: number, count: number, attempts = 0) =>
    world.rows(
      `insert into webhook_delivery (id, endpoint_id, event_id, type, at, order_key, payload, state, attempts, position, created_at, expires_at)
       select uuidv7(-$3::int * interval '1 day'), $1, uuidv7(), 'app.approved', now(), 'a', '{}', $2, $5, n, clock_timestamp() - $3::int * interval '1 day', now() + interval '1 day'
       from generate_series(1, $4::int) n`,
      [endpointId, state, days, count, attempts],
    );
  await add("SUCCEEDED", 31, 1);
  await add("FAILED", 2, 2);
  await add("WAITING", 0, 1);
  await add("PENDING", 0, 1);
  await add("PENDING", 0, 2, 4);
  const { counts, pendingCount } = await get();
  expect(pendingCount).toBe(4);
  expect(counts).toMatchObject({ pending: 4, succeeded: 1, failed: 2, retrying: 2, partial: false });
  expect(counts!.days).toHaveLength(30);
  const of = ({ pending, succeeded, failed }: { pending: number; succeeded: number; failed: number }) =>
    [pending, succeeded, failed].join();
  expect(counts!.days.map(({ retrying }) => retrying).slice(-2)).toEqual([0, 2]);
  expect(counts!.days.slice(-3).map(of)).toEqual(["0,0,2", "0,0,0", "4,0,0"]);
  await add("SUCCEEDED", 1, 1_996);
  expect((await get()).counts).toMatchObject({ pending: 4, succeeded: 1_996, failed: 0, partial: true });
  expect((await getWebhookEndpoint(depsOf(world), { endpointId }, keyCall())).counts).toBeNull();
});

test("an endpoint is visible to its developer and operators, and to no other developer; one of the platform to operators", async () => {
  const { endpointId, developer, other, operator } = await addOwnedEndpoint(world);
  const get = (call = keyCall(), id = endpointId) => getWebhookEndpoint(depsOf(world), { endpointId: id }, call);
  for (const call of [developer, operator, keyCall()]) {
    expect(await get(call)).toMatchObject({ endpoint: { id: endpointId }, pendingCount: 0 });
  }
  expect(await requestErrorOf(get(other))).toEqual(NOT_FOUND);
  expect(await requestErrorOf(get(keyCall(), "x"))).toEqual(NOT_FOUND);
  const { id: ofPlatform } = await addEndpoint(world, null);
  expect(await get(operator, ofPlatform)).toMatchObject({ endpoint: { clientId: null } });
  expect(await requestErrorOf(get(developer, ofPlatform))).toEqual(NOT_FOUND);
});
