import { expect, test } from "vitest";
import { changeEmail } from "../../../../src/service/accounts/change-email.ts";
import { confirmEmail } from "../../../../src/service/accounts/confirm-email.ts";
import { resendEmailChange } from "../../../../src/service/accounts/resend-email-change.ts";
import { addAccount, PASSWORD } from "../../../support/world/accounts.ts";
import { perTest, useWorld } from "../../../support/world/fixtures.ts";
import { someEmail } from "../../../support/world/invitations.ts";
import { deliver, tokenIn } from "../../../support/world/mails.ts";

const world = useWorld();
const ada = perTest(() => addAccount(world));
const change = (newEmail: string) => changeEmail(world.deps, { newEmail, currentPassword: PASSWORD }, ada.call);
const sentLinks = async () => (await deliver(world)).filter(({ content }) => content.kind === "change_email");
const confirm = (token: string) => confirmEmail(world.deps, { token }, ada.call);

test("the link is sent again to the same address, and only the newest works", async () => {
  await expect(resendEmailChange(world.deps, ada.call)).rejects.toMatchObject({ reason: "NO_EMAIL_CHANGE" });
  const email = someEmail();
  await change(email);
  const [first] = await sentLinks();
  await resendEmailChange(world.deps, ada.call);
  const [second] = await sentLinks();
  expect(second).toMatchObject({ to: email, content: { kind: "change_email" } });
  await expect(confirm(tokenIn(first!))).rejects.toMatchObject({ reason: "LINK_NOT_FOUND" });
  expect(await confirm(tokenIn(second!))).toMatchObject({ email });
});

test("without mail, no link is sent again", async () => {
  await change(someEmail());
  const off = { ...world.deps, sendsMail: false };
  await expect(resendEmailChange(off, ada.call)).rejects.toMatchObject({ reason: "MAIL_OFF" });
});
