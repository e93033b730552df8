import { expect, test } from "vitest";
import { acceptInvitation } from "../../../../src/service/accounts/accept-invitation.ts";
import { createInvitation } from "../../../../src/service/accounts/create-invitation.ts";
import { getInvitation } from "../../../../src/service/accounts/get-invitation.ts";
import { addAccount, addMerchant, PASSWORD } from "../../../support/world/accounts.ts";
import { byKey, page } from "../../../support/world/calls.ts";
import { useWorld } from "../../../support/world/fixtures.ts";
import { inviteWith, managerOf, offerOf, someEmail, tokenOf } from "../../../support/world/invitations.ts";

const world = useWorld();

const accept = (token: string, call = page) =>
  acceptInvitation(world.deps, { token, name: "Guest", password: PASSWORD }, call);

const gone = { kind: "not_found", reason: "INVITATION_NOT_FOUND" };

test.each(["", "x", "A".repeat(43), "\0"])("an unknown token is NOT_FOUND: %j", async (token) => {
  await expect(getInvitation(world.deps, { token })).rejects.toMatchObject(gone);
  await expect(accept(token)).rejects.toMatchObject(gone);
});

test("the holder of the link learns the name of the owner who invited, and when the invitation expires", async () => {
  const owner = await addAccount(world);
  const { merchantId, name } = await addMerchant(world, owner);
  const made = await createInvitation(world.deps, managerOf(merchantId), owner.call);
  const offer = await getInvitation(world.deps, { token: tokenOf(made) });
  expect(offer).toMatchObject({ merchantName: name, role: "MANAGER", byPlatform: false, expiresAt: made.expiresAt });
  const [account] = await world.rows("select name from account where id = $1", [owner.accountId]);
  expect(offer.invitedByName).toBe(account!.name);
  expect(offer.invitedByName).not.toBe("");
});

test("an invitation by an operator or a service key is the platform's, without a name", async () => {
  const operator = await addAccount(world, { operator: true });
  for (const call of [operator.call, byKey("accounts:write")]) {
    const token = await inviteWith(world, offerOf(someEmail()), call);
    expect(await getInvitation(world.deps, { token })).toMatchObject({ byPlatform: true, invitedByName: "" });
  }
});
