import { expect, test } from "vitest";
import { changeEmail } from "../../../../src/service/accounts/change-email.ts";
import { confirmEmail } from "../../../../src/service/accounts/confirm-email.ts";
import { getAccountLink } from "../../../../src/service/accounts/get-account-link.ts";
import { requestPasswordReset } from "../../../../src/service/accounts/request-password-reset.ts";
import { resetPassword } from "../../../../src/service/accounts/reset-password.ts";
import { suspendAccount } from "../../../../src/service/accounts/suspend-account.ts";
import { addAccount, addUnverifiedAccount, PASSWORD } from "../../../support/world/accounts.ts";
import { page, platform } from "../../../support/world/calls.ts";
import { useWorld } from "../../../support/world/fixtures.ts";
import { someEmail } from "../../../support/world/invitations.ts";
import { deliver, tokenIn } from "../../../support/world/mails.ts";

const world = useWorld();
const gone = { kind: "not_found", reason: "LINK_NOT_FOUND" };
const get = (token: string, call = page) => getAccountLink(world.deps, { token }, call);
let addresses = 0;

async function resetLink(email: string): Promise<string> {
  const call = { ...page, address: `203.0.113.${++addresses}` };
  await requestPasswordReset(world.deps, { email }, call);
  return tokenIn((await deliver(world)).find(({ content }) => content.kind === "password_reset")!);
}

test("a link for a new password is shown to its holder any number of times, until it is used", async () => {
  const { email } = await addAccount(world);
  const token = await resetLink(email);
  for (let n = 0; n < 3; n++) expect(await get(token)).toMatchObject({ purpose: "reset_password" });
  await resetPassword(world.deps, { token, newPassword: "a new and long password" }, page);
  await expect(get(token)).rejects.toMatchObject(gone);
});

test("a link for an address is shown only to its account, until it is used", async () => {
  const [ada, stranger] = [await addAccount(world), await addAccount(world)];
  await deliver(world);
  const newEmail = someEmail();
  await changeEmail(world.deps, { newEmail, currentPassword: PASSWORD }, ada.call);
  const token = tokenIn((await deliver(world))[0]!);
  expect(await get(token, ada.call)).toMatchObject({ purpose: "change_email", email: newEmail });
  for (const call of [page, stranger.call]) await expect(get(token, call)).rejects.toMatchObject(gone);
  await confirmEmail(world.deps, { token }, ada.call);
  await expect(get(token, ada.call)).rejects.toMatchObject(gone);
});

test("expired links, links of a former address or a suspended account, and invented tokens read alike", async () => {
  await deliver(world);
  const newcomer = await addUnverifiedAccount(world);
  const verify = tokenIn((await deliver(world))[0]!);
  expect(await get(verify, newcomer.call)).toMatchObject({ purpose: "verify_email", email: newcomer.email });
  await world.rows("update account set email = $2 where id = $1", [newcomer.accountId, someEmail()]);
  const [expired, suspended] = [await addAccount(world), await addAccount(world)];
  const tokens = [await resetLink(expired.email), await resetLink(suspended.email)];
  await world.rows("update account_link set expires_at = clock_timestamp() where account_id = $1", [expired.accountId]);
  const reason = { reasonCode: "FRAUD", reasonText: null };
  await suspendAccount(world.deps, { accountId: suspended.accountId, ...reason }, platform);
  await expect(get(verify, newcomer.call)).rejects.toMatchObject(gone);
  for (const token of [...tokens, "", "x".repeat(43)]) await expect(get(token)).rejects.toMatchObject(gone);
});
