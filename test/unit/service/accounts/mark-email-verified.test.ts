import { expect, test } from "vitest";
import type { CreateInvitationRequest } from "../../../../src/service/accounts/create-invitation.ts";
import { getAccount } from "../../../../src/service/accounts/get-account.ts";
import { markEmailVerified } from "../../../../src/service/accounts/mark-email-verified.ts";
import { setAccountRoles } from "../../../../src/service/accounts/set-account-roles.ts";
import type { Call } from "../../../../src/service/call.ts";
import { addAccount, addUnverifiedAccount } from "../../../support/world/accounts.ts";
import { page, platform } from "../../../support/world/calls.ts";
import { perFile, perTest, useWorld } from "../../../support/world/fixtures.ts";
import { acceptAsOwner, inviteWith, offerOf } from "../../../support/world/invitations.ts";

const world = useWorld();
const operator = perFile(() => addAccount(world, { operator: true }));
const stranger = perTest(() => addUnverifiedAccount(world));

const read = async (accountId: string) => (await getAccount(world.deps, { accountId, email: null }, platform)).account;

const invite = (request: CreateInvitationRequest, call: Call = platform) => inviteWith(world, request, call);
const accept = (token: string, call: Call = page) => acceptAsOwner(world, token, call);

const mark = (call: Call, email = stranger.email) =>
  markEmailVerified(world.deps, { accountId: stranger.accountId, email }, call);

test("verifies the address, audits it once, and allows roles", async () => {
  expect(await mark(operator.call)).toMatchObject({ emailVerifiedAt: expect.any(Date) });
  const again = await mark(platform, stranger.email.toUpperCase());
  expect(again.emailVerifiedAt).toEqual((await read(stranger.accountId)).emailVerifiedAt);
  const events = await world.rows(
    "select actor_id, detail->>'by' as by from audit_event where action = 'account.verify_email' and account_id = $1",
    [stranger.accountId],
  );
  expect(events).toEqual([{ actor_id: operator.accountId, by: "operator" }]);
  await setAccountRoles(world.deps, { accountId: stranger.accountId, operator: true, developer: true }, platform);
});

test("requires the platform", async () => {
  await expect(mark(stranger.call)).rejects.toMatchObject({ kind: "permission_denied", reason: "OPERATOR_ONLY" });
});

test("rejects another address than the account's", async () => {
  const refused = { kind: "failed_precondition", reason: "EMAIL_CHANGED" };
  await expect(mark(platform, "other@example.com")).rejects.toMatchObject(refused);
  await accept(await invite(offerOf(stranger.email)));
  await expect(mark(platform)).rejects.toMatchObject(refused);
  await expect(mark(platform, "")).rejects.toMatchObject(refused);
});
