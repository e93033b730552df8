import { expect, test } from "vitest";
import { changeEmail } from "../../../../src/service/accounts/change-email.ts";
import { confirmEmail } from "../../../../src/service/accounts/confirm-email.ts";
import { getEmailChange } from "../../../../src/service/accounts/get-email-change.ts";
import { listSecurityEvents } from "../../../../src/service/accounts/list-security-events.ts";
import { requestPasswordReset } from "../../../../src/service/accounts/request-password-reset.ts";
import { addAccount, addUnverifiedAccount, PASSWORD } from "../../../support/world/accounts.ts";
import { page } from "../../../support/world/calls.ts";
import { perTest, useWorld } from "../../../support/world/fixtures.ts";
import { someEmail } from "../../../support/world/invitations.ts";
import { deliver, tokenIn } from "../../../support/world/mails.ts";

const world = useWorld();
const ada = perTest(() => addAccount(world));
const gone = { kind: "not_found", reason: "LINK_NOT_FOUND" };

async function linkTo(newEmail: string): Promise<string> {
  await deliver(world);
  await changeEmail(world.deps, { newEmail, currentPassword: PASSWORD }, ada.call);
  return tokenIn((await deliver(world))[0]!);
}
const confirm = (token: string, call = ada.call) => confirmEmail(world.deps, { token }, call);

test("a link works once, and only in a session of its account", async () => {
  const token = await linkTo(someEmail());
  const stranger = await addAccount(world);
  await expect(confirm(token, stranger.call)).rejects.toMatchObject(gone);
  await expect(confirm(token, page)).rejects.toThrow();
  await confirm(token);
  await expect(confirm(token)).rejects.toMatchObject(gone);
});

test("the account's own activity has both addresses of a change", async () => {
  const to = someEmail();
  await confirm(await linkTo(to));
  const { items } = await listSecurityEvents(world.deps, { pageSize: 2, pageToken: "", group: "ACCOUNT" }, ada.call);
  expect(items.find(({ action }) => action === "account.change_email")).toMatchObject({
    formerEmail: ada.email,
    newEmail: to,
  });
});

test("an address that another account has verified is taken; one that was never verified moves", async () => {
  const owner = await addAccount(world);
  await expect(confirm(await linkTo(owner.email))).rejects.toMatchObject({ reason: "EMAIL_TAKEN" });
  expect(await getEmailChange(world.deps, ada.call)).toBeNull();
  const squatter = await addUnverifiedAccount(world);
  await confirm(await linkTo(squatter.email));
  const holders = await world.rows("select id from account where email = $1", [squatter.email]);
  expect(holders).toEqual([{ id: ada.accountId }]);
});

test("a link to verify is invalid after the address has changed, and no link for another purpose works", async () => {
  await deliver(world);
  const newcomer = await addUnverifiedAccount(world);
  const verify = tokenIn((await deliver(world))[0]!);
  await world.rows("update account set email = $2 where id = $1", [newcomer.accountId, someEmail()]);
  await expect(confirm(verify, newcomer.call)).rejects.toMatchObject(gone);
  await requestPasswordReset(world.deps, { email: ada.email }, page);
  const reset = tokenIn((await deliver(world))[0]!);
  await expect(confirm(reset)).rejects.toMatchObject(gone);
});
