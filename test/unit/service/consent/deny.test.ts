import { beforeAll, expect, test } from "vitest";
import { deny } from "../../../../src/service/consent/deny.ts";
import { addAccount, addMerchant } from "../../../support/world/accounts.ts";
import {
  addApp,
  addScopes,
  authorizeRequest,
  getPage,
  parametersOf,
  startInteraction,
} from "../../../support/world/consent.ts";
import { useWorld } from "../../../support/world/fixtures.ts";
import { ISSUER } from "../../../support/world/world.ts";

const world = useWorld();
beforeAll(() => addScopes(world));

test("C4 redirects with access_denied and is audited", async () => {
  const owner = await addAccount(world);
  await addMerchant(world, owner);
  const clientId = await addApp(world, await addAccount(world, { developer: true }));
  const interactionId = await startInteraction(world, authorizeRequest(clientId), owner.call);
  const { csrfToken } = await getPage(world, interactionId, owner.call);
  const redirectTo = await deny(world.deps, { interactionId, csrfToken }, owner.call);
  expect(parametersOf(redirectTo)).toMatchObject({ error: "access_denied", state: "state-1", iss: ISSUER });
  const events = await world.rows("select actor_id from audit_event where action = 'consent.deny' and client_id = $1", [
    clientId,
  ]);
  expect(events).toEqual([{ actor_id: owner.accountId }]);
});

test("a form that is sent twice gets the same response, with one audit event", async () => {
  const owner = await addAccount(world);
  await addMerchant(world, owner);
  const clientId = await addApp(world, await addAccount(world, { developer: true }));
  const interactionId = await startInteraction(world, authorizeRequest(clientId), owner.call);
  const { csrfToken } = await getPage(world, interactionId, owner.call);
  const send = () => deny(world.deps, { interactionId, csrfToken }, owner.call);
  const responses = await Promise.all([send(), send(), send()]);
  expect(new Set(responses).size).toBe(1);
  const events = await world.rows("select 1 from audit_event where action = 'consent.deny' and client_id = $1", [
    clientId,
  ]);
  expect(events).toHaveLength(1);
  await world.rows("update interaction set expires_at = clock_timestamp() where id = $1", [interactionId]);
  const metadata = { client_id: clientId, decision: "deny" };
  await expect(send()).rejects.toMatchObject({ reason: "INTERACTION_USED", metadata });
});
