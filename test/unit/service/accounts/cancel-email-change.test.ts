import { expect, test } from "vitest";
import { cancelEmailChange } from "../../../../src/service/accounts/cancel-email-change.ts";
import { changeEmail } from "../../../../src/service/accounts/change-email.ts";
import { confirmEmail } from "../../../../src/service/accounts/confirm-email.ts";
import { getEmailChange } from "../../../../src/service/accounts/get-email-change.ts";
import { addAccount, PASSWORD } from "../../../support/world/accounts.ts";
import { perTest, useWorld } from "../../../support/world/fixtures.ts";
import { someEmail } from "../../../support/world/invitations.ts";
import { deliver, tokenIn } from "../../../support/world/mails.ts";

const world = useWorld();
const ada = perTest(() => addAccount(world));
const change = (newEmail: string) => changeEmail(world.deps, { newEmail, currentPassword: PASSWORD }, ada.call);
const waiting = () => getEmailChange(world.deps, ada.call);
const sentLinks = async () => (await deliver(world)).filter(({ content }) => content.kind === "change_email");
const confirm = (token: string) => confirmEmail(world.deps, { token }, ada.call);

test("a cancelled change waits no longer, and its link does not work", async () => {
  await change(someEmail());
  const [mail] = await sentLinks();
  await cancelEmailChange(world.deps, ada.call);
  expect(await waiting()).toBeNull();
  await expect(confirm(tokenIn(mail!))).rejects.toMatchObject({ reason: "LINK_NOT_FOUND" });
  await change(someEmail());
  await cancelEmailChange(world.deps, ada.call);
  expect(await waiting()).toBeNull();
  expect(await sentLinks()).toEqual([]);
  await expect(cancelEmailChange(world.deps, ada.call)).rejects.toMatchObject({ reason: "NO_EMAIL_CHANGE" });
});
