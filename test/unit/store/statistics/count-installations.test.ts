import { expect, test } from "vitest";
import { withConnection } from "../../../../src/store/connection/transaction.ts";
import { countInstallations } from "../../../../src/store/statistics/count-installations.ts";
import { createDraft } from "../../../support/world/apps.ts";
import { useAppWorld } from "../../../support/world/fixtures.ts";

const { world, developer } = useAppWorld();

const count = (limit = 1_000) => withConnection(world.pools.ordinary, (query) => countInstallations(query, limit));
const countOf = async (appId: string) =>
  (await world.rows(`select installations::int as n from app_installation_count where app_id = '${appId}'`))[0]?.n;

test("counts the installations of changed apps anew", async () => {
  const [first, second] = [await createDraft(world, developer), await createDraft(world, developer)];
  const [one, other] = [first.app, second.app];
  const { rows: head } = await world.sql.query("select cursor::int as at from event_head");
  const event = async (n: number, clientId: string) =>
    world.sql.query("insert into event (cursor, type, client_id) values ($1, 'app.approved', $2)", [
      head[0].at + n,
      clientId,
    ]);
  await world.sql.query("insert into merchant (id, name) select 'm' || n, 'Shop ' || n from generate_series(1, 5) n");
  await world.sql.query(
    `insert into installation (app_id, merchant_id, state, version, suspended_by)
     select $1, 'm' || n, (array['ACTIVE', 'SUSPENDED', 'UNINSTALLED', 'PENDING', 'ACTIVE'])[n], 1,
       case when n = 2 then array['MERCHANT'] else '{}' end
     from generate_series(1, 5) n`,
    [one.id],
  );
  await count();
  expect(await countOf(other.id)).toBe(0);
  await event(1, one.clientId);
  await event(2, other.clientId);
  expect(await count(1)).toBe(1);
  expect(await countOf(one.id)).toBe(3);
  await world.sql.query("update app_installation_count set installations = 99");
  await world.sql.query("update app set state = 'ARCHIVED' where id = $1", [one.id]);
  await event(3, one.clientId);
  expect([await count(), await count()]).toEqual([2, 0]);
  expect([await countOf(one.id), await countOf(other.id)]).toEqual([0, 0]);
});

test("leaves the work to the process that has begun it", async () => {
  const rows = async () =>
    (await world.rows<{ n: number }>("select count(*)::int as n from app_installation_count"))[0]!.n;
  await count();
  const before = await rows();
  const { app } = await createDraft(world, developer);
  // As of an app that the previous release created.
  await world.sql.query("delete from app_installation_count where app_id = $1", [app.id]);
  const other = await world.sql.connect();
  try {
    await other.query("begin");
    await other.query("select 1 from app_installation_count_position for update");
    expect([await count(), await rows()]).toEqual([0, before]);
  } finally {
    await other.query("rollback");
    other.release();
  }
  await count();
  expect(await rows()).toBe(before + 1);
});
