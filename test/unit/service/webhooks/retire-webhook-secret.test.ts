import { describe, expect, test } from "vitest";
import { addWebhookSecret } from "../../../../src/service/webhooks/add-webhook-secret.ts";
import { deleteWebhookEndpoint } from "../../../../src/service/webhooks/delete-webhook-endpoint.ts";
import { getWebhookEndpoint } from "../../../../src/service/webhooks/get-webhook-endpoint.ts";
import { listWebhookEndpoints } from "../../../../src/service/webhooks/list-webhook-endpoints.ts";
import { retireWebhookSecret } from "../../../../src/service/webhooks/retire-webhook-secret.ts";
import { callOf, keyCall } from "../../../support/world/calls.ts";
import { useWorld } from "../../../support/world/fixtures.ts";
import { requestErrorOf } from "../../../support/world/rejections.ts";
import { addEndpoint, depsOf } from "./world.ts";

const world = useWorld();

describe("the secrets of an endpoint", () => {
  test("are one or two", async () => {
    const app = await world.app();
    const { id: endpointId } = await addEndpoint(world, app.clientId);
    const deps = depsOf(world);
    const { secrets } = await getWebhookEndpoint(deps, { endpointId }, keyCall());
    const first = { endpointId, secretId: secrets[0]!.id };
    const failed = (reason: string) => ({ kind: "failed_precondition", reason });
    expect(await requestErrorOf(retireWebhookSecret(deps, first, keyCall()))).toEqual(failed("LAST_SECRET"));
    const { entry } = await addWebhookSecret(deps, { endpointId }, keyCall());
    expect(await requestErrorOf(addWebhookSecret(deps, { endpointId }, keyCall()))).toEqual(failed("SECRET_LIMIT"));
    expect((await retireWebhookSecret(deps, first, keyCall())).secrets).toEqual([entry]);
  });
});

describe("an endpoint", () => {
  test("is visible to its developer and operators, and to no other developer", async () => {
    const app = await world.app();
    const { clientId } = app;
    const { id: endpointId } = await addEndpoint(world, clientId);
    const developer = callOf(app.developerId, { developer: true });
    const other = callOf((await world.app()).developerId, { developer: true });
    const operator = callOf(crypto.randomUUID(), { operator: true });
    const deps = { ...depsOf(world), apps: world.deps.apps };
    for (const call of [developer, operator, keyCall()]) {
      expect((await getWebhookEndpoint(deps, { endpointId }, call)).endpoint.id).toBe(endpointId);
      expect((await listWebhookEndpoints(deps, { clientId }, call)).endpoints).toHaveLength(1);
    }
    const missing = { kind: "not_found", reason: "NOT_FOUND" };
    expect(await requestErrorOf(getWebhookEndpoint(deps, { endpointId }, other))).toEqual(missing);
    expect(await requestErrorOf(listWebhookEndpoints(deps, { clientId }, other))).toEqual(missing);
    expect(await requestErrorOf(deleteWebhookEndpoint(deps, { endpointId }, other))).toEqual(missing);
    expect(await requestErrorOf(deleteWebhookEndpoint(deps, { endpointId }, operator))).toMatchObject({
      reason: "DEVELOPER_ONLY",
    });
    await deleteWebhookEndpoint(deps, { endpointId }, developer);
    expect(await requestErrorOf(getWebhookEndpoint(deps, { endpointId }, developer))).toEqual(missing);
    expect(await world.rows("select 1 from webhook_secret where endpoint_id = $1", [endpointId])).toEqual([]);
  });
});
