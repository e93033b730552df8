import { expect, test } from "vitest";
import { changePassword } from "../../../../src/service/accounts/change-password.ts";
import { getEmailChange } from "../../../../src/service/accounts/get-email-change.ts";
import { addAccount, PASSWORD } from "../../../support/world/accounts.ts";
import { useEmailChanges } from "../../../support/world/email-changes.ts";
import { someEmail } from "../../../support/world/invitations.ts";
import { tokenIn } from "../../../support/world/mails.ts";

const { world, ada, change, waiting, sentLinks, confirm } = useEmailChanges();

test("a change waits from the request until the address is confirmed", async () => {
  expect(await waiting()).toBeNull();
  const email = someEmail();
  await change(email.toUpperCase());
  expect(await waiting()).toBe(email);
  const [mail] = await sentLinks();
  expect(await waiting()).toBe(email);
  await confirm(tokenIn(mail!));
  expect(await waiting()).toBeNull();
});

test("a change of another account does not wait for this one, and an expired change waits no longer", async () => {
  const other = await addAccount(world);
  await change(someEmail());
  await sentLinks();
  expect(await getEmailChange(world.deps, other.call)).toBeNull();
  await world.rows("update account_link set expires_at = clock_timestamp() where account_id = $1", [ada.accountId]);
  expect(await waiting()).toBeNull();
});

test("a newer change replaces the earlier one, before and after its link was sent", async () => {
  const [first, second, third] = [someEmail(), someEmail(), someEmail()];
  await change(first);
  await change(second);
  expect(await waiting()).toBe(second);
  const sent = await sentLinks();
  expect(sent).toMatchObject([{ to: second }]);
  await change(third);
  expect(await waiting()).toBe(third);
  await sentLinks();
  expect(await waiting()).toBe(third);
  await expect(confirm(tokenIn(sent[0]!))).rejects.toMatchObject({ reason: "LINK_NOT_FOUND" });
});

test("a new password ends a waiting change", async () => {
  await change(someEmail());
  await sentLinks();
  await changePassword(world.deps, { currentPassword: PASSWORD, newPassword: "another long password" }, ada.call);
  expect(await waiting()).toBeNull();
});
