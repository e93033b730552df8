import { beforeEach, describe, expect, test } from "vitest";
import { acceptInvitation } from "../../../../src/service/accounts/accept-invitation.ts";
import { getMerchant } from "../../../../src/service/accounts/get-merchant.ts";
import { removeMembership } from "../../../../src/service/accounts/remove-membership.ts";
import { upsertMembership } from "../../../../src/service/accounts/upsert-membership.ts";
import { addAccount, addMerchant, PASSWORD, type TestAccount } from "../../../support/world/accounts.ts";
import { platform } from "../../../support/world/calls.ts";
import { perTest, useWorld } from "../../../support/world/fixtures.ts";
import { inviteWith, managerOf } from "../../../support/world/invitations.ts";
import { requestErrorOf } from "../../../support/world/rejections.ts";
import { reasonOf } from "../../../support/world/tokens.ts";

let merchantId: string;
const world = useWorld();
const owner = perTest(() => addAccount(world));
beforeEach(async () => {
  ({ merchantId } = await addMerchant(world, owner));
});

const put = (accountId: string, role: "OWNER" | "MANAGER" | "MEMBER" | null, call = owner.call) =>
  upsertMembership(world.deps, { merchantId, accountId, role }, call);

const remove = (accountId: string, call = owner.call) => removeMembership(world.deps, { merchantId, accountId }, call);

const roles = async () => {
  const { members } = await getMerchant(world.deps, { merchantId }, platform);
  return Object.fromEntries(members.map(({ accountId, role }) => [accountId, role]));
};

test("the last OWNER stays, also with concurrent removals", async () => {
  const refused = { kind: "failed_precondition", reason: "LAST_OWNER" };
  await expect(remove(owner.accountId)).rejects.toMatchObject(refused);
  await expect(put(owner.accountId, "MANAGER")).rejects.toMatchObject(refused);
  for (let round = 0; round < 8; round++) {
    const [one, two] = [await addAccount(world), await addAccount(world)];
    ({ merchantId } = await addMerchant(world, one));
    await put(two.accountId, "OWNER", one.call);
    const leaving = [remove(one.accountId, two.call), remove(two.accountId, one.call)];
    const outcomes = await Promise.allSettled(leaving);
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(Object.values(await roles())).toEqual(["OWNER"]);
  }
});

test("K6 the member's codes cannot be exchanged, also one that is issued during the removal", async () => {
  const app = await world.app();
  for (let round = 0; round < 8; round++) {
    const { accountId: ownerId } = await addAccount(world);
    await put(ownerId, "MANAGER");
    const issue = () => world.issueCode({ app, merchant: { id: merchantId, ownerId } });
    const earlier = await issue();
    const [later] = await Promise.allSettled([issue(), remove(ownerId)]);
    const codes = later.status === "fulfilled" ? [earlier, later.value] : [earlier];
    for (const code of codes) expect(await reasonOf(world.exchangeCode(app, { code }))).toBe("code_role_refused");
  }
});

test("a member of any role may leave, but not remove others; for an account that is no member it is NOT_FOUND", async () => {
  const [manager, member, stranger] = [await addAccount(world), await addAccount(world), await addAccount(world)];
  await put(manager.accountId, "MANAGER");
  await put(member.accountId, "MEMBER");
  await expect(remove(manager.accountId, member.call)).rejects.toMatchObject({ reason: "OWNER_ONLY" });
  await remove(member.accountId, member.call);
  await remove(manager.accountId, manager.call);
  expect(await roles()).toEqual({ [owner.accountId]: "OWNER" });
  for (const { accountId, call } of [stranger, member])
    await expect(remove(accountId, call)).rejects.toMatchObject({ reason: "MERCHANT_NOT_FOUND" });
});

describe("an open invitation of a member's address", () => {
  const member = perTest(() => addAccount(world));
  const invite = (role: "OWNER" | "MANAGER" | "MEMBER", by: TestAccount = owner) =>
    inviteWith(world, { ...managerOf(merchantId, member.email), role }, by.call);
  const accept = (token: string) =>
    requestErrorOf(acceptInvitation(world.deps, { token, name: "", password: PASSWORD }, member.call));
  const GONE = { kind: "not_found", reason: "INVITATION_NOT_FOUND" };

  test("ends with the membership, and does not bring it back", async () => {
    await put(member.accountId, "MEMBER");
    const token = await invite("OWNER");
    await remove(member.accountId);
    expect(await accept(token)).toMatchObject(GONE);
    expect(await roles()).toEqual({ [owner.accountId]: "OWNER" });
    const audited = "select actor_id from audit_event where action = 'invitation.revoke' and merchant_id = $1";
    expect(await world.rows(audited, [merchantId])).toEqual([{ actor_id: owner.accountId }]);
  });

  test("to another merchant stays open", async () => {
    const other = await addMerchant(world, owner);
    await put(member.accountId, "MEMBER");
    const token = await inviteWith(world, managerOf(other.merchantId, member.email), owner.call);
    await remove(member.accountId);
    await acceptInvitation(world.deps, { token, name: "", password: PASSWORD }, member.call);
  });

  test("ends if it is to the role that the member loses, and stays open otherwise", async () => {
    await put(member.accountId, "MEMBER");
    const former = await invite("OWNER");
    await put(member.accountId, "OWNER");
    await put(member.accountId, "MEMBER");
    expect(await accept(former)).toMatchObject(GONE);
    expect(await roles()).toMatchObject({ [member.accountId]: "MEMBER" });
    const later = await invite("MANAGER");
    await put(member.accountId, "MEMBER");
    await acceptInvitation(world.deps, { token: later, name: "", password: PASSWORD }, member.call);
    expect(await roles()).toMatchObject({ [member.accountId]: "MANAGER" });
  });
});

test("a mail tells a member whom another removed, at a verified address only", async () => {
  const mails = ({ email }: TestAccount) =>
    world.rows("select payload->'content' as content from job where payload->>'to' = $1", [email]);
  const [removed, unverified, leaving] = [await addAccount(world), await addAccount(world), await addAccount(world)];
  for (const { accountId } of [removed, unverified, leaving]) await put(accountId, "MANAGER");
  await world.rows("update account set email_verified_at = null where id = $1", [unverified.accountId]);
  for (const { accountId } of [removed, unverified]) await remove(accountId);
  await remove(leaving.accountId, leaving.call);
  const [{ merchantName }] = (await world.rows('select name as "merchantName" from merchant where id = $1', [
    merchantId,
  ])) as [{ merchantName: string }];
  expect(await mails(removed)).toEqual([{ content: { kind: "member_removed", merchantName } }]);
  expect([await mails(unverified), await mails(leaving)]).toEqual([[], []]);
});
