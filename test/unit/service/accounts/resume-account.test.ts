import { expect, test } from "vitest";
import { resolveSession } from "../../../../src/service/accounts/resolve-session.ts";
import { resumeAccount } from "../../../../src/service/accounts/resume-account.ts";
import { suspendAccount } from "../../../../src/service/accounts/suspend-account.ts";
import { addAccount, PASSWORD } from "../../../support/world/accounts.ts";
import { page, platform } from "../../../support/world/calls.ts";
import { useWorld } from "../../../support/world/fixtures.ts";
import { signIn } from "../../../support/world/sign-in.ts";

const world = useWorld();

test("K6 restores sign-in, but neither sessions nor codes", async () => {
  const { accountId, email, token } = await addAccount(world);
  await suspendAccount(world.deps, { accountId, reasonCode: "abuse", reasonText: "Spam" }, platform);
  expect(await resumeAccount(world.deps, { accountId }, platform)).toMatchObject({ state: "ACTIVE" });
  expect(await resolveSession(world.deps, token)).toBeNull();
  const [account] = await world.rows(
    "select codes_ended_at is not null as ended, reason_code from account where id = $1",
    [accountId],
  );
  expect(account).toEqual({ ended: true, reason_code: null });
  await signIn(world.deps, { email, password: PASSWORD }, page);
});

test("requires an operator or accounts:write", async () => {
  const { accountId, call } = await addAccount(world);
  await expect(resumeAccount(world.deps, { accountId }, call)).rejects.toMatchObject({ kind: "permission_denied" });
  await expect(resumeAccount(world.deps, { accountId: "x" }, platform)).rejects.toMatchObject({ kind: "not_found" });
});
