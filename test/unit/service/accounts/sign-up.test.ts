import { expect, test } from "vitest";
import { getAccount } from "../../../../src/service/accounts/get-account.ts";
import { getSignInOptions } from "../../../../src/service/accounts/get-sign-in-options.ts";
import { signUp } from "../../../../src/service/accounts/sign-up.ts";
import { createLimits } from "../../../../src/service/limits/limits.ts";
import { addAccount, addUnverifiedAccount, bySession, PASSWORD } from "../../../support/world/accounts.ts";
import { page, platform } from "../../../support/world/calls.ts";
import { perTest, useWorld } from "../../../support/world/fixtures.ts";
import { reasonOf } from "../../../support/world/rejections.ts";
import { signIn } from "../../../support/world/sign-in.ts";
import { createWorld, LONG, WINDOWS } from "../../../support/world/world.ts";

const world = useWorld();

const stranger = perTest(() => addUnverifiedAccount(world));

const read = async (accountId: string) => (await getAccount(world.deps, { accountId, email: null }, platform)).account;

test("creates a developer account without other roles", async () => {
  const request = { email: "New@Example.com", password: PASSWORD, name: "New" };
  const { token, account } = await signUp(world.deps, request, page);
  expect(account).toMatchObject({ email: "new@example.com", developer: true, operator: false });
  expect((await bySession(world, token)).actor).toMatchObject({ accountId: account.id, developer: true });
  expect(await reasonOf(signUp(world.deps, request, page))).toMatchObject({
    kind: "already_exists",
    reason: "EMAIL_TAKEN",
  });
});

test("C11 an address learns of few taken e-mails, and locks no account", async () => {
  const { email } = await addAccount(world);
  const signInAddress = { failures: 3, window: LONG };
  const limits = createLimits({ ...world.deps, windows: { ...WINDOWS, signInAddress } });
  const narrow = { ...world.deps, limits };
  const probe = { ...page, address: "192.0.2.77" };
  const request = { email, password: PASSWORD, name: "Prober" };
  const taken = { kind: "already_exists", reason: "EMAIL_TAKEN" };
  for (let time = 0; time < 3; time++) expect(await reasonOf(signUp(narrow, request, probe))).toMatchObject(taken);
  const limited = { kind: "resource_exhausted", reason: "RATE_LIMITED" };
  const free = { ...request, email: "nobody-has-this@example.com" };
  expect(await reasonOf(signUp(narrow, request, probe))).toMatchObject(limited);
  expect(await reasonOf(signUp(narrow, free, probe))).toMatchObject(limited);
  for (let time = 0; time < 12; time++) await reasonOf(signUp(world.deps, request, page));
  await signIn(world.deps, { email, password: PASSWORD }, page);
});

test("reports all invalid fields; SIGN_UP=off rejects", async () => {
  const faulty = signUp(world.deps, { email: "no", password: "short", name: " " }, page);
  await expect(faulty).rejects.toMatchObject({
    violations: [{ field: "email" }, { field: "password" }, { field: "name" }],
  });
  const closed = await createWorld({ allowSignUp: false });
  const refused = signUp(closed.deps, { email: "new@example.com", password: PASSWORD, name: "New" }, page);
  await expect(refused).rejects.toMatchObject({ kind: "permission_denied", reason: "SIGN_UP_CLOSED" });
  expect(await getSignInOptions(closed.deps)).toEqual({
    password: true,
    signUp: false,
    externalLabel: null,
    mail: true,
  });
  await closed.close();
});

test("the e-mail is unverified", async () => {
  expect(await read(stranger.accountId)).toMatchObject({ email: stranger.email, emailVerifiedAt: null });
});
