import { beforeEach, expect, test } from "vitest";
import { type CreateInvitationRequest, createInvitation } from "../../../../src/service/accounts/create-invitation.ts";
import { createMerchant } from "../../../../src/service/accounts/create-merchant.ts";
import { getMerchant } from "../../../../src/service/accounts/get-merchant.ts";
import { removeMembership } from "../../../../src/service/accounts/remove-membership.ts";
import { upsertMembership } from "../../../../src/service/accounts/upsert-membership.ts";
import type { Call } from "../../../../src/service/call.ts";
import { addAccount, addMerchant, addUnverifiedAccount } from "../../../support/world/accounts.ts";
import { byKey, page, platform } from "../../../support/world/calls.ts";
import { perFile, perTest, useWorld } from "../../../support/world/fixtures.ts";
import { acceptAsOwner, inviteWith, offerOf } from "../../../support/world/invitations.ts";

let merchantId: string;
const world = useWorld();
const operator = perFile(() => addAccount(world, { operator: true }));
const developer = perFile(() => addAccount(world, { developer: true }));
const owner = perTest(() => addAccount(world));
beforeEach(async () => {
  ({ merchantId } = await addMerchant(world, owner));
});
const guest = perTest(() => addAccount(world));

const put = (accountId: string, role: "OWNER" | "MANAGER" | "MEMBER" | null, call = owner.call) =>
  upsertMembership(world.deps, { merchantId, accountId, role }, call);

const remove = (accountId: string, call = owner.call) => removeMembership(world.deps, { merchantId, accountId }, call);

const roles = async () => {
  const { members } = await getMerchant(world.deps, { merchantId }, platform);
  return Object.fromEntries(members.map(({ accountId, role }) => [accountId, role]));
};

const stranger = perTest(() => addUnverifiedAccount(world));

const UNVERIFIED = { kind: "failed_precondition", reason: "EMAIL_UNVERIFIED" };

const invite = (request: CreateInvitationRequest, call: Call = platform) => inviteWith(world, request, call);
const accept = (token: string, call: Call = page) => acceptAsOwner(world, token, call);

test("an OWNER, an operator and accounts:write change roles", async () => {
  for (const [call, role] of [
    [owner.call, "MEMBER"],
    [operator.call, "MANAGER"],
    [platform, "OWNER"],
  ] as const) {
    expect(await put(guest.accountId, role, call)).toMatchObject({ merchantId, accountId: guest.accountId, role });
  }
  await remove(guest.accountId);
  expect(await roles()).toEqual({ [owner.accountId]: "OWNER" });
});

test("a MANAGER and a MEMBER are rejected, for others the merchant is NOT_FOUND", async () => {
  for (const role of ["MANAGER", "MEMBER"] as const) {
    await put(guest.accountId, role);
    await expect(put(guest.accountId, "OWNER", guest.call)).rejects.toMatchObject({
      kind: "permission_denied",
      reason: "OWNER_ONLY",
    });
    await expect(remove(owner.accountId, guest.call)).rejects.toMatchObject({ kind: "permission_denied" });
  }
  await expect(put(developer.accountId, "OWNER", developer.call)).rejects.toMatchObject({ kind: "not_found" });
  await expect(put(guest.accountId, "OWNER", byKey("accounts:read"))).rejects.toMatchObject({
    kind: "permission_denied",
  });
  expect(await roles()).toMatchObject({ [guest.accountId]: "MEMBER" });
});

test("an OWNER of one merchant cannot change another", async () => {
  const other = await addMerchant(world, guest);
  const foreign = { merchantId: other.merchantId, accountId: owner.accountId, role: "OWNER" as const };
  await expect(upsertMembership(world.deps, foreign, owner.call)).rejects.toMatchObject({ kind: "not_found" });
});

test("rejects an unspecified role, an unknown account and an unknown member", async () => {
  await expect(put(guest.accountId, null)).rejects.toMatchObject({ violations: [{ field: "role" }] });
  await expect(put("x", "MEMBER")).rejects.toMatchObject({ kind: "not_found", reason: "ACCOUNT_NOT_FOUND" });
  await expect(remove(guest.accountId)).rejects.toMatchObject({ kind: "not_found", reason: "MEMBERSHIP_NOT_FOUND" });
});

test("a test merchant accepts no other members", async () => {
  const made = await createMerchant(
    world.deps,
    { merchantId: null, name: "T", ownerAccountId: null, test: true },
    developer.call,
  );
  merchantId = made.id;
  const refused = { kind: "failed_precondition", reason: "TEST_MERCHANT" };
  for (const call of [developer.call, operator.call, platform]) {
    await expect(put(guest.accountId, "MEMBER", call)).rejects.toMatchObject(refused);
    await expect(remove(developer.accountId, call)).rejects.toMatchObject(refused);
    const invitation = {
      email: "a@example.com",
      merchantId,
      role: "MEMBER" as const,
      developer: false,
      operator: false,
    };
    await expect(createInvitation(world.deps, invitation, call)).rejects.toMatchObject(refused);
  }
});

test("an account with an unverified e-mail cannot become a member", async () => {
  const owner = await addAccount(world);
  const { merchantId } = await addMerchant(world, owner);
  const place = { merchantId, accountId: stranger.accountId, role: "MEMBER" as const };
  for (const call of [owner.call, operator.call, platform]) {
    await expect(upsertMembership(world.deps, place, call)).rejects.toMatchObject(UNVERIFIED);
  }
});

test("an account with an unverified e-mail cannot get a higher role, but a lower one", async () => {
  const owner = await addAccount(world);
  const { merchantId } = await addMerchant(world, owner);
  const token = await invite({ ...offerOf(stranger.email), merchantId, role: "MANAGER" }, owner.call);
  await accept(token, stranger.call);
  const place = { merchantId, accountId: stranger.accountId };
  const raised = upsertMembership(world.deps, { ...place, role: "OWNER" }, platform);
  await expect(raised).rejects.toMatchObject(UNVERIFIED);
  await upsertMembership(world.deps, { ...place, role: "MEMBER" }, platform);
});
