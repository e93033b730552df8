import { expect, test } from "vitest";
import { closeMerchant } from "../../../../src/service/accounts/close-merchant.ts";
import { createInvitation } from "../../../../src/service/accounts/create-invitation.ts";
import { getInvitation } from "../../../../src/service/accounts/get-invitation.ts";
import { resumeMerchant } from "../../../../src/service/accounts/resume-merchant.ts";
import { suspendMerchant } from "../../../../src/service/accounts/suspend-merchant.ts";
import { upsertMembership } from "../../../../src/service/accounts/upsert-membership.ts";
import { addAccount, addMerchant, merchantEvents } from "../../../support/world/accounts.ts";
import { byKey, platform } from "../../../support/world/calls.ts";
import { perFile, perTest, useWorld } from "../../../support/world/fixtures.ts";

const world = useWorld();
const developer = perFile(() => addAccount(world, { developer: true }));
const owner = perTest(() => addAccount(world));

const reason = { reasonCode: "abuse", reasonText: null };

test("requires an operator or accounts:write", async () => {
  const { merchantId } = await addMerchant(world, owner);
  for (const call of [owner.call, byKey("accounts:read")]) {
    await expect(closeMerchant(world.deps, { merchantId }, call)).rejects.toMatchObject({ kind: "permission_denied" });
  }
});

test("closing is final, and revokes everything with one mark and one event", async () => {
  const { merchantId } = await addMerchant(world, owner);
  const invitation = {
    email: "guest@example.com",
    merchantId,
    role: "MANAGER" as const,
    developer: false,
    operator: false,
  };
  const { url } = await createInvitation(world.deps, invitation, owner.call);
  await world.rows(
    `with a as (insert into app (client_id, developer_id, confidential, name, redirect_uris, scopes, registered_scopes)
       values ('app_closing', $1, true, 'A', '{}', '[]', '{}') returning id)
     insert into installation (app_id, merchant_id, state, version) select id, $2, 'ACTIVE', 1 from a`,
    [developer.accountId, merchantId],
  );
  const closed = await closeMerchant(world.deps, { merchantId }, platform);
  expect(closed.state).toBe("CLOSED");
  expect(await merchantEvents(world, merchantId)).toEqual([{ kind: "REVOKED", marked: true }]);
  expect(
    await world.rows("select 1 as one from not_before_mark where kind = 'MERCHANT' and subject_id = $1", [merchantId]),
  ).toHaveLength(1);
  expect(
    await world.rows(
      "select state, ended_by, not_before is not null as marked from installation where merchant_id = $1",
      [merchantId],
    ),
  ).toEqual([{ state: "UNINSTALLED", ended_by: "OPERATOR", marked: true }]);
  expect(await world.rows("select 1 from membership where merchant_id = $1", [merchantId])).toEqual([]);
  await expect(getInvitation(world.deps, { token: url.split("/").at(-1)! })).rejects.toMatchObject({
    kind: "not_found",
  });
  await closeMerchant(world.deps, { merchantId }, platform);
  expect(await merchantEvents(world, merchantId)).toHaveLength(1);
  const refused = { kind: "failed_precondition", reason: "MERCHANT_CLOSED" };
  await expect(resumeMerchant(world.deps, { merchantId }, platform)).rejects.toMatchObject(refused);
  await expect(suspendMerchant(world.deps, { merchantId, ...reason }, platform)).rejects.toMatchObject(refused);
  const put = { merchantId, accountId: owner.accountId, role: "OWNER" as const };
  await expect(upsertMembership(world.deps, put, platform)).rejects.toMatchObject(refused);
});

test("an unknown merchant is NOT_FOUND", async () => {
  for (const merchantId of ["nobody", "", "a\0"]) {
    await expect(suspendMerchant(world.deps, { merchantId, ...reason }, platform)).rejects.toMatchObject({
      kind: "not_found",
    });
    await expect(resumeMerchant(world.deps, { merchantId }, platform)).rejects.toMatchObject({ kind: "not_found" });
    await expect(closeMerchant(world.deps, { merchantId }, platform)).rejects.toMatchObject({ kind: "not_found" });
  }
});
