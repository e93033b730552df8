import { expect, test } from "vitest";
import { createAccount } from "../../../../src/service/accounts/create-account.ts";
import { type ListAccountsRequest, listAccounts } from "../../../../src/service/accounts/list-accounts.ts";
import { countAccounts } from "../../../../src/store/accounts/list-counts.ts";
import { addAccount } from "../../../support/world/accounts.ts";
import { platform } from "../../../support/world/calls.ts";
import { perFile, useWorld } from "../../../support/world/fixtures.ts";

const world = useWorld();
const operator = perFile(() => addAccount(world, { operator: true }));

const bare = { password: null, name: "New", operator: false, developer: false };

test("lists by e-mail; pages neither repeat nor omit accounts", async () => {
  for (const name of ["b", "a", "d", "c", "e"]) {
    await createAccount(world.deps, { ...bare, email: `list-${name}@example.com` }, platform);
  }
  await createAccount(world.deps, { ...bare, email: "lisz@example.com" }, platform);
  const seen: (string | null)[] = [];
  for (let pageToken = "", pages = 0; pages < 9; pages++) {
    const listed = await listAccounts(
      world.deps,
      { emailPrefix: "LIST-", page: { pageSize: 2, pageToken } },
      operator.call,
    );
    seen.push(...listed.items.map(({ account }) => account.email ?? null));
    pageToken = listed.nextPageToken;
    if (pageToken === "") break;
  }
  expect(seen).toEqual(["a", "b", "c", "d", "e"].map((name) => `list-${name}@example.com`));
});

test("requires an operator; rejects an invalid page token and a page size of 201", async () => {
  const list = (pageSize: number, pageToken: string, call = operator.call) =>
    listAccounts(world.deps, { emailPrefix: "", page: { pageSize, pageToken } }, call);
  await expect(list(0, "", (await addAccount(world)).call)).rejects.toMatchObject({ kind: "permission_denied" });
  await expect(list(201, "")).rejects.toMatchObject({ reason: "PAGE_SIZE" });
  for (const made of [
    "x",
    "W10",
    Buffer.from('["a","b"]').toString("base64url"),
    Buffer.from('["\\u0000","00000000-0000-7000-8000-000000000000"]').toString("base64url"),
  ]) {
    await expect(list(0, made)).rejects.toMatchObject({ reason: "PAGE_TOKEN" });
  }
});

test("filters by role and state, also when few accounts match", async () => {
  const people = [
    { name: "Filtered Op", operator: true, developer: false },
    { name: "Filtered Dev", operator: false, developer: true },
    { name: "Filtered Out", operator: false, developer: false },
  ];
  for (const person of people) {
    const email = `${person.name.replace(" ", "-").toLowerCase()}@example.com`;
    await createAccount(world.deps, { ...bare, ...person, email }, platform);
  }
  await world.rows("update account set state = 'SUSPENDED' where name = 'Filtered Out'");
  const find = async (filter: Partial<ListAccountsRequest>) => {
    const request = { emailPrefix: "", search: "filtered", page: { pageSize: 0, pageToken: "" }, ...filter };
    return (await listAccounts(world.deps, request, operator.call)).items.map(({ account }) => account.name);
  };
  expect(await find({ role: "OPERATOR" })).toEqual(["Filtered Op"]);
  expect(await find({ role: "DEVELOPER" })).toEqual(["Filtered Dev"]);
  expect(await find({ state: "SUSPENDED" })).toEqual(["Filtered Out"]);
  expect((await find({ state: "ACTIVE" })).toSorted()).toEqual(["Filtered Dev", "Filtered Op"]);
  expect(await find({ state: "SUSPENDED", search: null })).toContain("Filtered Out");
  await expect(find({ emailPrefix: "a", search: null, role: "OPERATOR" })).rejects.toMatchObject({ reason: "INVALID" });
});

test("lists and counts the operators whom only a password protects", async () => {
  const people = ["Bare", "Guarded", "External"].map((name) => ({ ...bare, name: `Factor ${name}`, operator: true }));
  for (const person of people) {
    const email = `${person.name.replace(" ", "-").toLowerCase()}@example.com`;
    await createAccount(world.deps, { ...person, email }, platform);
  }
  await world.rows("update account set password_hash = 'x' where name in ('Factor Bare', 'Factor Guarded')");
  await world.rows("update account set second_factor_at = clock_timestamp() where name = 'Factor Guarded'");
  const find = async (filter: Partial<ListAccountsRequest>) => {
    const page = { pageSize: 0, pageToken: "" };
    const request = { emailPrefix: "", search: "factor", role: "OPERATOR" as const, withCounts: true, page, ...filter };
    return listAccounts(world.deps, request, operator.call);
  };
  const { items, counts } = await find({ withoutSecondFactor: true });
  expect(items.map(({ account }) => account.name)).toEqual(["Factor Bare"]);
  expect((await find({ withoutSecondFactor: null })).items).toHaveLength(3);
  await world.rows("update account set second_factor_at = clock_timestamp() where name = 'Factor Bare'");
  expect((await find({})).counts!.unprotected).toBe(counts!.unprotected - 1);
  const both = { emailPrefix: "a", search: null, role: null, withoutSecondFactor: true };
  await expect(find(both)).rejects.toMatchObject({ reason: "INVALID" });
});

test("counts all accounts by role and state on request", async () => {
  const countsOf = async (withCounts: boolean) => {
    const request = { emailPrefix: "", search: "none has this name", page: { pageSize: 0, pageToken: "" }, withCounts };
    return (await listAccounts(world.deps, request, platform)).counts;
  };
  const [row] = await world.rows(
    `select count(*)::int as total, count(*) filter (where operator)::int as operators,
      count(*) filter (where developer)::int as developers, count(*) filter (where state = 'SUSPENDED')::int as suspended,
      count(*) filter (where operator and password_hash is not null and second_factor_at is null)::int as unprotected
    from account`,
  );
  expect(row!.total).toBeGreaterThan(1);
  expect(await countsOf(true)).toEqual(row);
  expect(await countsOf(false)).toBeNull();
  const few = await world.deps.management.read((_, query) => countAccounts(query, 1));
  expect(few).toMatchObject({ total: 1, operators: 1 });
});

test("returns the start of the newest session only on request", async () => {
  const { accountId } = await addAccount(world);
  await world.rows("update session set created_at = now() - interval '4 days' where account_id = $1", [accountId]);
  await world.rows(
    `insert into session (account_id, digest, created_at, expires_at)
    select $1, sha256(('lists' || d)::bytea), now() - d * interval '1 day', now() + interval '1 day' from generate_series(3, 5) d`,
    [accountId],
  );
  const newest = async (withLastSignIn: boolean) => {
    const request = { emailPrefix: "", sort: "CREATED" as const, descending: true, withLastSignIn };
    const { items } = await listAccounts(world.deps, { ...request, page: { pageSize: 0, pageToken: "" } }, platform);
    return items.find(({ account }) => account.id === accountId)?.lastSignedInAt ?? null;
  };
  expect(await newest(false)).toBeNull();
  expect(Math.round((Date.now() - (await newest(true))! / 1000) / 86_400_000)).toBe(3);
});

test("finds names without regard to diacritics, and e-mail addresses", async () => {
  await createAccount(world.deps, { ...bare, name: "Jörg Weiß", email: "joerg@example.com" }, platform);
  await createAccount(world.deps, { ...bare, name: "Zoé", email: "zoe-accent@example.com" }, platform);
  const find = async (search: string) => {
    const request = { emailPrefix: "", search, page: { pageSize: 0, pageToken: "" } };
    return (await listAccounts(world.deps, request, operator.call)).items.map(({ account }) => account.name);
  };
  for (const search of ["jorg weiss", "JÖRG", "rg weiß", "JOERG@", "jö"])
    expect(await find(search), search).toEqual(["Jörg Weiß"]);
  for (const search of ["zoë", "ZOE\u0301", "É-ACCENT"]) expect(await find(search), search).toEqual(["Zoé"]);
});
