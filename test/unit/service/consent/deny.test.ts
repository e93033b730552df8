import { afterAll, beforeAll, expect, test } from "vitest";
import { deny } from "../../../../src/service/consent/deny.ts";
import { someMerchant, someone } from "../accounts/world.ts";
import { answerOf, begun, createWorld, ISSUER, request, shown, someApp, type World } from "./world.ts";

let world: World;

beforeAll(async () => {
  world = await createWorld();
});

afterAll(() => world.close());

test("C4 redirects with access_denied and is audited", async () => {
  const owner = await someone(world);
  await someMerchant(world, owner);
  const clientId = await someApp(world, await someone(world, { developer: true }));
  const interactionId = await begun(world, request(clientId), owner.call);
  const { csrfToken } = await shown(world, interactionId, owner.call);
  const redirectTo = await deny(world.consentDeps, { interactionId, csrfToken }, owner.call);
  expect(answerOf(redirectTo)).toMatchObject({ error: "access_denied", state: "state-1", iss: ISSUER });
  const events = await world.rows("select actor_id from audit_event where action = 'consent.deny' and client_id = $1", [
    clientId,
  ]);
  expect(events).toEqual([{ actor_id: owner.accountId }]);
});
