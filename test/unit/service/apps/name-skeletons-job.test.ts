import { beforeAll, beforeEach, expect, test } from "vitest";
import { setAccountName } from "../../../../src/service/accounts/set-account-name.ts";
import { getApp } from "../../../../src/service/apps/get-app.ts";
import { startNameSkeletons } from "../../../../src/service/apps/name-skeletons-job.ts";
import { NO_CHANGE } from "../../../../src/service/apps/settings.ts";
import { submitApp } from "../../../../src/service/apps/submit-app.ts";
import { updateApp } from "../../../../src/service/apps/update-app.ts";
import { NAMED_TABLES } from "../../../../src/store/apps/name-skeletons.ts";
import { addAccount, developerCall } from "../../../support/world/accounts.ts";
import { approve, createApproved, createDraft, profile } from "../../../support/world/apps.ts";
import { keyCall, platform } from "../../../support/world/calls.ts";
import { perFile, useAppWorld } from "../../../support/world/fixtures.ts";

const { world, developer } = useAppWorld();
const other = perFile(() => developerCall(world));

const run = (text: string, values: unknown[] = []) =>
  world.management.transactional(({ query }) => query({ name: "", text }, values));
const rename = (clientId: string, name: string) =>
  run("update app set name = $2 where client_id = $1", [clientId, name]);

async function runJob(): Promise<void> {
  const job = startNameSkeletons({ management: world.management, log: world.deps.log }, 3_600_000);
  await job.run();
  await job.stop();
}

async function countOutdated(): Promise<number> {
  const counts = NAMED_TABLES.map(
    (table) => `(select count(*)::int from ${table} where skeletons_of is distinct from name)`,
  );
  const [row] = await run(`select ${counts.join(" + ")} as count`);
  return (row as { count: number }).count;
}

const similar = async (clientId: string) =>
  (await getApp(world.deps, { clientId }, keyCall())).similarNames.map(({ name }) => name);

async function submitted(name: string): Promise<string> {
  const { clientId } = (await createDraft(world, developer, { name })).app;
  await submitApp(world.deps, { clientId }, developer);
  return clientId;
}

beforeAll(() => setAccountName(world.deps, { accountId: developer.actor!.accountId, name: "Chandler" }, platform));
beforeEach(runJob);

test("every operation that writes a name stores its skeletons", async () => {
  const { clientId } = (await createApproved(world, other, { name: "Quay" })).app;
  const update = { clientId, profile: profile({ name: "Quayside" }), settings: NO_CHANGE };
  await updateApp(world.deps, update, other);
  expect(await countOutdated()).toBe(0);
  await approve(world, clientId, other);
  expect(await world.rows("select skeletons_of from app where client_id = $1", [clientId])).toEqual([
    { skeletons_of: "Quayside" },
  ]);
  const { accountId } = await addAccount(world);
  await setAccountName(world.deps, { accountId, name: "Harbour Master" }, platform);
  expect(await world.rows("select skeletons_of from account where id = $1", [accountId])).toEqual([
    { skeletons_of: "Harbour Master" },
  ]);
  expect(await countOutdated()).toBe(0);
});

test("a review finds a name by its stored skeletons, and one that the previous release wrote before they are stored", async () => {
  const { clientId } = (await createApproved(world, other, { name: "Beacon" })).app;
  const imitating = await submitted("B\u0435acon");
  expect(await countOutdated()).toBe(0);
  expect(await similar(imitating)).toEqual(["Beacon"]);
  await rename(clientId, "Gannet");
  expect(await similar(imitating)).toEqual([]);
  const gannet = await submitted("Gannet!");
  expect(await similar(gannet)).toEqual(["Gannet"]);
  await runJob();
  expect(await similar(imitating)).toEqual([]);
  expect(await similar(gannet)).toEqual(["Gannet"]);
});

test("a person's name is compared with the app's name, not with the developer's", async () => {
  const { accountId } = await addAccount(world);
  await setAccountName(world.deps, { accountId, name: "Chandler" }, platform);
  const clientId = await submitted("Skerry");
  expect(await similar(clientId)).toEqual([]);
  await setAccountName(world.deps, { accountId, name: "5kerry" }, platform);
  expect(await similar(clientId)).toEqual([]);
  await setAccountName(world.deps, { accountId, name: "SKERRY" }, platform);
  expect(await similar(clientId)).toEqual(["SKERRY"]);
});

test("stores the skeletons of names that SQL has written, in each table", async () => {
  await run("update account set name = 'Renamed', name_skeletons = null, skeletons_of = null");
  await run("update app set name = 'Renamed'");
  await run("update app_revision set skeletons_of = null");
  expect(await countOutdated()).toBeGreaterThan(3);
  await runJob();
  expect(await countOutdated()).toBe(0);
  expect(await world.rows("select distinct name_skeletons from app")).toEqual(
    await world.rows("select distinct name_skeletons from account where name = 'Renamed'"),
  );
});
