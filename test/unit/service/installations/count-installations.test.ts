import { expect, test } from "vitest";
import { countInstallations } from "../../../../src/service/installations/count-installations.ts";
import { listInstallations } from "../../../../src/service/installations/list-installations.ts";
import { suspendInstallation } from "../../../../src/service/installations/suspend-installation.ts";
import { uninstall } from "../../../../src/service/installations/uninstall.ts";
import { callOf, keyCall } from "../../../support/world/calls.ts";
import { useWorld } from "../../../support/world/fixtures.ts";
import { EVERYTHING, FIRST_PAGE, installOn, reason } from "../../../support/world/installations.ts";
import { requestErrorOf } from "../../../support/world/rejections.ts";

const world = useWorld();
const NONE = {
  needsAttention: 0,
  expiresSoon: 0,
  healthy: 0,
  suspended: 0,
  uninstalled: 0,
  pending: 0,
  partial: false,
};

const count = (clientId: string, call = keyCall()) => countInstallations(world.deps, { clientId }, call);

test("without an app, counts the newest installations of all apps, for service keys and operators", async () => {
  const [app, other, archived] = [await world.app(), await world.app(), await world.app()];
  const ids: string[] = [];
  const merchants = await Promise.all(Array.from({ length: 8 }, () => world.merchant()));
  const apps = [app, app, app, app, app, other, other, archived];
  for (const [at, merchant] of merchants.entries())
    ids.push((await installOn(world, apps[at]!, merchant)).pair.installationId);
  await world.deps.tokens.store.health.flush();
  const set = (at: number, columns: string) =>
    world.sql.query(`update installation set ${columns} where id = $1`, [ids[at]]);
  await set(0, "last_failed_at = now() + interval '1 minute', last_failure = 'EXPIRED'");
  await set(1, "tokens_expire_at = now() + interval '6 days'");
  await set(2, "state = 'PENDING'");
  await suspendInstallation(world.deps, { installationId: ids[3]!, party: null, ...reason }, keyCall());
  // A suspended merchant stops its installation, also a failing one, and a closed merchant ends it.
  await world.sql.query("update merchant set state = 'SUSPENDED' where id = $1", [merchants[5]!.id]);
  await set(5, "last_failed_at = now() + interval '1 minute', last_failure = 'EXPIRED'");
  await world.sql.query("update merchant set state = 'CLOSED' where id = $1", [merchants[6]!.id]);
  await world.sql.query("update app set state = 'ARCHIVED', archived_at = clock_timestamp() where id = $1", [
    archived.id,
  ]);
  const all = {
    needsAttention: 1,
    expiresSoon: 1,
    healthy: 1,
    suspended: 2,
    uninstalled: 2,
    pending: 1,
    partial: false,
  };
  expect(await count("")).toEqual(all);
  expect(await count(app.clientId)).toEqual({ ...all, suspended: 1, uninstalled: 0 });
  expect(await count("", callOf(await world.account(), { operator: true }))).toEqual(all);
  const missing = { kind: "not_found", reason: "NOT_FOUND" };
  expect(await requestErrorOf(count("", callOf(app.developerId, { developer: true })))).toEqual(missing);
  // A suspended app stops all its installations.
  await world.sql.query("update app set state = 'SUSPENDED' where id = $1", [app.id]);
  expect(await count("")).toEqual({ ...all, needsAttention: 0, expiresSoon: 0, healthy: 0, suspended: 5 });
});

test("each active installation counts for one health, and the list filters by the same", async () => {
  const app = await world.app();
  const installed = await Promise.all(Array.from({ length: 8 }, () => installOn(world, app)));
  const ids = installed.map(({ pair }) => pair.installationId);
  const [failing, expired, soon, healthy, recovered, failingAndSoon, suspended, ended] = ids;
  await world.deps.tokens.store.health.flush();
  const set = (id: string | undefined, columns: string) =>
    world.sql.query(`update installation set ${columns} where id = $1`, [id]);
  const failed = "last_failed_at = now() + interval '1 minute', last_failure = 'EXPIRED'";
  await set(failing, failed);
  await set(expired, "tokens_expire_at = now() - interval '1 minute'");
  await set(soon, "tokens_expire_at = now() + interval '6 days'");
  await set(healthy, "tokens_expire_at = now() + interval '8 days'");
  await set(recovered, `${failed}, last_refreshed_at = now() + interval '2 minutes'`);
  await set(failingAndSoon, `${failed}, tokens_expire_at = now() + interval '1 day'`);
  await set(suspended, failed);
  await suspendInstallation(world.deps, { installationId: suspended!, party: null, ...reason }, keyCall());
  await set(ended, failed);
  await uninstall(world.deps, { installationId: ended!, party: null }, keyCall());
  const { clientId } = app;
  const counts = {
    needsAttention: 3,
    expiresSoon: 1,
    healthy: 2,
    suspended: 1,
    uninstalled: 1,
    pending: 0,
    partial: false,
  };
  expect(await count(clientId)).toEqual(counts);
  const listed = async (health: "NEEDS_ATTENTION" | "EXPIRES_SOON" | "HEALTHY", state: "SUSPENDED" | null = null) => {
    const page = await listInstallations(
      world.deps,
      { ...EVERYTHING, clientId, health, state, page: FIRST_PAGE },
      keyCall(),
    );
    return page.items.map(({ installationId }) => installationId).sort();
  };
  expect(await listed("NEEDS_ATTENTION")).toEqual([failing, expired, failingAndSoon].sort());
  expect(await listed("EXPIRES_SOON")).toEqual([soon]);
  expect(await listed("HEALTHY")).toEqual([healthy, recovered].sort());
  expect(await listed("NEEDS_ATTENTION", "SUSPENDED")).toEqual([]);
  await world.sql.query("update app set state = 'ARCHIVED', archived_at = clock_timestamp() where id = $1", [app.id]);
  expect(await count(clientId)).toEqual({ ...NONE, uninstalled: 8 });
});

const WORKING = ["NEEDS_ATTENTION", "EXPIRES_SOON", "HEALTHY"] as const;

/** The ids of all pages of a list by health. */
async function idsBy(clientId: string, health: (typeof WORKING)[number] | "STOPPED", pageSize = 50): Promise<string[]> {
  const ids: string[] = [];
  let pageToken = "";
  do {
    const asked = { ...EVERYTHING, clientId, health, page: { pageSize, pageToken } };
    const page = await listInstallations(world.deps, asked, keyCall());
    ids.push(...page.items.map(({ installationId }) => installationId));
    pageToken = page.nextPageToken;
  } while (pageToken !== "");
  return ids;
}

test("installations of suspended merchants and of a suspended app count and are listed as stopped", async () => {
  const app = await world.app();
  const merchants = await Promise.all(Array.from({ length: 7 }, () => world.merchant()));
  const ids: string[] = [];
  for (const merchant of merchants) ids.push((await installOn(world, app, merchant)).pair.installationId);
  await world.deps.tokens.store.health.flush();
  const suspendMerchant = (at: number) =>
    world.sql.query("update merchant set state = 'SUSPENDED' where id = $1", [merchants[at]!.id]);
  const suspend = (at: number) =>
    suspendInstallation(world.deps, { installationId: ids[at]!, party: null, ...reason }, keyCall());
  // One is suspended itself, one by its merchant, one by both, and one of each kind is newer and older than the others.
  for (const at of [0, 3, 5]) await suspend(at);
  for (const at of [1, 3, 6]) await suspendMerchant(at);
  const stopped = [6, 5, 3, 1, 0].map((at) => ids[at]);
  const { clientId } = app;
  expect(await count(clientId)).toEqual({ ...NONE, healthy: 2, suspended: 5 });
  for (const pageSize of [1, 2, 3, 50]) expect(await idsBy(clientId, "STOPPED", pageSize)).toEqual(stopped);
  expect(await idsBy(clientId, "HEALTHY")).toEqual([ids[4], ids[2]]);
  await world.sql.query("update app set state = 'SUSPENDED' where id = $1", [app.id]);
  expect(await count(clientId)).toEqual({ ...NONE, suspended: 7 });
  expect(await idsBy(clientId, "STOPPED", 3)).toEqual(ids.toReversed());
  for (const health of WORKING) expect(await idsBy(clientId, health)).toEqual([]);
  await world.sql.query("update app set state = 'ARCHIVED', archived_at = clock_timestamp() where id = $1", [app.id]);
  expect(await idsBy(clientId, "STOPPED")).toEqual([]);
});

test("counts at most 1,001 in each state, and says that the healths are of the newest", async () => {
  const app = await world.app();
  await world.sql.query(
    "insert into merchant (id, name) select 'counted-' || n, 'Counted' from generate_series(1, 3100) n",
  );
  const insert = (first: number, last: number, columns: string, values: string) =>
    world.sql.query(
      `insert into installation (app_id, merchant_id, version, ${columns})
       select $1, 'counted-' || n, 1, ${values} from generate_series($2::int, $3::int) n`,
      [app.id, first, last],
    );
  await insert(1, 1000, "state", "'ACTIVE'");
  await insert(1001, 1001, "state, tokens_expire_at", "'ACTIVE', now()");
  await insert(1002, 2002, "state", "'UNINSTALLED'");
  await insert(2003, 3100, "state, suspended_by", "'SUSPENDED', '{MERCHANT}'");
  const capped = { suspended: 1001, uninstalled: 1001 };
  expect(await count(app.clientId)).toEqual({ ...NONE, ...capped, needsAttention: 1, healthy: 1000, partial: true });
  await world.sql.query("delete from installation where merchant_id = 'counted-1'");
  expect(await count(app.clientId)).toEqual({ ...NONE, ...capped, needsAttention: 1, healthy: 999 });
  // The newest 1,001 of all apps are the suspended ones.
  expect(await count("")).toEqual({ ...NONE, suspended: 1001, partial: true });
});

test("is for the app's developer, operators and service keys", async () => {
  const { app, merchant } = await world.install();
  const missing = { kind: "not_found", reason: "NOT_FOUND" };
  for (const call of [keyCall(), callOf(app.developerId, { developer: true }), callOf(app.developerId)])
    expect(await count(app.clientId, call)).toMatchObject({ healthy: 1 });
  expect(await count(app.clientId, callOf(await world.account(), { operator: true }))).toMatchObject({ healthy: 1 });
  expect(await requestErrorOf(count(app.clientId, callOf(merchant.ownerId)))).toEqual(missing);
  expect(await requestErrorOf(count("app_unknown"))).toEqual(missing);
  expect(await requestErrorOf(count("\0"))).toEqual(missing);
});
