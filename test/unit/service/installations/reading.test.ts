import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startArchiveSweep } from "../../../../src/service/apps/archive-sweep.ts";
import type { InstallationFilter } from "../../../../src/service/installations/operations.ts";
import { createAppStore } from "../../../../src/store/apps/apps.ts";
import { createManagement } from "../../../../src/store/connection/management.ts";
import { callOf, keyCall, requestErrorOf } from "../fixture.ts";
import { exchangeCode, type Installed, install, isActive, issueCode, type TestApp } from "../tokens/world.ts";
import { createInstallationWorld, EVERYTHING, FIRST_PAGE, type InstallationWorld, member } from "./fixture.ts";

let world: InstallationWorld;
beforeAll(async () => {
  world = await createInstallationWorld();
});
afterAll(() => world.close());

const reason = { reasonCode: "X", reasonText: "" };
const list = (filter: Partial<InstallationFilter>, call = keyCall(), page = FIRST_PAGE) =>
  world.installations.list({ ...EVERYTHING, ...filter }, page, call);
const idsOf = (page: { items: { installationId: string }[] }) => page.items.map(({ installationId }) => installationId);

async function installOn(app: TestApp, merchant?: Installed["merchant"]): Promise<Installed> {
  const on = merchant ?? (await world.merchant());
  const code = await issueCode(world, { app, merchant: on });
  return { app, merchant: on, pair: await exchangeCode(world.tokens, app, { code }) };
}

describe("an installation", () => {
  test("is shown to every side with the names around it", async () => {
    const { app, merchant, pair } = await install(world);
    const shown = {
      installationId: pair.installationId,
      version: 1,
      state: "ACTIVE",
      clientId: app.clientId,
      appName: "App",
      merchantId: merchant.id,
      merchantName: "Shop",
      test: false,
      grantedScopes: ["orders.read", "orders.write"],
      connectedByAccountId: merchant.ownerId,
      connectedByName: "Ada",
      endedAt: null,
    };
    const staff = callOf(await member(world, merchant.id, "MEMBER"));
    const operator = callOf(await world.account(), { operator: true });
    for (const call of [keyCall(), staff, operator]) {
      expect(await world.installations.get(pair.installationId, call)).toMatchObject(shown);
    }
    const developer = callOf(app.developerId, { developer: true });
    const theirs = await world.installations.get(pair.installationId, developer);
    expect(theirs).toMatchObject({ ...shown, connectedByAccountId: null, connectedByName: null });
  });

  test("that nobody exchanged a code for is PENDING, and in no list but that of the pending ones", async () => {
    const app = await world.app();
    await issueCode(world, { app, merchant: await world.merchant() });
    const { clientId } = app;
    expect((await list({ clientId })).items).toEqual([]);
    const pending = await list({ clientId, state: "PENDING" });
    expect(pending.items).toMatchObject([{ state: "PENDING", version: 0, connectedAt: null }]);
    expect(await world.installations.get(idsOf(pending)[0]!, keyCall())).toMatchObject({ state: "PENDING" });
  });

  test("of an unapproved app on its developer's test merchant says so", async () => {
    const app = await world.app({ state: "DRAFT" });
    const merchant = await world.merchant({ test: true, developerId: app.developerId });
    const { pair } = await installOn(app, merchant);
    const developer = callOf(app.developerId, { developer: true });
    expect((await list({ clientId: app.clientId }, developer)).items).toMatchObject([{ test: true, state: "ACTIVE" }]);
    expect((await world.apps.get(app.clientId, developer)).installationCount).toBe(1);
    expect(pair.merchantId).toBe(merchant.id);
  });

  test("that is none is not found", async () => {
    for (const id of ["", "x", "018f0000-0000-7000-8000-000000000009"]) {
      expect(await requestErrorOf(world.installations.get(id, keyCall()))).toEqual({
        kind: "not_found",
        reason: "NOT_FOUND",
      });
    }
  });
});

describe("lists", () => {
  test("of a merchant are for its members, of an app for its developer, of both for either", async () => {
    const { app, merchant } = await install(world);
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

  test("S4 never show another merchant's installation of the same app", async () => {
    const first = await install(world);
    const second = await installOn(first.app);
    expect(idsOf(await list({ merchantId: first.merchant.id }))).toEqual([first.pair.installationId]);
    expect(idsOf(await list({ merchantId: second.merchant.id }))).toEqual([second.pair.installationId]);
  });

  test("give the newest first, page by page, each once", async () => {
    const app = await world.app();
    const ids: string[] = [];
    for (let n = 0; n < 5; n++) ids.unshift((await installOn(app)).pair.installationId);
    const seen: string[] = [];
    let pageToken = "";
    do {
      const page = await list({ clientId: app.clientId }, keyCall(), { pageSize: 2, pageToken });
      seen.push(...idsOf(page));
      pageToken = page.nextPageToken;
    } while (pageToken !== "");
    expect(seen).toEqual(ids);
  });

  test("by state show only that", async () => {
    const app = await world.app();
    const [one, two, three] = [await installOn(app), await installOn(app), await installOn(app)];
    const { installationId } = two.pair;
    await world.installations.suspend({ installationId, party: null, ...reason }, keyCall());
    await world.installations.uninstall({ installationId: three.pair.installationId, party: null }, keyCall());
    const { clientId } = app;
    expect(idsOf(await list({ clientId, state: "ACTIVE" }))).toEqual([one.pair.installationId]);
    expect(idsOf(await list({ clientId, state: "SUSPENDED" }))).toEqual([installationId]);
    expect(idsOf(await list({ clientId, state: "UNINSTALLED" }))).toEqual([three.pair.installationId]);
    expect(idsOf(await list({ merchantId: three.merchant.id, state: "UNINSTALLED" }))).toEqual([
      three.pair.installationId,
    ]);
  });

  test("since a moment give what changed then or later, the oldest change first", async () => {
    const app = await world.app();
    const [one, two] = [await installOn(app), await installOn(app)];
    const all = await list({ clientId: app.clientId, changedSince: 0 });
    expect(idsOf(all)).toEqual([one.pair.installationId, two.pair.installationId]);
    const since = all.items[1]!.changedAt;
    expect(idsOf(await list({ clientId: app.clientId, changedSince: since }))).toEqual([two.pair.installationId]);
    await world.installations.uninstall({ installationId: one.pair.installationId, party: null }, keyCall());
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

  test("refuse a page token that is none of theirs", async () => {
    for (const pageToken of ["x", "W10", Buffer.from('["1"]').toString("base64url"), "\0"]) {
      expect(await requestErrorOf(list({}, keyCall(), { pageSize: 0, pageToken }))).toMatchObject({
        reason: "PAGE_TOKEN",
      });
    }
    expect(await requestErrorOf(list({}, keyCall(), { pageSize: 201, pageToken: "" }))).toMatchObject({
      reason: "PAGE_SIZE",
    });
  });

  test("pass over what does not match and go on from there, a thousand rows at a time", async () => {
    const app = await world.app();
    const wanted = (await installOn(app)).pair.installationId;
    await world.sql.query(
      "insert into merchant (id, name) select 'many-' || n, 'Many' from generate_series(1, 1100) n",
    );
    await world.sql.query(
      `insert into installation (app_id, merchant_id, state, version) select $1, 'many-' || n, 'ACTIVE', 1 from generate_series(1, 1100) n`,
      [app.id],
    );
    await world.installations.uninstall({ installationId: wanted, party: null }, keyCall());
    const asked = { clientId: app.clientId, state: "UNINSTALLED", changedSince: 0 } as const;
    const first = await list(asked);
    expect(first.items).toEqual([]);
    expect(first.nextPageToken).not.toBe("");
    const second = await list(asked, keyCall(), { pageSize: 0, pageToken: first.nextPageToken });
    expect(idsOf(second)).toEqual([wanted]);
    expect(second.nextPageToken).toBe("");
  });
});

describe("the end of an app", () => {
  test("is the end of every installation of it, in lists and for whoever polls", async () => {
    const app = await world.app();
    const [one, two] = [await installOn(app), await installOn(app)];
    const { changedAt } = await world.installations.get(two.pair.installationId, keyCall());
    await world.apps.archive(app.clientId, keyCall());
    expect(await isActive(world.tokens, one.pair.accessToken)).toBe(false);
    const changed = await list({ changedSince: changedAt + 1 });
    expect(new Set(idsOf(changed))).toEqual(new Set([one.pair.installationId, two.pair.installationId]));
    expect(changed.items.every(({ state, endedAt }) => state === "UNINSTALLED" && endedAt !== null)).toBe(true);
    expect((await world.apps.get(app.clientId, keyCall())).installationCount).toBe(0);
  });

  test("is seen before each row says so", async () => {
    const app = await world.app();
    const { pair } = await installOn(app);
    await world.sql.query("update app set state = 'ARCHIVED', archived_at = clock_timestamp() where id = $1", [app.id]);
    const { clientId } = app;
    expect((await world.installations.get(pair.installationId, keyCall())).state).toBe("UNINSTALLED");
    expect((await list({ clientId, state: "ACTIVE" })).items).toEqual([]);
    expect((await list({ clientId, state: "UNINSTALLED" })).items).toHaveLength(1);
  });

  test("reaches the rows by the sweep where noting it failed, as the end of whoever archived the app", async () => {
    const [byOperator, byDeveloper] = [await world.app(), await world.app()];
    const ended = [await installOn(byOperator), await installOn(byDeveloper)].map(({ pair }) => pair.installationId);
    const standing = (await installOn(await world.app())).pair.installationId;
    const { changedAt } = await world.installations.get(standing, keyCall());
    await world.sql.query(`create function fail() returns trigger language plpgsql as
      $$ begin raise exception 'injected' using errcode = '58030'; end $$`);
    await world.sql.query("create trigger fail before update on installation for each row execute function fail()");
    await world.apps.archive(byOperator.clientId, keyCall());
    await world.apps.archive(byDeveloper.clientId, callOf(byDeveloper.developerId, { developer: true }));
    await world.sql.query("drop trigger fail on installation");
    expect(idsOf(await list({ changedSince: changedAt + 1 }))).toEqual([]);
    const { log } = world.dependencies;
    const sweep = startArchiveSweep({ apps: createAppStore(createManagement(world.orm)), log }, 60_000);
    await sweep.run();
    await sweep.stop();
    const changed = idsOf(await list({ changedSince: changedAt + 1 }));
    expect(changed).toEqual(expect.arrayContaining(ended));
    expect(changed).not.toContain(standing);
    const sql = "select ended_by from installation where id = any($1) order by ended_by";
    expect((await world.sql.query(sql, [ended])).rows).toEqual([{ ended_by: "APP" }, { ended_by: "OPERATOR" }]);
  });
});
