import { expect, test } from "vitest";
import { getWebhookEndpoint } from "../../../../src/service/webhooks/get-webhook-endpoint.ts";
import { keyCall } from "../../../support/world/calls.ts";
import { useWorld } from "../../../support/world/fixtures.ts";
import { requestErrorOf } from "../../../support/world/rejections.ts";
import { addEndpoint, addOwnedEndpoint, depsOf, NOT_FOUND } from "./world.ts";

const world = useWorld();

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
