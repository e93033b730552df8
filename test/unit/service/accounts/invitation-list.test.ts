import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { acceptInvitation } from "../../../../src/service/accounts/accept-invitation.ts";
import { createInvitation } from "../../../../src/service/accounts/create-invitation.ts";
import { listInvitations } from "../../../../src/service/accounts/list-invitations.ts";
import { revokeInvitation } from "../../../../src/service/accounts/revoke-invitation.ts";
import { upsertMembership } from "../../../../src/service/accounts/upsert-membership.ts";
import * as store from "../../../../src/store/accounts/invitations.ts";
import { addAccount, addMerchant, PASSWORD, type TestAccount } from "../../../support/world/accounts.ts";
import { byKey, page, platform } from "../../../support/world/calls.ts";
import { createWorld, type World } from "../../../support/world/world.ts";

let world: World;
let operator: TestAccount;
let owner: TestAccount;
let merchantId: string;

beforeAll(async () => {
  world = await createWorld();
  operator = await addAccount(world, { operator: true });
});
afterAll(() => world.close());
beforeEach(async () => {
  owner = await addAccount(world);
  ({ merchantId } = await addMerchant(world, owner));
});

let made = 0;
const someEmail = () => `listed-${made++}@example.com`;
const first = { pageSize: 0, pageToken: "" };
const asked = { emailPrefix: "", includeEnded: false, page: first };
const into = () => ({ ...asked, merchantId });
const offer = (email = someEmail()) => ({
  email,
  merchantId,
  role: "MANAGER" as const,
  developer: false,
  operator: false,
});
const invite = (call = owner.call) => createInvitation(world.deps, offer(), call);
const tokenOf = ({ url }: { url: string }) => url.slice(url.lastIndexOf("/") + 1);
const accept = (made: { url: string }) =>
  acceptInvitation(world.deps, { token: tokenOf(made), name: "Guest", password: PASSWORD }, page);

describe("invitations", () => {
  test("an OWNER sees those into the merchant, the newest first, and who made them", async () => {
    const older = await invite();
    const newer = await invite(operator.call);
    const { items } = await listInvitations(world.deps, into(), owner.call);
    expect(items.map(({ id }) => id)).toEqual([newer.invitationId, older.invitationId]);
    expect(items[1]).toMatchObject({
      merchantId,
      role: "MANAGER",
      state: "OPEN",
      invitedByAccountId: owner.accountId,
      expiresAt: older.expiresAt,
    });
    expect(JSON.stringify(items)).not.toContain(tokenOf(newer));
  });

  test("ended ones are told when asked for, each with how it ended", async () => {
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

  test("the platform finds those of all by the beginning of the e-mail, page by page", async () => {
    const emails = ["c", "a", "b"].map((letter) => `prefix-${merchantId.toLowerCase()}-${letter}@example.com`);
    for (const email of emails) await createInvitation(world.deps, offer(email), operator.call);
    const found: string[] = [];
    let pageToken = "";
    do {
      const request = {
        ...asked,
        merchantId: null,
        emailPrefix: `PREFIX-${merchantId}`,
        page: { pageSize: 2, pageToken },
      };
      const answer = await listInvitations(world.deps, request, platform);
      found.push(...answer.items.map(({ email }) => email));
      pageToken = answer.nextPageToken;
    } while (pageToken !== "");
    expect(found).toEqual([...emails].sort());
  });

  test("a MANAGER, a stranger and a key without the right see none; an OWNER not those of all", async () => {
    const manager = await addAccount(world);
    const { accountId } = manager;
    await upsertMembership(world.deps, { merchantId, accountId, role: "MANAGER" }, owner.call);
    const stranger = await addAccount(world);
    const list = (call: TestAccount["call"], merchant: string | null = merchantId) =>
      listInvitations(world.deps, { ...asked, merchantId: merchant }, call);
    await expect(list(manager.call)).rejects.toMatchObject({ reason: "OWNER_ONLY" });
    await expect(list(stranger.call)).rejects.toMatchObject({ reason: "MERCHANT_NOT_FOUND" });
    await expect(list(byKey("accounts:write"))).rejects.toMatchObject({ reason: "OPERATOR_ONLY" });
    await expect(list(owner.call, null)).rejects.toMatchObject({ reason: "OPERATOR_ONLY" });
  });
});

describe("a withdrawn invitation", () => {
  test("opens nothing any more, once and for all, and the audit tells it once", async () => {
    const invitation = await invite();
    const withdrawn = await revokeInvitation(world.deps, { invitationId: invitation.invitationId }, owner.call);
    expect(withdrawn.state).toBe("REVOKED");
    await expect(accept(invitation)).rejects.toMatchObject({ reason: "INVITATION_NOT_FOUND" });
    await revokeInvitation(world.deps, { invitationId: invitation.invitationId }, operator.call);
    const rows = await world.rows(
      `select actor_id, merchant_id from audit_event where action = 'invitation.revoke' and detail->>'invitation_id' = $1`,
      [invitation.invitationId],
    );
    expect(rows).toEqual([{ actor_id: owner.accountId, merchant_id: merchantId }]);
  });

  test("cannot be one that was taken up", async () => {
    const invitation = await invite();
    await accept(invitation);
    await expect(
      revokeInvitation(world.deps, { invitationId: invitation.invitationId }, owner.call),
    ).rejects.toMatchObject({
      kind: "failed_precondition",
      reason: "INVITATION_USED",
    });
  });

  test("stays taken up where that came between the look at it and the withdrawal", async () => {
    const invitation = await invite();
    await accept(invitation);
    const { management } = world;
    expect(await management.transactional(({ query }) => store.revokeInvitation(query, invitation.invitationId))).toBe(
      false,
    );
    const [row] = await world.rows("select revoked_at from invitation where id = $1", [invitation.invitationId]);
    expect(row).toEqual({ revoked_at: null });
  });

  test("is either withdrawn or taken up where both happen at once", async () => {
    for (let n = 0; n < 5; n++) {
      const invitation = await invite();
      const outcomes = await Promise.allSettled([
        accept(invitation),
        revokeInvitation(world.deps, { invitationId: invitation.invitationId }, owner.call),
      ]);
      expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    }
  });

  test("is found by no stranger, and decided on by no MANAGER; one of no merchant is the platform's", async () => {
    const manager = await addAccount(world);
    const { accountId } = manager;
    await upsertMembership(world.deps, { merchantId, accountId, role: "MANAGER" }, owner.call);
    const stranger = await addAccount(world);
    const { invitationId } = await invite();
    const bare = { email: someEmail(), merchantId: null, role: null, developer: true, operator: false };
    const account = await createInvitation(world.deps, bare, operator.call);
    const gone = { kind: "not_found", reason: "INVITATION_NOT_FOUND" };
    const withdraw = (id: string, call: TestAccount["call"]) =>
      revokeInvitation(world.deps, { invitationId: id }, call);
    await expect(withdraw(invitationId, stranger.call)).rejects.toMatchObject(gone);
    await expect(withdraw(crypto.randomUUID(), stranger.call)).rejects.toMatchObject(gone);
    await expect(withdraw("no id", operator.call)).rejects.toMatchObject(gone);
    await expect(withdraw(invitationId, manager.call)).rejects.toMatchObject({ reason: "OWNER_ONLY" });
    await expect(withdraw(invitationId, byKey("accounts:read"))).rejects.toMatchObject({ reason: "OPERATOR_ONLY" });
    await expect(withdraw(account.invitationId, owner.call)).rejects.toMatchObject(gone);
    expect((await withdraw(account.invitationId, byKey("accounts:write"))).state).toBe("REVOKED");
  });
});
