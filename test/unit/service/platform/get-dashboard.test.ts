import { describe, expect, test } from "vitest";
import { getDashboard } from "../../../../src/service/platform/get-dashboard.ts";
import { withConnection } from "../../../../src/store/connection/transaction.ts";
import { countEvents } from "../../../../src/store/statistics/count-events.ts";
import { quietWindow } from "../../../support/quiet-window.ts";
import { operatorCall } from "../../../support/world/accounts.ts";
import { callOf, keyCall } from "../../../support/world/calls.ts";
import { useWorld } from "../../../support/world/fixtures.ts";
import { requestErrorOf } from "../../../support/world/rejections.ts";
import { createCall } from "../../../support/world/tokens.ts";

const world = useWorld();
const NONE = { from: "", to: "" };
const read = (call = keyCall(), days = NONE) => getDashboard({ management: world.management }, days, call);
/** The day some days ago, in UTC. */
const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, "2026-01-31".length);

test("has every hour and day, with the counts of the whole platform", async () => {
  await quietWindow(900);
  const { app, pair } = await world.install();
  await world.install();
  const { credentials } = app;
  const request = { credentials, refreshToken: pair.refreshToken!, scopes: [] };
  await world.tokens.refresh(request, createCall());
  const { counts } = world.deps.tokens.store;
  for (let n = 0; n < 3; n++) counts.countError("GRANT");
  await counts.flush();
  await withConnection(world.pools.ordinary, (query) => countEvents(query, 1_000));
  await world.rows(`
    insert into platform_count (unit, start, measure, count)
      select 'day', date_trunc('day', clock_timestamp(), 'UTC') - interval '29 days', 'installs', 5
      union all select 'day', date_trunc('day', clock_timestamp(), 'UTC') - interval '59 days', 'installs', 9
      union all select 'day', date_trunc('day', clock_timestamp(), 'UTC') - interval '60 days', 'installs', 700
      union all select 'hour', date_trunc('hour', clock_timestamp(), 'UTC') - interval '47 hours', 'reuses', 4
      union all select 'hour', date_trunc('hour', clock_timestamp(), 'UTC') - interval '48 hours', 'reuses', 500
      union all select 'day', date_trunc('day', clock_timestamp(), 'UTC') - interval '30 days', 'installs', 90`);
  const { hours, days, hoursBefore, daysBefore } = await read();
  expect([hours.length, days.length]).toEqual([24, 30]);
  const now = { installs: 2, exchanges: 2, refreshes: 1, "errors.GRANT": 3 };
  expect(days.at(-1)!.counts).toEqual(now);
  expect(hours.at(-1)!.counts).toEqual(now);
  expect(days[0]!.counts).toEqual({ installs: 5 });
  expect(days[1]!.counts).toEqual({});
  expect([hoursBefore.counts, daysBefore.counts]).toEqual([{ reuses: 4 }, { installs: 99 }]);
  expect(days[0]!.start - daysBefore.start).toBe(30 * 86_400_000_000);
  expect(hours[1]!.start - hours[0]!.start).toBe(3_600_000_000);
  expect(days[1]!.start - days[0]!.start).toBe(86_400_000_000);
});

test("lists what expires within 30 days, soonest first", async () => {
  const app = await world.app();
  await world.rows(
    `insert into app_secret (app_id, digest, hint, retires_at)
     select a.id, sha256(d::text::bytea), 's' || d, clock_timestamp() + d * interval '1 day'
     from app a, unnest(array[-1, 3, 31]) d where a.client_id = $1`,
    [app.clientId],
  );
  await world.rows(`
    insert into service_key (digest, hint, name, permissions, expires_at, revoked_at)
    select sha256(h::text::bytea), 'k' || h, 'Key ' || h, '{}', clock_timestamp() + h * interval '1 hour',
      case when h = 2 then clock_timestamp() end from unnest(array[2, 5, 50]) h`);
  const { expiring } = await read();
  expect(expiring).toMatchObject({ inDay: 1, inMonth: 3 });
  expect(expiring.soonest.map(({ hint }) => hint)).toEqual(["k5", "k50", "s3"]);
  expect(expiring.soonest[0]).toMatchObject({ clientId: null, name: "Key 5" });
  expect(expiring.soonest[2]).toMatchObject({ clientId: app.clientId, serviceKeyId: null });
});

test("has the apps with the most refused refreshes of two, of seven and of thirty days", async () => {
  const apps = await Promise.all(Array.from({ length: 7 }, () => world.app()));
  const ids = apps.map(({ clientId }) => clientId);
  const count = (at: number, ago: number, failures: number) =>
    world.rows(
      `insert into app_day (client_id, day, exchanges, refreshes, refresh_failures)
       values ($1, (clock_timestamp() at time zone 'UTC')::date - $2::int, 3, 90, $3)`,
      [ids[at], ago, failures],
    );
  await quietWindow(900);
  await count(0, 0, 10);
  await count(0, 1, 4);
  await count(0, 30, 500);
  await count(1, 1, 12);
  await count(1, 2, 40);
  await count(2, 2, 13);
  await count(2, 7, 0);
  await count(3, 7, 1);
  await count(3, 29, 1);
  await count(4, 0, 0);
  for (const at of [5, 6]) await count(at, 29, 2);
  const { appFailures } = await read();
  expect(appFailures.twoDays).toMatchObject([
    { clientId: ids[0], failures: 14, refreshes: 180, failuresLastDay: 10, refreshesLastDay: 90 },
    { clientId: ids[1], failures: 12, refreshes: 90, failuresLastDay: 0, refreshesLastDay: 0 },
  ]);
  expect(appFailures.week.map(({ clientId, failures }) => [clientId, failures])).toEqual([
    [ids[1], 52],
    [ids[0], 14],
    [ids[2], 13],
  ]);
  expect(appFailures.days.map(({ clientId, failures }) => [clientId, failures]).slice(0, 3)).toEqual([
    [ids[1], 52],
    [ids[0], 14],
    [ids[2], 13],
  ]);
  expect(appFailures.days).toHaveLength(5);
});

describe("chosen days", () => {
  const chosen = async (from: number, to: number) => (await read(keyCall(), { from: ago(from), to: ago(to) })).chosen!;
  const installs = (all: readonly { counts: { installs?: number } }[]) => all.map(({ counts }) => counts.installs ?? 0);

  test("are compared with as many days before them, also if today is one of them", async () => {
    await quietWindow(900);
    await world.rows(`
      insert into platform_count (unit, start, measure, count)
        select 'day', date_trunc('day', clock_timestamp(), 'UTC') - n * interval '1 day', 'installs', 1000 + n
        from unnest(array[110, 111, 112, 113, 114, 115, 116, 365, 366]) n`);
    expect((await read()).chosen).toBeNull();
    const past = await chosen(112, 110);
    expect(installs(past.days)).toEqual([1112, 1111, 1110]);
    expect(past.before.counts).toEqual({ installs: 1113 + 1114 + 1115 });
    const open = await chosen(1, 0);
    expect(open.days).toHaveLength(2);
    expect(open.days[0]!.start - open.before.start).toBe(2 * 86_400_000_000);
    const oldest = await chosen(365, 274);
    expect(oldest.days).toHaveLength(92);
    expect(oldest.before.counts).toEqual({ installs: 1366 });
  });

  test("have the apps with the most refused refreshes of these days only", async () => {
    const { clientId } = await world.app();
    await world.rows(
      `insert into app_day (client_id, day, refresh_failures)
       select $1, (clock_timestamp() at time zone 'UTC')::date - n, n from unnest(array[199, 200, 201, 202]) n`,
      [clientId],
    );
    expect((await chosen(201, 200)).appFailures).toMatchObject([{ clientId, failures: 401 }]);
  });

  test.each([
    { name: "no last day", days: [ago(3), ""], field: "to", reason: "DATE" },
    { name: "no such day", days: ["2026-02-30", ago(0)], field: "from", reason: "DATE" },
    { name: "the last day before the first", days: [ago(1), ago(2)], field: "to", reason: "ORDER" },
    { name: "a day in the future", days: [ago(1), ago(-1)], field: "to", reason: "FUTURE" },
    { name: "93 days", days: [ago(92), ago(0)], field: "to", reason: "TOO_MANY_DAYS" },
    { name: "a day before the oldest", days: [ago(366), ago(360)], field: "from", reason: "TOO_OLD" },
  ])("are refused: $name", async ({ days: [from = "", to = ""], field, reason }) => {
    await expect(read(keyCall(), { from, to })).rejects.toMatchObject({
      reason: "INVALID",
      violations: [{ field, reason }],
    });
  });
});

test("is for operators and service keys", async () => {
  const { accountId } = (await operatorCall(world)).actor!;
  expect((await read(await operatorCall(world))).hours).toHaveLength(24);
  const developer = callOf(accountId, { developer: true });
  expect(await requestErrorOf(read(developer))).toEqual({ kind: "permission_denied", reason: "OPERATOR_ONLY" });
});
