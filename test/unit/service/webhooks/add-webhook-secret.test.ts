import { expect, test } from "vitest";
import { addWebhookSecret } from "../../../../src/service/webhooks/add-webhook-secret.ts";
import { getWebhookEndpoint } from "../../../../src/service/webhooks/get-webhook-endpoint.ts";
import { keyCall } from "../../../support/world/calls.ts";
import { useWorld } from "../../../support/world/fixtures.ts";
import { requestErrorOf } from "../../../support/world/rejections.ts";
import { addEndpoint, depsOf } from "./world.ts";

const world = useWorld();

test("an endpoint has at most two secrets, also for concurrent calls", async () => {
  const app = await world.app();
  const { id: endpointId, secret } = await addEndpoint(world, app.clientId);
  const deps = depsOf(world);
  const add = () => addWebhookSecret(deps, { endpointId }, keyCall());
  const results = await Promise.allSettled([add(), add(), add()]);
  const [added, ...others] = results.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
  expect(others).toEqual([]);
  expect(added!.text).not.toBe(secret);
  expect(await requestErrorOf(add())).toEqual({ kind: "failed_precondition", reason: "SECRET_LIMIT" });
  const { secrets } = await getWebhookEndpoint(deps, { endpointId }, keyCall());
  expect(secrets.map(({ hint }) => hint).toSorted()).toEqual([secret.slice(-5, -1), added!.entry.hint].toSorted());
});
