import { expect, test } from "vitest";
import { createMerchant } from "../../../../src/service/accounts/create-merchant.ts";
import { listMerchants } from "../../../../src/service/accounts/list-merchants.ts";
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
