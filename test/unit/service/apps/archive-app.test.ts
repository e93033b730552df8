import { afterAll, beforeAll, expect, test } from "vitest";
import { getInstallation } from "../../../../src/service/installations/get-installation.ts";
import { listInstallations } from "../../../../src/service/installations/list-installations.ts";
import { keyCall } from "../fixture.ts";
import {
  createInstallationWorld,
  EVERYTHING,
  FIRST_PAGE,
  type InstallationWorld,
  installOn,
} from "../installations/fixture.ts";
import { isActive } from "../tokens/world.ts";

let world: InstallationWorld;
beforeAll(async () => {
  world = await createInstallationWorld();
});
afterAll(() => world.close());

const changedSince = async (changedSince: number) =>
  (await listInstallations(world.installations, { ...EVERYTHING, changedSince, page: FIRST_PAGE }, keyCall())).items;

test("uninstalls the app everywhere, visible in lists with changed_since", async () => {
  const app = await world.app();
  const [one, two] = [await installOn(world, app), await installOn(world, app)];
  const { changedAt } = await getInstallation(
    world.installations,
    { installationId: two.pair.installationId },
    keyCall(),
  );
  await world.apps.archive(app.clientId, keyCall());
  expect(await isActive(world.tokens, one.pair.accessToken)).toBe(false);
  const changed = await changedSince(changedAt + 1);
  expect(new Set(changed.map(({ installationId }) => installationId))).toEqual(
    new Set([one.pair.installationId, two.pair.installationId]),
  );
  expect(changed.every(({ state, endedAt }) => state === "UNINSTALLED" && endedAt !== null)).toBe(true);
  expect((await world.apps.get(app.clientId, keyCall())).installationCount).toBe(0);
});
