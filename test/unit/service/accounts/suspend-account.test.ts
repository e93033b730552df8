import { expect, test } from "vitest";
import { createMerchant } from "../../../../src/service/accounts/create-merchant.ts";
import { getMerchant } from "../../../../src/service/accounts/get-merchant.ts";
import { resolveSession } from "../../../../src/service/accounts/resolve-session.ts";
import { resumeAccount } from "../../../../src/service/accounts/resume-account.ts";
import { setAccountRoles } from "../../../../src/service/accounts/set-account-roles.ts";
import { suspendAccount } from "../../../../src/service/accounts/suspend-account.ts";
import { addAccount, addMerchant } from "../../../support/world/accounts.ts";
import { byKey } from "../../../support/world/calls.ts";
import { perFile, useWorld } from "../../../support/world/fixtures.ts";
import { addMember } from "../../../support/world/teams.ts";

const world = useWorld();
const operator = perFile(() => addAccount(world, { operator: true }));

const reason = { reasonCode: "abuse", reasonText: "Spam" };

test("K6 ends sessions and codes but not the merchant's tokens", async () => {
  const { accountId, token } = await addAccount(world);
  const { merchantId } = await addMerchant(world, { accountId });
  await suspendAccount(world.deps, { accountId, ...reason }, operator.call);
  expect(await resolveSession(world.deps, token)).toBeNull();
  const [account] = await world.rows("select codes_ended_at is not null as ended from account where id = $1", [
    accountId,
  ]);
  expect(account).toEqual({ ended: true });
  expect(await world.rows("select 1 from revocation_event where subject_id = $1", [merchantId])).toEqual([]);
});

test("requires an operator or accounts:write, a reason, and another account", async () => {
  const { accountId, call } = await addAccount(world);
  const suspend = (other: object, by = operator.call) =>
    suspendAccount(world.deps, { accountId, ...reason, ...other }, by);
  await expect(suspend({}, call)).rejects.toMatchObject({ kind: "permission_denied" });
  await expect(suspend({}, byKey("accounts:read"))).rejects.toMatchObject({ kind: "permission_denied" });
  await expect(suspend({ reasonCode: "" })).rejects.toMatchObject({ violations: [{ field: "reason_code" }] });
  for (const own of [operator.accountId, operator.accountId.toUpperCase()])
    await expect(suspend({ accountId: own })).rejects.toMatchObject({ reason: "OWN_ACCOUNT" });
  await expect(suspend({ accountId: "x" })).rejects.toMatchObject({ kind: "not_found" });
  await expect(suspend({ accountId: "00000000-0000-7000-8000-000000000000" })).rejects.toMatchObject({
    kind: "not_found",
  });
});

test("suspending twice has one effect and one audit event", async () => {
  const { accountId } = await addAccount(world);
  const again = { accountId, reasonCode: "other", reasonText: null };
  const first = await suspendAccount(world.deps, { accountId, ...reason }, operator.call);
  const second = await suspendAccount(world.deps, again, operator.call);
  expect([first.alreadySuspended, second.alreadySuspended]).toEqual([false, true]);
  const events = await world.rows(
    "select actor_id, detail->>'reason_code' as code from audit_event where action = 'account.suspend' and account_id = $1",
    [accountId],
  );
  expect(events).toEqual([{ actor_id: operator.accountId, code: "abuse" }]);
});

test("of a developer takes the test merchants from its team until it is resumed, as the end of the role does", async () => {
  const team = await addAccount(world, { developer: true });
  const member = await addMember(world, team);
  const request = { merchantId: null, name: "Sandbox", ownerAccountId: null, test: true };
  const { id: merchantId } = await createMerchant(world.deps, request, team.call);
  const members = async () => {
    const { members } = await getMerchant(world.deps, { merchantId }, operator.call);
    return members.map(({ accountId, role }) => [accountId, role]);
  };
  const owner = [team.accountId, "OWNER"];
  const both = [owner, [member.accountId, "MANAGER"]];
  expect(await members()).toEqual(both);
  await suspendAccount(world.deps, { accountId: team.accountId, ...reason }, operator.call);
  expect(await members()).toEqual([owner]);
  await resumeAccount(world.deps, team, operator.call);
  expect(await members()).toEqual(both);
  const setDeveloper = (developer: boolean) =>
    setAccountRoles(world.deps, { accountId: team.accountId, operator: false, developer }, operator.call);
  await setDeveloper(false);
  expect(await members()).toEqual([owner]);
  await setDeveloper(true);
  expect(await members()).toEqual(both);
});
