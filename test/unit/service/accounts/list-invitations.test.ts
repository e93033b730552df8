import { expect, test } from "vitest";
import { createInvitation } from "../../../../src/service/accounts/create-invitation.ts";
import { listInvitations } from "../../../../src/service/accounts/list-invitations.ts";
import { revokeInvitation } from "../../../../src/service/accounts/revoke-invitation.ts";
import { upsertMembership } from "../../../../src/service/accounts/upsert-membership.ts";
import { addAccount, type TestAccount } from "../../../support/world/accounts.ts";
import { byKey, platform } from "../../../support/world/calls.ts";
import { useOwnerWorld } from "../../../support/world/fixtures.ts";
import { acceptAsGuest, managerOf, tokenOf } from "../../../support/world/invitations.ts";

const { world, operator, owner, shop } = useOwnerWorld();

const first = { pageSize: 0, pageToken: "" };

const asked = { emailPrefix: "", includeEnded: false, page: first };

const into = () => ({ ...asked, merchantId: shop.merchantId });

const invite = (call = owner.call) => createInvitation(world.deps, managerOf(shop.merchantId), call);
const accept = (invitation: { url: string }) => acceptAsGuest(world, tokenOf(invitation));

test("an OWNER sees the merchant's invitations, newest first, with the inviter", async () => {
  const older = await invite();
  const newer = await invite(operator.call);
  const { items } = await listInvitations(world.deps, into(), owner.call);
  expect(items.map(({ id }) => id)).toEqual([newer.invitationId, older.invitationId]);
  expect(items[1]).toMatchObject({
    merchantId: shop.merchantId,
    role: "MANAGER",
    state: "OPEN",
    invitedByAccountId: owner.accountId,
    expiresAt: older.expiresAt,
  });
  expect(JSON.stringify(items)).not.toContain(tokenOf(newer));
});

test("an OWNER does not see which operator invited; operators do", async () => {
  await invite(operator.call);
  const newest = async ({ call }: TestAccount) => (await listInvitations(world.deps, into(), call)).items[0];
  const [forOwner, forOperator] = [await newest(owner), await newest(operator)];
  expect(forOwner).toMatchObject({ invitedByAccountId: null, invitedByName: null });
  expect(forOperator).toMatchObject({ invitedByAccountId: operator.accountId, invitedByName: expect.any(String) });
});

test("include_ended lists ended invitations with their state", async () => {
  const [taken, withdrawn, expired, open] = [await invite(), await invite(), await invite(), await invite()];
  await accept(taken);
  await revokeInvitation(world.deps, { invitationId: withdrawn.invitationId }, owner.call);
  await world.rows("update invitation set expires_at = clock_timestamp() - interval '1 second' where id = $1", [
    expired.invitationId,
  ]);
  const states = async (includeEnded: boolean) =>
    (await listInvitations(world.deps, { ...into(), includeEnded }, owner.call)).items.map(({ state }) => state);
  expect(await states(false)).toEqual(["OPEN"]);
  expect(await states(true)).toEqual(["OPEN", "EXPIRED", "REVOKED", "ACCEPTED"]);
  expect(open.invitationId).toBeTruthy();
});

test("a revoked invitation has the time and the account of its revocation; an OWNER sees the time only", async () => {
  const [byOperator, own] = [await invite(), await invite()];
  await revokeInvitation(world.deps, { invitationId: byOperator.invitationId }, operator.call);
  await revokeInvitation(world.deps, { invitationId: own.invitationId }, owner.call);
  const of = async ({ call }: TestAccount) => {
    const { items } = await listInvitations(world.deps, { ...into(), includeEnded: true }, call);
    return items.slice(0, 2).map(({ revokedByAccountId, revokedAt }) => [revokedByAccountId, typeof revokedAt]);
  };
  expect(await of(operator)).toEqual([
    [owner.accountId, "number"],
    [operator.accountId, "number"],
  ]);
  expect(await of(owner)).toEqual([
    [null, "number"],
    [null, "number"],
  ]);
});

test("an invitation that its creator may no longer offer is revoked without a time", async () => {
  const { invitationId } = await invite();
  await world.rows("update account set state = 'SUSPENDED' where id = $1", [owner.accountId]);
  const { items } = await listInvitations(world.deps, { ...into(), invitationId, includeEnded: true }, operator.call);
  await world.rows("update account set state = 'ACTIVE' where id = $1", [owner.accountId]);
  expect(items).toMatchObject([{ id: invitationId, state: "REVOKED", revokedAt: null, revokedByAccountId: null }]);
});

test("lists one invitation by its id, within the merchant of the request", async () => {
  const { invitationId } = await invite();
  const find = async (merchantId: string | null, id: string) => {
    const request = { ...asked, merchantId, invitationId: id };
    return (await listInvitations(world.deps, request, operator.call)).items.map((one) => one.id);
  };
  expect(await find(null, invitationId)).toEqual([invitationId]);
  expect(await find(shop.merchantId, invitationId)).toEqual([invitationId]);
  expect(await find("another", invitationId)).toEqual([]);
  expect(await find(null, "not-an-id")).toEqual([]);
  await revokeInvitation(world.deps, { invitationId }, owner.call);
  expect(await find(null, invitationId)).toEqual([]);
});

test("the platform lists all invitations by e-mail prefix in pages", async () => {
  const emails = ["c", "a", "b"].map((letter) => `prefix-${shop.merchantId.toLowerCase()}-${letter}@example.com`);
  for (const email of emails) await createInvitation(world.deps, managerOf(shop.merchantId, email), operator.call);
  const found: string[] = [];
  let pageToken = "";
  do {
    const request = {
      ...asked,
      merchantId: null,
      emailPrefix: `PREFIX-${shop.merchantId}`,
      page: { pageSize: 2, pageToken },
    };
    const answer = await listInvitations(world.deps, request, platform);
    found.push(...answer.items.map(({ email }) => email));
    pageToken = answer.nextPageToken;
  } while (pageToken !== "");
  expect(found).toEqual([...emails].sort());
});

test("finds any part of an address in pages, newest first, and then ignores the prefix", async () => {
  const emails = ["a-part", "b-PART", "other"].map((name) => `${name}@${shop.merchantId.toLowerCase()}.example.com`);
  for (const email of emails) await createInvitation(world.deps, managerOf(shop.merchantId, email), operator.call);
  const find = async (search: string, pageToken = "") => {
    const request = { ...asked, merchantId: null, search, emailPrefix: search, page: { pageSize: 1, pageToken } };
    return listInvitations(world.deps, request, platform);
  };
  const newest = await find(`PART@${shop.merchantId}`);
  expect(newest.items.map(({ email }) => email)).toEqual([emails[1]!.toLowerCase()]);
  const older = await find(`PART@${shop.merchantId}`, newest.nextPageToken);
  expect(older.items.map(({ email }) => email)).toEqual([emails[0]]);
  expect((await find("pa")).items).toEqual([]);
});

test("an OWNER cannot search, because a search reads the invitations of all merchants", async () => {
  const request = { ...into(), search: "example" };
  await expect(listInvitations(world.deps, request, owner.call)).rejects.toMatchObject({ reason: "OPERATOR_ONLY" });
});

test("a search finds only the invitations of the merchant, and open ones unless the ended ones are included", async () => {
  const { invitationId } = await invite();
  const find = async (merchantId: string, includeEnded: boolean) => {
    const request = { ...asked, merchantId, search: "example", includeEnded };
    return (await listInvitations(world.deps, request, operator.call)).items.map(({ id }) => id);
  };
  expect(await find(shop.merchantId, false)).toContain(invitationId);
  expect(await find("another", false)).toEqual([]);
  await revokeInvitation(world.deps, { invitationId }, owner.call);
  expect(await find(shop.merchantId, false)).not.toContain(invitationId);
  expect(await find(shop.merchantId, true)).toContain(invitationId);
});

test("a MANAGER, another account and a key without the permission are rejected; an OWNER cannot list all merchants", async () => {
  const manager = await addAccount(world);
  const { accountId } = manager;
  await upsertMembership(world.deps, { merchantId: shop.merchantId, accountId, role: "MANAGER" }, owner.call);
  const stranger = await addAccount(world);
  const list = (call: TestAccount["call"], merchant: string | null = shop.merchantId) =>
    listInvitations(world.deps, { ...asked, merchantId: merchant }, call);
  await expect(list(manager.call)).rejects.toMatchObject({ reason: "OWNER_ONLY" });
  await expect(list(stranger.call)).rejects.toMatchObject({ reason: "MERCHANT_NOT_FOUND" });
  await expect(list(byKey("accounts:write"))).rejects.toMatchObject({ reason: "OPERATOR_ONLY" });
  await expect(list(owner.call, null)).rejects.toMatchObject({ reason: "OPERATOR_ONLY" });
});
