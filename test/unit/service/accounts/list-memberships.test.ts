import { beforeAll, expect, test } from "vitest";
import { listMemberships } from "../../../../src/service/accounts/list-memberships.ts";
import { upsertMembership } from "../../../../src/service/accounts/upsert-membership.ts";
import { addAccount, addMerchant, type TestAccount } from "../../../support/world/accounts.ts";
import { byKey, platform } from "../../../support/world/calls.ts";
import { perFile, useWorld } from "../../../support/world/fixtures.ts";

let merchantId: string;
const world = useWorld();
const owner = perFile(() => addAccount(world));
beforeAll(async () => {
  ({ merchantId } = await addMerchant(world, owner));
});

const first = { pageSize: 0, pageToken: "" };

const members = (call: TestAccount["call"], page = first) =>
  listMemberships(world.deps, { merchantId, accountId: null, page }, call);

const ofAccount = (accountId: string | null, call: TestAccount["call"], page = first) =>
  listMemberships(world.deps, { merchantId: null, accountId, page }, call);

test("lists members of a merchant in the order of joining, each once", async () => {
  const joined = [owner.accountId];
  for (let n = 0; n < 5; n++) {
    const { accountId } = await addAccount(world);
    await upsertMembership(world.deps, { merchantId, accountId, role: "MEMBER" }, owner.call);
    joined.push(accountId);
  }
  const seen: string[] = [];
  let pageToken = "";
  do {
    const page = await members(owner.call, { pageSize: 4, pageToken });
    seen.push(...page.items.map(({ accountId }) => accountId));
    pageToken = page.nextPageToken;
  } while (pageToken !== "");
  expect(seen).toEqual(joined);
});

test("lists memberships of an account in pages; without ids those of the signed-in account", async () => {
  const person = await addAccount(world);
  const ids: string[] = [];
  for (let n = 0; n < 3; n++) ids.push((await addMerchant(world, person)).merchantId);
  const page = await ofAccount(null, person.call, { pageSize: 2, pageToken: "" });
  const rest = await ofAccount(person.accountId, person.call, { pageSize: 2, pageToken: page.nextPageToken });
  expect([...page.items, ...rest.items].map((one) => one.merchantId)).toEqual(ids.sort());
  expect(rest.nextPageToken).toBe("");
});

test("with merchant and account lists at most one membership", async () => {
  const stranger = await addAccount(world);
  const one = (accountId: string) =>
    listMemberships(world.deps, { merchantId, accountId, page: first }, platform).then(({ items }) => items);
  expect(await one(owner.accountId)).toMatchObject([{ merchantId, role: "OWNER" }]);
  expect(await one(stranger.accountId)).toEqual([]);
});

test("a member sees the other members' names; only OWNERs and the platform see e-mails", async () => {
  const member = await addAccount(world);
  const { accountId } = member;
  await upsertMembership(world.deps, { merchantId, accountId, role: "MEMBER" }, owner.call);
  const emails = async (call: TestAccount["call"]) =>
    (await members(call)).items.map(({ accountEmail }) => accountEmail);
  expect(await emails(owner.call)).toContain(member.email);
  expect(await emails(platform)).toContain(member.email);
  expect(new Set(await emails(member.call))).toEqual(new Set([null]));
});

test("rejects other accounts and keys without the permission", async () => {
  const stranger = await addAccount(world);
  await expect(members(stranger.call)).rejects.toMatchObject({ reason: "MERCHANT_NOT_FOUND" });
  await expect(ofAccount(owner.accountId, stranger.call)).rejects.toMatchObject({ reason: "OTHER_ACCOUNT" });
  await expect(members(byKey("accounts:write"))).rejects.toMatchObject({ reason: "OPERATOR_ONLY" });
  await expect(ofAccount(null, platform)).rejects.toMatchObject({ reason: "INVALID" });
});
