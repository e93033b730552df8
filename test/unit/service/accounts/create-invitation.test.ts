import { describe, expect, test } from "vitest";
import type { TeamRole } from "../../../../src/model/team.ts";
import { type CreateInvitationRequest, createInvitation } from "../../../../src/service/accounts/create-invitation.ts";
import { getInvitation } from "../../../../src/service/accounts/get-invitation.ts";
import { listInvitations } from "../../../../src/service/accounts/list-invitations.ts";
import { reauthenticate } from "../../../../src/service/accounts/reauthenticate.ts";
import { removeMembership } from "../../../../src/service/accounts/remove-membership.ts";
import { revokeInvitation } from "../../../../src/service/accounts/revoke-invitation.ts";
import { setAccountRoles } from "../../../../src/service/accounts/set-account-roles.ts";
import { suspendAccount } from "../../../../src/service/accounts/suspend-account.ts";
import { upsertMembership } from "../../../../src/service/accounts/upsert-membership.ts";
import type { Call } from "../../../../src/service/call.ts";
import { quietWindow } from "../../../support/quiet-window.ts";
import { addAccount, addMerchant, addUnverifiedAccount, bySession, PASSWORD } from "../../../support/world/accounts.ts";
import { byKey, page, platform } from "../../../support/world/calls.ts";
import { perTest, useOwnerWorld } from "../../../support/world/fixtures.ts";
import { acceptAsGuest, inviteWith, managerOf, someEmail, tokenOf } from "../../../support/world/invitations.ts";
import { requestErrorOf } from "../../../support/world/rejections.ts";
import { expireProof, VERIFICATION_REQUIRED } from "../../../support/world/second-factors.ts";
import { addMember, join } from "../../../support/world/teams.ts";

const { world, operator, owner, shop } = useOwnerWorld();

const FIRST = { pageSize: 0, pageToken: "" };
const offer = (email: string) => managerOf(shop.merchantId, email);
const invite = (request: CreateInvitationRequest, call = owner.call) => inviteWith(world, request, call);
const accept = (token: string, call = page) => acceptAsGuest(world, token, call);
const gone = { kind: "not_found", reason: "INVITATION_NOT_FOUND" };

test("an OWNER can offer memberships of the merchant, but no platform role", async () => {
  const email = someEmail();
  const manager = await addAccount(world);
  await upsertMembership(
    world.deps,
    { merchantId: shop.merchantId, accountId: manager.accountId, role: "MANAGER" },
    platform,
  );
  await expect(invite(offer(email), manager.call)).rejects.toMatchObject({
    kind: "permission_denied",
    reason: "OWNER_ONLY",
  });
  await expect(invite(offer(email), (await addAccount(world)).call)).rejects.toMatchObject({ kind: "not_found" });
  for (const more of [{ developer: true }, { operator: true }, { merchantId: null, role: null }]) {
    await expect(invite({ ...offer(email), ...more })).rejects.toMatchObject({ kind: "permission_denied" });
  }
});

test("an operator can offer everything; a key needs every accounts permission for the operator role", async () => {
  const all = { email: someEmail(), merchantId: null, role: null, developer: true, operator: true };
  await expect(invite(all, byKey("accounts:write"))).rejects.toMatchObject({ kind: "permission_denied" });
  const token = await invite(all, operator.call);
  expect((await accept(token)).account).toMatchObject({ developer: true, operator: true });
});

test("an address of a member is invited only to a higher role, or by the platform with a platform role", async () => {
  const { email, accountId } = await addAccount(world);
  const { merchantId } = shop;
  const member = { ...offer(email), role: "MEMBER" as const };
  await upsertMembership(world.deps, { merchantId, accountId, role: "MANAGER" }, platform);
  const already = { kind: "already_exists", reason: "ALREADY_MEMBER" };
  for (const request of [member, offer(email)]) await expect(invite(request)).rejects.toMatchObject(already);
  await expect(invite({ ...member, email: owner.email })).rejects.toMatchObject(already);
  await invite({ ...member, role: "OWNER" });
  await invite({ ...member, developer: true }, operator.call);
});

test("only an invitation that was neither accepted nor revoked is repeated", async () => {
  const email = someEmail();
  const repeat = (repeatedId: string, more = {}) =>
    createInvitation(world.deps, { ...offer(email), repeatedId, ...more }, owner.call);
  const first = await createInvitation(world.deps, offer(email), owner.call);
  const second = await repeat(first.invitationId);
  expect(second.raisesRole).toBe(false);
  await expect(repeat(first.invitationId)).rejects.toMatchObject({ reason: "INVITATION_REVOKED" });
  await accept(tokenOf(second));
  await expect(repeat(second.invitationId)).rejects.toMatchObject({ reason: "INVITATION_USED" });
  expect(await repeat("", { repeatedId: null, role: "OWNER" })).toMatchObject({ raisesRole: true });
  for (const unknown of ["no-id", crypto.randomUUID()]) await expect(repeat(unknown)).rejects.toMatchObject(gone);
  const other = { merchantId: (await addMerchant(world, owner)).merchantId };
  await expect(repeat(first.invitationId, other)).rejects.toMatchObject(gone);
});

test("an operator offers the operator role only with a recent proof of identity", async () => {
  const { call } = await addAccount(world, { operator: true });
  const offered = { email: someEmail(), merchantId: null, role: null, developer: false, operator: true };
  await expireProof(world, call);
  await expect(invite(offered, call)).rejects.toMatchObject(VERIFICATION_REQUIRED);
  await invite({ ...offered, operator: false }, call);
  await reauthenticate(world.deps, { proof: { kind: "password", password: PASSWORD } }, call);
  await invite(offered, call);
});

describe("an inviter that has lost its role", () => {
  const asOperator = () => ({ email: someEmail(), merchantId: null, role: null, developer: false, operator: true });
  const demote = (role: "MANAGER" | null) => async () => {
    const { accountId } = owner;
    await upsertMembership(
      world.deps,
      { merchantId: shop.merchantId, accountId: (await addAccount(world)).accountId, role: "OWNER" },
      platform,
    );
    if (role === null) await removeMembership(world.deps, { merchantId: shop.merchantId, accountId }, platform);
    else await upsertMembership(world.deps, { merchantId: shop.merchantId, accountId, role }, platform);
  };

  test.each([
    { name: "an OWNER who became MANAGER", lose: demote("MANAGER") },
    { name: "a removed OWNER", lose: demote(null) },
    {
      name: "a suspended OWNER",
      lose: () =>
        suspendAccount(world.deps, { accountId: owner.accountId, reasonCode: "LEFT", reasonText: null }, platform),
    },
  ])("$name: earlier invitations are invalid", async ({ lose }) => {
    const guest = await addAccount(world);
    const [newcomers, guests] = [await invite(offer(someEmail())), await invite(offer(guest.email))];
    await lose();
    await expect(getInvitation(world.deps, { token: newcomers })).rejects.toMatchObject(gone);
    await expect(accept(newcomers)).rejects.toMatchObject(gone);
    await expect(accept(guests, guest.call)).rejects.toMatchObject(gone);
    const asked = {
      merchantId: shop.merchantId,
      emailPrefix: "",
      includeEnded: true,
      page: { pageSize: 0, pageToken: "" },
    };
    const { items } = await listInvitations(world.deps, asked, platform);
    expect(items.map(({ state }) => state)).toEqual(["REVOKED", "REVOKED"]);
  });

  test("a former operator: earlier invitations grant no operator role", async () => {
    const former = await addAccount(world, { operator: true });
    const [operators, managers] = [
      await invite(asOperator(), former.call),
      await invite(offer(someEmail()), former.call),
    ];
    const { accountId } = former;
    await setAccountRoles(world.deps, { accountId, operator: false, developer: true }, platform);
    await expect(accept(operators)).rejects.toMatchObject(gone);
    await expect(accept(managers)).rejects.toMatchObject(gone);
  });

  test("a former operator who is OWNER: earlier invitations to the merchant stay valid", async () => {
    const former = await addAccount(world, { operator: true });
    const { accountId } = former;
    await upsertMembership(world.deps, { merchantId: shop.merchantId, accountId, role: "OWNER" }, platform);
    const token = await invite(offer(someEmail()), former.call);
    await setAccountRoles(world.deps, { accountId, operator: false, developer: false }, platform);
    await accept(token);
  });
});

describe("a second invitation of an address", () => {
  const revoked = (id: string) =>
    world.rows(
      "select actor_id, detail->>'invitation_id' as id, detail->>'email' as email from audit_event where merchant_id = $1 and action = 'invitation.revoke'",
      [id],
    );
  const open = async () => {
    const asked = { merchantId: shop.merchantId, emailPrefix: "", includeEnded: false, page: FIRST };
    return (await listInvitations(world.deps, asked, owner.call)).items.map(({ id }) => id);
  };

  test("withdraws the earlier one to the same merchant only, with an audit event", async () => {
    const other = await addMerchant(world, owner);
    const email = someEmail();
    const elsewhere = await invite(managerOf(other.merchantId, email));
    const someone = await invite(offer(someEmail()));
    const first = await createInvitation(world.deps, offer(email), owner.call);
    const second = await createInvitation(world.deps, { ...offer(email.toUpperCase()), role: "MEMBER" }, owner.call);
    expect(await open()).toEqual(expect.arrayContaining([second.invitationId]));
    expect(await open()).toHaveLength(2);
    expect(await revoked(shop.merchantId)).toEqual([{ actor_id: owner.accountId, id: first.invitationId, email }]);
    await expect(accept(tokenOf(first))).rejects.toMatchObject(gone);
    for (const token of [elsewhere, someone]) await getInvitation(world.deps, { token });
    await accept(tokenOf(second));
  });

  test("leaves open an invitation that also offers a platform role", async () => {
    const email = someEmail();
    const platforms = await invite({ ...offer(email), developer: true }, operator.call);
    await invite(offer(email));
    expect(await revoked(shop.merchantId)).toEqual([]);
    expect((await accept(platforms)).account).toMatchObject({ developer: true });
  });

  test("leaves one open of two that are created at the same time", async () => {
    const email = someEmail();
    await Promise.all([invite(offer(email)), invite(offer(email)), invite(offer(email))]);
    expect(await open()).toHaveLength(1);
  });
});

test("validates the e-mail, and requires role and merchant together", async () => {
  const faulty = { ...offer("no"), role: null };
  await expect(invite(faulty, platform)).rejects.toMatchObject({
    violations: [{ field: "email" }, { field: "role" }],
  });
  await expect(invite({ ...offer(someEmail()), merchantId: null }, platform)).rejects.toMatchObject({
    violations: [{ field: "role" }],
  });
  await expect(invite({ ...offer(someEmail()), merchantId: "nobody" }, platform)).rejects.toMatchObject({
    kind: "not_found",
  });
});

describe("invitations by mail", () => {
  const limited = { kind: "resource_exhausted", reason: "RATE_LIMITED", retryAfterSeconds: expect.any(Number) };

  test("an OWNER sends at most 20 an hour, and five to one address; operators have no limit", async () => {
    await quietWindow(900);
    const email = someEmail();
    for (let sent = 0; sent < 5; sent++) await invite(offer(email));
    await expect(invite(offer(email))).rejects.toMatchObject(limited);
    await invite(offer(email), operator.call);
    for (let sent = 5; sent < 20; sent++) await invite(offer(someEmail()));
    await expect(invite(offer(someEmail()))).rejects.toMatchObject(limited);
    const [{ count } = { count: 0 }] = await world.rows(
      "select count(*)::int as count from audit_event where action = 'invitation.create' and merchant_id = $1",
      [shop.merchantId],
    );
    expect(count).toBe(21);
    await createInvitation({ ...world.deps, sendsMail: false }, offer(someEmail()), owner.call);
    await world.age(3_600);
    await invite(offer(someEmail()), owner.call);
  });
});

describe("an invitation to a team", () => {
  const team = perTest(() => addAccount(world, { developer: true }));
  const offerOfTeam = (email = someEmail(), teamRole: TeamRole = "MEMBER"): CreateInvitationRequest => ({
    ...{ email, merchantId: null, role: null, developer: false, operator: false },
    ...{ teamId: team.accountId, teamRole },
  });

  test("makes a new account a member that is no developer", async () => {
    const email = someEmail();
    const token = await invite(offerOfTeam(email), team.call);
    const { account, session } = await accept(token);
    expect(account).toMatchObject({ email, developer: false });
    const { actor } = await bySession(world, session!.token);
    expect(actor!.teams).toEqual([{ teamId: team.accountId, role: "MEMBER" }]);
    await expect(accept(token)).rejects.toMatchObject(gone);
  });

  test("withdraws the earlier one of the address to the team", async () => {
    const email = someEmail();
    const first = await invite(offerOfTeam(email), team.call);
    const second = await invite(offerOfTeam(email, "OWNER"), team.call);
    await expect(accept(first)).rejects.toMatchObject(gone);
    await accept(second);
  });

  test("raises a lower role", async () => {
    const member = await addMember(world, team);
    await join(world, team, member, "OWNER");
    const { actor } = await bySession(world, member.token);
    expect(actor!.teams).toEqual([{ teamId: team.accountId, role: "OWNER" }]);
  });

  test("is refused to members with the role or a higher one, the team's own account included", async () => {
    const owner = await addMember(world, team, { role: "OWNER" });
    const member = await addMember(world, team);
    const already = { kind: "already_exists", reason: "ALREADY_MEMBER" };
    for (const { email } of [owner, member, team])
      await expect(invite(offerOfTeam(email), team.call)).rejects.toMatchObject(already);
    await expect(invite(offerOfTeam(owner.email, "OWNER"), team.call)).rejects.toMatchObject(already);
  });

  test("is listed for owners and revoked by them only", async () => {
    const email = someEmail();
    const { invitationId } = await createInvitation(world.deps, offerOfTeam(email), team.call);
    const member = await addMember(world, team);
    const list = (call: Call, emailPrefix = "") =>
      listInvitations(
        world.deps,
        { merchantId: null, teamId: team.accountId, emailPrefix, includeEnded: false, page: FIRST },
        call,
      );
    for (const prefix of ["", email])
      expect((await list(team.call, prefix)).items).toMatchObject([{ email, teamName: team.name, teamRole: "MEMBER" }]);
    expect((await list(team.call, "unknown@")).items).toEqual([]);
    const refused = { reason: "OWNER_ONLY" };
    await expect(list(member.call)).rejects.toMatchObject(refused);
    await expect(revokeInvitation(world.deps, { invitationId }, member.call)).rejects.toMatchObject(refused);
    await revokeInvitation(world.deps, { invitationId }, team.call);
    expect((await list(team.call)).items).toEqual([]);
  });

  test("needs a verified inviter, a developer's team and one subject, and at most 100 members", async () => {
    const fresh = await addUnverifiedAccount(world);
    const refused = (request: CreateInvitationRequest, call: Call) => requestErrorOf(invite(request, call));
    expect(await refused({ ...offerOfTeam(), teamId: fresh.accountId }, fresh.call)).toMatchObject({
      reason: "OWN_EMAIL_UNVERIFIED",
    });
    expect(await refused({ ...offerOfTeam(), teamId: owner.accountId }, owner.call)).toMatchObject({
      reason: "TEAM_NOT_FOUND",
    });
    for (const wrong of [{ merchantId: shop.merchantId, role: "MEMBER" as const }, { teamRole: null }])
      expect(await refused({ ...offerOfTeam(), ...wrong }, operator.call)).toMatchObject({ kind: "invalid_argument" });
    const earlier = await invite(offerOfTeam(), team.call);
    await world.rows(
      `with a as (insert into account (name) select 'Someone' from generate_series(1, 100) returning id)
       insert into team_member (account_id, team_id, role) select id, $1, 'MEMBER' from a`,
      [team.accountId],
    );
    expect(await refused(offerOfTeam(), team.call)).toEqual({ kind: "failed_precondition", reason: "TEAM_LIMIT" });
    await expect(accept(earlier)).rejects.toMatchObject({ reason: "TEAM_LIMIT" });
  });

  test("is refused to an operator without the required second factor: it would count as the platform's", async () => {
    const both = await addAccount(world, { operator: true, developer: true });
    const email = someEmail();
    const strict = { ...world, deps: { ...world.deps, operatorsNeedSecondFactor: true } };
    const call = await bySession(strict, both.token);
    expect(call.actor).toMatchObject({ operator: false, needsSecondFactor: true });
    const refused = invite({ ...offerOfTeam(email), teamId: both.accountId }, call);
    expect(await requestErrorOf(refused)).toEqual({ kind: "failed_precondition", reason: "NO_SECOND_FACTOR" });
  });

  test("ends while the team's account is suspended", async () => {
    const token = await invite(offerOfTeam(), operator.call);
    await suspendAccount(world.deps, { accountId: team.accountId, reasonCode: "FRAUD", reasonText: null }, platform);
    await expect(accept(token)).rejects.toMatchObject(gone);
  });
});
