import { expect, test } from "vitest";
import { confirmEmail } from "../../../../src/service/accounts/confirm-email.ts";
import { sendVerificationEmail } from "../../../../src/service/accounts/send-verification-email.ts";
import { addAccount, addUnverifiedAccount } from "../../../support/world/accounts.ts";
import { useWorld } from "../../../support/world/fixtures.ts";
import { deliver, tokenIn } from "../../../support/world/mails.ts";

const world = useWorld();

test("a sign-up sends a link; another one can be requested, and either works", async () => {
  const { email, call } = await addUnverifiedAccount(world);
  const [first] = await deliver(world);
  expect(first).toMatchObject({ to: email, content: { kind: "verify_email", hours: 24 } });
  await sendVerificationEmail(world.deps, call);
  await deliver(world);
  const account = await confirmEmail(world.deps, { token: tokenIn(first!) }, call);
  expect(account.emailVerifiedAt).not.toBeNull();
});

test("a verified account, a signed-out page and a platform without mail are refused", async () => {
  const verified = await addAccount(world);
  await expect(sendVerificationEmail(world.deps, verified.call)).rejects.toMatchObject({ reason: "EMAIL_VERIFIED" });
  const { call } = await addUnverifiedAccount(world);
  const off = sendVerificationEmail({ ...world.deps, sendsMail: false }, call);
  await expect(off).rejects.toMatchObject({ reason: "MAIL_OFF" });
  await expect(sendVerificationEmail(world.deps, { ...call, actor: null })).rejects.toThrow();
});

test("a link that is sent after the address was verified goes to no one", async () => {
  await deliver(world);
  const { accountId, call } = await addUnverifiedAccount(world);
  await sendVerificationEmail(world.deps, call);
  await world.rows("update account set email_verified_at = clock_timestamp() where id = $1", [accountId]);
  expect(await deliver(world)).toEqual([]);
});
