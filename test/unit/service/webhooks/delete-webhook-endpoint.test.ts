import { expect, test } from "vitest";
import { deleteWebhookEndpoint } from "../../../../src/service/webhooks/delete-webhook-endpoint.ts";
import { getWebhookEndpoint } from "../../../../src/service/webhooks/get-webhook-endpoint.ts";
import { useWorld } from "../../../support/world/fixtures.ts";
import { requestErrorOf } from "../../../support/world/rejections.ts";
import { addOwnedEndpoint, depsOf, NOT_FOUND } from "./world.ts";

const world = useWorld();

test("only its developer deletes an endpoint, with its secrets", async () => {
  const { endpointId, developer, other, operator } = await addOwnedEndpoint(world);
  const remove = (call: typeof developer) => deleteWebhookEndpoint(depsOf(world), { endpointId }, call);
  expect(await requestErrorOf(remove(other))).toEqual(NOT_FOUND);
  expect(await requestErrorOf(remove(operator))).toMatchObject({ reason: "DEVELOPER_ONLY" });
  await remove(developer);
  expect(await requestErrorOf(getWebhookEndpoint(depsOf(world), { endpointId }, developer))).toEqual(NOT_FOUND);
  expect(await world.rows("select 1 from webhook_secret where endpoint_id = $1", [endpointId])).toEqual([]);
});
