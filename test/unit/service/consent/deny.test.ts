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
