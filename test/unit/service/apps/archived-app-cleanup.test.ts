import { expect, test } from "vitest";
import { archiveApp } from "../../../../src/service/apps/archive-app.ts";
import { startArchivedAppCleanup } from "../../../../src/service/apps/archived-app-cleanup.ts";
import { getInstallation } from "../../../../src/service/installations/get-installation.ts";
import { listInstallations } from "../../../../src/service/installations/list-installations.ts";
import { createAppStore } from "../../../../src/store/apps/apps.ts";
import { createManagement } from "../../../../src/store/connection/management.ts";
import { callOf, keyCall } from "../../../support/world/calls.ts";
import { useWorld } from "../../../support/world/fixtures.ts";
import { EVERYTHING, FIRST_PAGE, installOn } from "../../../support/world/installations.ts";

const world = useWorld();

const changedSince = async (changedSince: number) =>
  (await listInstallations(world.deps, { ...EVERYTHING, changedSince, page: FIRST_PAGE }, keyCall())).items;

test("uninstalls where archiving failed to, in the name of the party that archived the app", async () => {
  const [byOperator, byDeveloper] = [await world.app(), await world.app()];
  const ended = [await installOn(world, byOperator), await installOn(world, byDeveloper)].map(
    ({ pair }) => pair.installationId,
  );
  const active = (await installOn(world, await world.app())).pair.installationId;
  const { changedAt } = await getInstallation(world.deps, { installationId: active }, keyCall());
  await world.sql.query(`create function fail() returns trigger language plpgsql as
      $$ begin raise exception 'injected' using errcode = '58030'; end $$`);
  await world.sql.query("create trigger fail before update on installation for each row execute function fail()");
  await archiveApp(world.deps, { clientId: byOperator.clientId }, keyCall());
  await archiveApp(
    world.deps,
    { clientId: byDeveloper.clientId },
    callOf(byDeveloper.developerId, { developer: true }),
  );
  await world.sql.query("drop trigger fail on installation");
  expect(await changedSince(changedAt + 1)).toEqual([]);
  const { log } = world.deps.tokens;
  const job = startArchivedAppCleanup({ apps: createAppStore(createManagement(world.orm)), log }, 60_000);
  await job.run();
  await job.stop();
  const changed = (await changedSince(changedAt + 1)).map(({ installationId }) => installationId);
  expect(changed).toEqual(expect.arrayContaining(ended));
  expect(changed).not.toContain(active);
  const sql = "select ended_by from installation where id = any($1) order by ended_by";
  expect((await world.sql.query(sql, [ended])).rows).toEqual([{ ended_by: "APP" }, { ended_by: "OPERATOR" }]);
});
