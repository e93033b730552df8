import { describe, expect, test } from "vitest";
import { getApp } from "../../../../src/service/apps/get-app.ts";
import { getInstallation } from "../../../../src/service/installations/get-installation.ts";
import type { ListInstallationsRequest } from "../../../../src/service/installations/list-installations.ts";
import { listInstallations } from "../../../../src/service/installations/list-installations.ts";
import { suspendInstallation } from "../../../../src/service/installations/suspend-installation.ts";
import { uninstall } from "../../../../src/service/installations/uninstall.ts";
import { callOf, keyCall } from "../../../support/world/calls.ts";
import { useWorld } from "../../../support/world/fixtures.ts";
import { EVERYTHING, FIRST_PAGE, installOn, reason } from "../../../support/world/installations.ts";
import { requestErrorOf } from "../../../support/world/rejections.ts";

const world = useWorld();

const list = (filter: Partial<ListInstallationsRequest>, call = keyCall(), page = FIRST_PAGE) =>
  listInstallations(world.deps, { ...EVERYTHING, ...filter, page }, call);
const idsOf = (page: { items: { installationId: string }[] }) => page.items.map(({ installationId }) => installationId);

describe("listInstallations", () => {
  test("returns installations without an exchanged code only by state PENDING", async () => {
    const app = await world.app();
    await world.issueCode({ app, merchant: await world.merchant() });
    const { clientId } = app;
    expect((await list({ clientId })).items).toEqual([]);
    const pending = await list({ clientId, state: "PENDING" });
    expect(pending.items).toMatchObject([{ state: "PENDING", version: 0, connectedAt: null }]);
    expect(await getInstallation(world.deps, { installationId: idsOf(pending)[0]! }, keyCall())).toMatchObject({
      state: "PENDING",
    });
  });

  test("marks an unapproved app on its developer's test merchant", async () => {
    const app = await world.app({ state: "DRAFT" });
    const merchant = await world.merchant({ test: true, developerId: app.developerId });
    const { pair } = await installOn(world, app, merchant);
    const developer = callOf(app.developerId, { developer: true });
    expect((await list({ clientId: app.clientId }, developer)).items).toMatchObject([{ test: true, state: "ACTIVE" }]);
    expect((await getApp(world.deps, { clientId: app.clientId }, developer)).installationCount).toBe(1);
    expect(pair.merchantId).toBe(merchant.id);
  });

  test("lists by merchant for members and by app for the developer", async () => {
    const { app, merchant } = await world.install();
    const { clientId } = app;
    const merchantId = merchant.id;
    const owner = callOf(merchant.ownerId);
    const developer = callOf(app.developerId, { developer: true });
    for (const filter of [{ merchantId }, { clientId, merchantId }])
      expect((await list(filter, owner)).items).toHaveLength(1);
    for (const filter of [{ clientId }, { clientId, merchantId }])
      expect((await list(filter, developer)).items).toHaveLength(1);
    const missing = { kind: "not_found", reason: "NOT_FOUND" };
    expect(await requestErrorOf(list({ clientId }, owner))).toEqual(missing);
    expect(await requestErrorOf(list({ merchantId }, developer))).toEqual(missing);
    expect(await requestErrorOf(list({ merchantId: "nobodys" }, owner))).toEqual(missing);
    expect(await requestErrorOf(list({}, owner))).toEqual({ kind: "invalid_argument", reason: "INVALID" });
  });

  test("S4 excludes other merchants", async () => {
    const first = await world.install();
    const second = await installOn(world, first.app);
    expect(idsOf(await list({ merchantId: first.merchant.id }))).toEqual([first.pair.installationId]);
    expect(idsOf(await list({ merchantId: second.merchant.id }))).toEqual([second.pair.installationId]);
  });

  test("returns each installation once across pages, newest first", async () => {
    const app = await world.app();
    const ids: string[] = [];
    for (let n = 0; n < 5; n++) ids.unshift((await installOn(world, app)).pair.installationId);
    const seen: string[] = [];
    let pageToken = "";
    do {
      const page = await list({ clientId: app.clientId }, keyCall(), { pageSize: 2, pageToken });
      seen.push(...idsOf(page));
      pageToken = page.nextPageToken;
    } while (pageToken !== "");
    expect(seen).toEqual(ids);
  });

  test("filters by state", async () => {
    const app = await world.app();
    const [one, two, three] = [await installOn(world, app), await installOn(world, app), await installOn(world, app)];
    const { installationId } = two.pair;
    await suspendInstallation(world.deps, { installationId, party: null, ...reason }, keyCall());
    await uninstall(world.deps, { installationId: three.pair.installationId, party: null }, keyCall());
    const { clientId } = app;
    expect(idsOf(await list({ clientId, state: "ACTIVE" }))).toEqual([one.pair.installationId]);
    expect(idsOf(await list({ clientId, state: "SUSPENDED" }))).toEqual([installationId]);
    expect(idsOf(await list({ clientId, state: "UNINSTALLED" }))).toEqual([three.pair.installationId]);
    expect(idsOf(await list({ merchantId: three.merchant.id, state: "UNINSTALLED" }))).toEqual([
      three.pair.installationId,
    ]);
  });

  test("searches any part of the merchant's name and the start of its id", async () => {
    const app = await world.app();
    const [tea, coffee] = [await installOn(world, app), await installOn(world, app)];
    await world.sql.query("update merchant set name = 'Harbour Téa_50%' where id = $1", [tea.merchant.id]);
    const { clientId } = app;
    for (const search of [
      "bour te",
      "HÄRBOUR",
      "r té",
      "TE\u0301A_",
      "a_50%",
      tea.merchant.id,
      tea.merchant.id.slice(0, 9),
    ])
      expect(idsOf(await list({ clientId, search }))).toEqual([tea.pair.installationId]);
    for (const search of ["%", "a_5_%", "\0", coffee.merchant.id.slice(2)])
      expect(idsOf(await list({ clientId, search }))).toEqual(search === "%" ? [tea.pair.installationId] : []);
  });

  // Merchants 1 and 2 match by name, merchant 3 only "Quay-" by id; further ones match if there are too many to sort. The first scan of a
  // page never fills it: the few matches are the oldest, the many are mixed with others.
  test.each([
    { merchants: 200, matches: 2, pageSize: 1, order: "m.name = 'Other'" },
    { merchants: 2300, matches: 2102, pageSize: 200, order: "md5(m.id)" },
  ])("finds $matches of $merchants merchants, newest first", async ({ merchants, matches, pageSize, order }) => {
    const { id, clientId } = await world.app();
    await world.sql.query(
      `insert into merchant (id, name) select case n when 3 then 'Quay-' else 'plain-' end || $1::int || '-' || n,
        case when n <= 2 or n > 200 then 'The QUAY ' || n else 'Other' end from generate_series(1, $1::int) n`,
      [merchants],
    );
    await world.sql.query(
      `insert into installation (app_id, merchant_id, state, version)
       select $1, id, 'ACTIVE', 1 from merchant m where id like 'plain-' || $2::int || '-%' or id like 'Quay-' || $2::int || '-%'
       order by ${order}`,
      [id, merchants],
    );
    const { rows } = await world.sql.query<{ id: string }>(
      `select i.id from installation i join merchant m on m.id = i.merchant_id
       where i.app_id = $1 and m.name like 'The QUAY%' order by i.id desc`,
      [id],
    );
    expect(rows).toHaveLength(matches);
    const seen: string[] = [];
    let pageToken = "";
    do {
      const page = await list({ clientId, search: "quay" }, keyCall(), { pageSize, pageToken });
      seen.push(...idsOf(page));
      pageToken = page.nextPageToken;
    } while (pageToken !== "");
    expect(seen).toEqual(rows.map((row) => row.id));
    expect((await list({ clientId, search: "Quay-" })).items).toMatchObject([{ merchantId: `Quay-${merchants}-3` }]);
    expect(idsOf(await list({ clientId, search: "quay", state: "UNINSTALLED" }))).toEqual([]);
  });

  test("filters by health: failing since the last refresh, and expiring within seven days", async () => {
    const app = await world.app();
    const installed = await Promise.all(Array.from({ length: 5 }, () => installOn(world, app)));
    const [failing, recovered, earlier, expiring, ended] = installed.map(({ pair }) => pair.installationId);
    await world.deps.tokens.store.health.flush();
    const set = (id: string, columns: string) =>
      world.sql.query(`update installation set ${columns} where id = $1`, [id]);
    const failed = "last_failed_at = now() + interval '1 minute', last_failure = 'EXPIRED'";
    await set(failing!, failed);
    await set(recovered!, `${failed}, last_refreshed_at = now() + interval '2 minutes'`);
    await set(earlier!, "last_failed_at = connected_at - interval '1 minute', last_failure = 'EXPIRED'");
    await set(expiring!, "tokens_expire_at = now() + interval '6 days 23 hours'");
    await set(ended!, `${failed}, tokens_expire_at = now(), state = 'UNINSTALLED'`);
    const { clientId } = app;
    expect(idsOf(await list({ clientId, health: "FAILING" }))).toEqual([failing]);
    expect(idsOf(await list({ clientId, health: "EXPIRING" }))).toEqual([expiring]);
  });

  test("with changed_since, returns later changes, oldest change first", async () => {
    const app = await world.app();
    const [one, two] = [await installOn(world, app), await installOn(world, app)];
    const all = await list({ clientId: app.clientId, changedSince: 0 });
    expect(idsOf(all)).toEqual([one.pair.installationId, two.pair.installationId]);
    const since = all.items[1]!.changedAt;
    expect(idsOf(await list({ clientId: app.clientId, changedSince: since }))).toEqual([two.pair.installationId]);
    await uninstall(world.deps, { installationId: one.pair.installationId, party: null }, keyCall());
    const later = await list({ changedSince: since + 1 });
    expect(later.items).toMatchObject([{ installationId: one.pair.installationId, state: "UNINSTALLED" }]);
    const first = await list({ clientId: app.clientId, changedSince: 0 }, keyCall(), { pageSize: 1, pageToken: "" });
    const second = await list({ clientId: app.clientId, changedSince: 0 }, keyCall(), {
      pageSize: 1,
      pageToken: first.nextPageToken,
    });
    expect([...idsOf(first), ...idsOf(second)]).toEqual([two.pair.installationId, one.pair.installationId]);
    expect(second.nextPageToken).toBe("");
  });

  test("sorts by creation and by the last change, in both directions, also a search", async () => {
    const app = await world.app();
    const ids: string[] = [];
    for (let n = 0; n < 3; n++) ids.push((await installOn(world, app)).pair.installationId);
    const [one, two, three] = ids as [string, string, string];
    await uninstall(world.deps, { installationId: two, party: null }, keyCall());
    const sorted = async (order: Partial<ListInstallationsRequest>) => {
      const seen: string[] = [];
      let pageToken = "";
      do {
        const page = await list({ clientId: app.clientId, ...order }, keyCall(), { pageSize: 1, pageToken });
        seen.push(...idsOf(page));
        pageToken = page.nextPageToken;
      } while (pageToken !== "");
      return seen;
    };
    expect(await sorted({ sort: "CREATED" })).toEqual([one, two, three]);
    expect(await sorted({ sort: "CREATED", descending: true })).toEqual([three, two, one]);
    expect(await sorted({ sort: "CHANGED" })).toEqual([one, three, two]);
    expect(await sorted({ sort: "CHANGED", descending: true })).toEqual([two, three, one]);
    expect(await sorted({ sort: "CHANGED", descending: true, state: "ACTIVE" })).toEqual([three, one]);
    const { merchantName: search } = (await list({ clientId: app.clientId })).items[0]!;
    expect((await sorted({ sort: "CREATED", search })).length).toBeGreaterThan(0);
    expect(await requestErrorOf(list({ sort: "CREATED", changedSince: 0 }))).toMatchObject({ reason: "INVALID" });
  });

  test("rejects page tokens and sizes of other lists", async () => {
    for (const pageToken of ["x", "W10", Buffer.from('["1"]').toString("base64url"), "\0"]) {
      expect(await requestErrorOf(list({}, keyCall(), { pageSize: 0, pageToken }))).toMatchObject({
        reason: "PAGE_TOKEN",
      });
    }
    expect(await requestErrorOf(list({}, keyCall(), { pageSize: 201, pageToken: "" }))).toMatchObject({
      reason: "PAGE_SIZE",
    });
  });

  test("ends a page after scanning a thousand rows, with a token to continue", async () => {
    const app = await world.app();
    const wanted = (await installOn(world, app)).pair.installationId;
    await world.sql.query(
      "insert into merchant (id, name) select 'many-' || n, 'Many' from generate_series(1, 1100) n",
    );
    await world.sql.query(
      `insert into installation (app_id, merchant_id, state, version) select $1, 'many-' || n, 'ACTIVE', 1 from generate_series(1, 1100) n`,
      [app.id],
    );
    await uninstall(world.deps, { installationId: wanted, party: null }, keyCall());
    const asked = { clientId: app.clientId, state: "UNINSTALLED", changedSince: 0 } as const;
    const first = await list(asked);
    expect(first.items).toEqual([]);
    expect(first.nextPageToken).not.toBe("");
    const second = await list(asked, keyCall(), { pageSize: 0, pageToken: first.nextPageToken });
    expect(idsOf(second)).toEqual([wanted]);
    expect(second.nextPageToken).toBe("");
  });

  test("returns installations of an archived app as UNINSTALLED before their rows are updated", async () => {
    const app = await world.app();
    const { pair } = await installOn(world, app);
    await world.sql.query("update app set state = 'ARCHIVED', archived_at = clock_timestamp() where id = $1", [app.id]);
    const { clientId } = app;
    expect((await getInstallation(world.deps, { installationId: pair.installationId }, keyCall())).state).toBe(
      "UNINSTALLED",
    );
    expect((await list({ clientId, state: "ACTIVE" })).items).toEqual([]);
    expect((await list({ clientId, state: "UNINSTALLED" })).items).toHaveLength(1);
  });
});
