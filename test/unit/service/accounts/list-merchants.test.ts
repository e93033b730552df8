import { expect, test } from "vitest";
import { createMerchant } from "../../../../src/service/accounts/create-merchant.ts";
import { type ListMerchantsRequest, listMerchants } from "../../../../src/service/accounts/list-merchants.ts";
import { countMerchants } from "../../../../src/store/accounts/list-counts.ts";
import { addAccount } from "../../../support/world/accounts.ts";
import { page, platform } from "../../../support/world/calls.ts";
import { perFile, perTest, useWorld } from "../../../support/world/fixtures.ts";

const world = useWorld();
const operator = perFile(() => addAccount(world, { operator: true }));
const developer = perFile(() => addAccount(world, { developer: true }));
const owner = perTest(() => addAccount(world));

test("lists by case-insensitive name in pages; an account lists its own", async () => {
  for (const name of ["bb", "AA", "cc", "Aa"]) {
    await createMerchant(
      world.deps,
      { merchantId: null, name: `paged ${name}`, ownerAccountId: owner.accountId, test: false },
      platform,
    );
  }
  const read = async (call: typeof owner.call) => {
    const names: string[] = [];
    for (let pageToken = "", pages = 0; pages < 9; pages++) {
      const listed = await listMerchants(world.deps, { namePrefix: "PAGED ", page: { pageSize: 3, pageToken } }, call);
      names.push(...listed.items.map(({ merchant }) => merchant.name.toLowerCase()));
      pageToken = listed.nextPageToken;
      if (pageToken === "") break;
    }
    return names;
  };
  for (const call of [owner.call, operator.call, platform]) {
    expect(await read(call)).toEqual(["paged aa", "paged aa", "paged bb", "paged cc"]);
  }
  expect(await read(developer.call)).toEqual([]);
  await expect(
    listMerchants(world.deps, { namePrefix: "", page: { pageSize: 0, pageToken: "" } }, page),
  ).rejects.toMatchObject({ kind: "permission_denied" });
});

test("filters by state and kind, also when few merchants match", async () => {
  const create = (merchantId: string, test: boolean) => {
    const ownerAccountId = test ? developer.accountId : owner.accountId;
    return createMerchant(world.deps, { merchantId, name: `Filtered ${merchantId}`, ownerAccountId, test }, platform);
  };
  for (const id of ["fresh", "stopped", "gone"]) await create(id, false);
  await create("trial", true);
  await world.rows("update merchant set state = 'SUSPENDED' where id = 'stopped'");
  await world.rows("update merchant set state = 'CLOSED' where id = 'gone'");
  const find = async (filter: Partial<ListMerchantsRequest>) => {
    const request = { namePrefix: "", search: "filtered", page: { pageSize: 0, pageToken: "" }, ...filter };
    return (await listMerchants(world.deps, request, operator.call)).items.map(({ merchant }) => merchant.id);
  };
  expect(await find({ state: "SUSPENDED" })).toEqual(["stopped"]);
  expect(await find({ state: "CLOSED" })).toEqual(["gone"]);
  expect(await find({ state: "ACTIVE" })).toEqual(["fresh", "trial"]);
  expect(await find({ test: true })).toEqual(["trial"]);
  expect(await find({ test: false })).toEqual(["fresh", "gone", "stopped"]);
  expect(await find({ state: "SUSPENDED", search: null })).toContain("stopped");
  await expect(find({ namePrefix: "a", search: null, test: true })).rejects.toMatchObject({ reason: "INVALID" });
});

test("counts all merchants by state on request, for service keys and operators", async () => {
  const countsFor = async (call: typeof owner.call, withCounts = true) => {
    const request = { namePrefix: "", search: "none has this name", page: { pageSize: 0, pageToken: "" }, withCounts };
    return (await listMerchants(world.deps, request, call)).counts;
  };
  const [row] = await world.rows(
    `select count(*)::int as total, count(*) filter (where state = 'ACTIVE')::int as active,
      count(*) filter (where state = 'SUSPENDED')::int as suspended, count(*) filter (where state = 'CLOSED')::int as closed
    from merchant`,
  );
  expect(row).toMatchObject({ suspended: 1, closed: 1 });
  expect(await countsFor(platform)).toEqual(row);
  expect(await countsFor(operator.call)).toEqual(row);
  expect(await countsFor(owner.call)).toBeNull();
  expect(await countsFor(operator.call, false)).toBeNull();
});

test("stops each count at its limit, and omits the counts if the inactive merchants reach it", async () => {
  const { management } = world.deps;
  const counted = (limit: number) => management.read((_, query) => countMerchants(query, limit));
  expect(await counted(2)).toEqual({ total: 2, active: 2, suspended: 1, closed: 1 });
  expect(await counted(1)).toBeNull();
});

test("counts apps and members only for service keys and operators that ask for it", async () => {
  const merchantId = "counted";
  const request = { merchantId, name: "Counted", ownerAccountId: owner.accountId, test: false };
  await createMerchant(world.deps, request, platform);
  await world.rows(
    `with a as (
      insert into app (client_id, developer_id, confidential, name, redirect_uris, scopes, registered_scopes)
      select 'app_counted_' || n, $1, true, 'Counted ' || n, '{}', '[]', '{}' from generate_series(1, 3) n returning id, client_id
    )
    insert into installation (app_id, merchant_id, state, version, last_used_at)
    select id, $2, case client_id when 'app_counted_3' then 'UNINSTALLED' else 'ACTIVE' end, 1, '2026-01-02T03:00:00Z' from a`,
    [developer.accountId, merchantId],
  );
  const usageOf = async (call: typeof owner.call, withUsage = true) => {
    const { items } = await listMerchants(
      world.deps,
      { namePrefix: "counted", page: { pageSize: 0, pageToken: "" }, withUsage },
      call,
    );
    return items.find(({ merchant }) => merchant.id === merchantId)?.usage;
  };
  const lastUsedAt = Date.UTC(2026, 0, 2, 3) * 1_000;
  for (const call of [operator.call, platform])
    expect(await usageOf(call)).toEqual({ merchantId, installations: 2, members: 1, lastUsedAt });
  expect(await usageOf(owner.call)).toBeNull();
  expect(await usageOf(platform, false)).toBeNull();
});

/** The names of all pages of two merchants. */
async function everyName(request: Partial<ListMerchantsRequest>, call: typeof owner.call): Promise<string[]> {
  const names: string[] = [];
  for (let pageToken = "", pages = 0; pages < 99; pages++) {
    const listed = await listMerchants(
      world.deps,
      { namePrefix: "", ...request, page: { pageSize: 2, pageToken } },
      call,
    );
    names.push(...listed.items.map(({ merchant }) => merchant.name));
    pageToken = listed.nextPageToken;
    if (pageToken === "") break;
  }
  return names;
}

async function addMerchants(names: readonly string[]): Promise<void> {
  for (const [at, name] of names.entries()) {
    const merchantId = `${owner.accountId.slice(-12)}-${at}`;
    await createMerchant(world.deps, { merchantId, name, ownerAccountId: owner.accountId, test: false }, platform);
  }
}

test("orders names alphabetically, whatever their diacritics, and names that differ only in these by id", async () => {
  const long = "한".repeat(200);
  const sorted = ["Äpfel", "Ärger", "İzmir", "Lärchen", "Ledger", "Rößler", "ROSSLER", "Rössler", "Zebra", long];
  await addMerchants([9, 8, 7, 6, 5, 4, 3, 2, 1, 0].map((at) => sorted[at]!));
  sorted.splice(5, 3, "Rössler", "ROSSLER", "Rößler");
  for (const order of [{}, { sort: "NAME" as const }]) expect(await everyName(order, owner.call)).toEqual(sorted);
  expect(await everyName({ sort: "NAME", descending: true }, owner.call)).toEqual(sorted.toReversed());
});

test("finds names without regard to diacritics and their form", async () => {
  const names = ["Rößler", "Bar Müller", "İzmir", "Łódź 100%_", "ß".repeat(200)];
  await addMerchants(names);
  const find = (search: string) => everyName({ search, sort: "NAME" }, owner.call);
  for (const search of ["ross", "RÖSS", "röß", "RO\u0308SS", "ro", "RÖ", "ro\u0308"])
    expect(await find(search), search).toEqual(["Rößler"]);
  for (const search of ["muller", "MÜLLER", "r mu\u0308", "bár"])
    expect(await find(search), search).toEqual(["Bar Müller"]);
  for (const search of ["IZMIR", "izmir", "ızmır", "İZMİR"]) expect(await find(search), search).toEqual(["İzmir"]);
  for (const search of ["0%_", "LODZ"]) expect(await find(search), search).toEqual(["Łódź 100%_"]);
  for (const search of ["%_%", "___", "mu%er"]) expect(await find(search), search).toEqual([]);
  for (const search of ["SSSS", "ß".repeat(200)]) expect(await find(search), search).toEqual([names[4]]);
  for (const namePrefix of ["ross", "RÖß", "RO\u0308"])
    expect(await everyName({ namePrefix }, owner.call), namePrefix).toEqual(["Rößler"]);
  const ofPlatform = await listMerchants(
    world.deps,
    { namePrefix: "RÖß", page: { pageSize: 0, pageToken: "" } },
    platform,
  );
  expect(ofPlatform.items.map(({ merchant }) => merchant.name)).toContain("Rößler");
});
