import { expect, test } from "vitest";
import { addWebhookSecret } from "../../../../src/service/webhooks/add-webhook-secret.ts";
import { getWebhookEndpoint } from "../../../../src/service/webhooks/get-webhook-endpoint.ts";
import { retireWebhookSecret } from "../../../../src/service/webhooks/retire-webhook-secret.ts";
import { keyCall } from "../../../support/world/calls.ts";
import { useWorld } from "../../../support/world/fixtures.ts";
import { requestErrorOf } from "../../../support/world/rejections.ts";
import { addEndpoint, depsOf } from "./world.ts";

const world = useWorld();

test("the last secret of an endpoint is not retired, and the first of two is", async () => {
  const app = await world.app();
  const { id: endpointId } = await addEndpoint(world, app.clientId);
  const deps = depsOf(world);
  const { secrets } = await getWebhookEndpoint(deps, { endpointId }, keyCall());
  const retire = () => retireWebhookSecret(deps, { endpointId, secretId: secrets[0]!.id }, keyCall());
  expect(await requestErrorOf(retire())).toEqual({ kind: "failed_precondition", reason: "LAST_SECRET" });
  const { entry } = await addWebhookSecret(deps, { endpointId }, keyCall());
  expect((await retire()).secrets).toEqual([entry]);
});
