import { expect, test } from "vitest";
import { getSession } from "../../../../src/service/accounts/get-session.ts";
import { setAccountName } from "../../../../src/service/accounts/set-account-name.ts";
import { addAccount } from "../../../support/world/accounts.ts";
import { platform } from "../../../support/world/calls.ts";
import { useWorld } from "../../../support/world/fixtures.ts";

const world = useWorld();

test("an account changes its own name, and the change is audited", async () => {
  const { accountId, call } = await addAccount(world);
  await setAccountName(world.deps, { accountId: null, name: " Ada " }, call);
  expect((await getSession(world.deps, {}, call)).account.name).toBe("Ada");
  const [event] = await world.rows(
    "select detail from audit_event where action = 'account.set_name' and account_id = $1",
    [accountId],
  );
  expect(event).toEqual({ detail: { from: "Someone", to: "Ada" } });
});

test("only the platform changes the name of another account", async () => {
  const { accountId } = await addAccount(world);
  const { call } = await addAccount(world);
  const operator = await addAccount(world, { operator: true });
  const request = { accountId, name: "Ada" };
  await expect(setAccountName(world.deps, request, call)).rejects.toMatchObject({ reason: "OPERATOR_ONLY" });
  expect((await setAccountName(world.deps, request, operator.call)).name).toBe("Ada");
  expect((await setAccountName(world.deps, { accountId, name: "Bea" }, platform)).name).toBe("Bea");
});

test.each(["", " ", "a\u202eb"])("the name %j is invalid", async (name) => {
  const { call } = await addAccount(world);
  await expect(setAccountName(world.deps, { accountId: null, name }, call)).rejects.toMatchObject({
    kind: "invalid_argument",
  });
});

test("a developer with an approved app cannot rename itself, so that the reviewed name stays", async () => {
  const { accountId, call } = await addAccount(world, { developer: true });
  const { id: appId } = await world.app();
  await world.rows("update app set developer_id = $2 where id = $1", [appId, accountId]);
  const request = { accountId: null, name: "Bank" };
  await world.rows("update app set state = 'APPROVED' where id = $1", [appId]);
  await expect(setAccountName(world.deps, request, call)).rejects.toMatchObject({ reason: "NAME_IN_USE" });
  await world.rows("update app set state = 'DRAFT' where id = $1", [appId]);
  expect((await setAccountName(world.deps, request, call)).name).toBe("Bank");
});
