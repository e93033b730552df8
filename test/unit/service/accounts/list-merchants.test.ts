import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createMerchant } from "../../../../src/service/accounts/create-merchant.ts";
import { listMerchants } from "../../../../src/service/accounts/list-merchants.ts";
import { addAccount, type TestAccount } from "../../../support/world/accounts.ts";
import { page, platform } from "../../../support/world/calls.ts";
import { createWorld, type World } from "../../../support/world/world.ts";

let world: World;

let operator: TestAccount;

let developer: TestAccount;

let owner: TestAccount;

beforeAll(async () => {
  world = await createWorld();
  operator = await addAccount(world, { operator: true });
  developer = await addAccount(world, { developer: true });
});

afterAll(() => world.close());

beforeEach(async () => {
  owner = await addAccount(world);
});

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
      names.push(...listed.items.map(({ name }) => name.toLowerCase()));
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
