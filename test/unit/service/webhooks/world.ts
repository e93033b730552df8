import { createDeliveryQuota } from "../../../../src/service/limits/delivery-quota.ts";
import { createWebhookEndpoint } from "../../../../src/service/webhooks/create-webhook-endpoint.ts";
import type { WebhookDependencies } from "../../../../src/service/webhooks/dependencies.ts";
import { callOf, keyCall } from "../../../support/world/calls.ts";
import type { World } from "../../../support/world/world.ts";

export const FIELDS = { url: "https://example.com/hooks", description: "", eventTypes: [] as string[] };

/** The dependencies of WebhookService. */
export function depsOf(world: World, allowLoopback = false): WebhookDependencies {
  const { management, deps } = world;
  return { management, keys: deps.keys, allowLoopback, quota: createDeliveryQuota(true) };
}

/** Creates an endpoint of an app, or a platform-wide one; returns its id and secret. */
export async function addEndpoint(world: World, clientId: string | null, fields: Partial<typeof FIELDS> = {}) {
  const created = await createWebhookEndpoint(depsOf(world, true), { clientId, ...FIELDS, ...fields }, keyCall());
  return { id: created.endpoint.id, secret: created.secret };
}

/** An endpoint of an app, with sessions of its developer, of another developer and of an operator. */
export async function addOwnedEndpoint(world: World) {
  const app = await world.app();
  const { id: endpointId } = await addEndpoint(world, app.clientId);
  return {
    clientId: app.clientId,
    endpointId,
    developer: callOf(app.developerId, { developer: true }),
    other: callOf((await world.app()).developerId, { developer: true }),
    operator: callOf(crypto.randomUUID(), { operator: true }),
  };
}

export const NOT_FOUND = { kind: "not_found", reason: "NOT_FOUND" };
