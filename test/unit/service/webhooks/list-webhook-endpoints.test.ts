import { expect, test } from "vitest";
import { listWebhookEndpoints } from "../../../../src/service/webhooks/list-webhook-endpoints.ts";
import { byKey, keyCall } from "../../../support/world/calls.ts";
import { useWorld } from "../../../support/world/fixtures.ts";
import { requestErrorOf } from "../../../support/world/rejections.ts";
import { addEndpoint, addOwnedEndpoint, depsOf, NOT_FOUND } from "./world.ts";

const world = useWorld();

test("an app's endpoints are visible to its developer and operators, platform-wide ones to those who get all events", async () => {
  const { clientId, endpointId, developer, other, operator } = await addOwnedEndpoint(world);
  const { id: platformWide } = await addEndpoint(world, null);
  const list = (of: string | null, call = keyCall()) =>
    listWebhookEndpoints({ ...depsOf(world), apps: world.deps.apps }, { clientId: of }, call);
  const idsOf = async (...given: Parameters<typeof list>) =>
    (await list(...given)).endpoints.map(({ endpoint }) => endpoint.id);
  for (const call of [developer, operator, keyCall()]) expect(await idsOf(clientId, call)).toEqual([endpointId]);
  expect(await requestErrorOf(list(clientId, other))).toEqual(NOT_FOUND);
  for (const call of [operator, keyCall()]) expect(await idsOf(null, call)).toEqual([platformWide]);
  expect(await requestErrorOf(list(null, developer))).toMatchObject({ reason: "OPERATOR_ONLY" });
  expect(await requestErrorOf(list(null, byKey("apps:read")))).toMatchObject({ reason: "PERMISSION" });
});
