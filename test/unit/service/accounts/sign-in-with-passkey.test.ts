import { expect, test } from "vitest";
import { createChallenge } from "../../../../src/credential/passkey-challenge.ts";
import { challengeFor } from "../../../../src/service/accounts/passkey-options.ts";
import { resetSecondFactor } from "../../../../src/service/accounts/reset-second-factor.ts";
import { resolveSession } from "../../../../src/service/accounts/resolve-session.ts";
import { signInWithPasskey } from "../../../../src/service/accounts/sign-in-with-passkey.ts";
import { startPasskeySignIn } from "../../../../src/service/accounts/start-passkey-sign-in.ts";
import { suspendAccount } from "../../../../src/service/accounts/suspend-account.ts";
import { createLimits } from "../../../../src/service/limits/limits.ts";
import { type Authenticator, addAccountWithPasskey, type Quirks } from "../../../support/world/authenticator.ts";
import { page, platform } from "../../../support/world/calls.ts";
import { useWorld } from "../../../support/world/fixtures.ts";
import { deliver } from "../../../support/world/mails.ts";
import { LONG, WINDOWS } from "../../../support/world/world.ts";

const world = useWorld();

const REFUSED = { kind: "unauthenticated", reason: "PASSKEY" };
let addresses = 0;
/** Each from another address, so that the refusals of the other tests do not count. */
const from = () => ({ ...page, address: `198.51.100.${++addresses}` });
const send = (response: string, call = from()) => signInWithPasskey(world.deps, { response }, call);
const signIn = async (authenticator: Authenticator, quirks: Quirks = {}) =>
  send(authenticator.sign(await startPasskeySignIn(world.deps), quirks));

test("a passkey that verified its user signs in without a password, and counts as a second factor", async () => {
  const { accountId, authenticator } = await addAccountWithPasskey(world, { operator: true });
  const strict = { ...world.deps, operatorsNeedSecondFactor: true };
  const { token, account } = await signIn(authenticator);
  expect(account.id).toBe(accountId);
  expect(await resolveSession(strict, token)).toMatchObject({ accountId, operator: true, needsSecondFactor: false });
  const [row] = await world.rows(
    "select authenticated_by from session where account_id = $1 order by id desc limit 1",
    [accountId],
  );
  expect(row).toEqual({ authenticated_by: ["passkey"] });
  const [used] = await world.rows(
    "select counter::int, last_used_at is not null as used from passkey where account_id = $1",
    [accountId],
  );
  expect(used).toEqual({ counter: 1, used: true });
});

test("a sign-in from a new network sends a notice", async () => {
  const { email, authenticator } = await addAccountWithPasskey(world);
  await deliver(world);
  const options = await startPasskeySignIn(world.deps);
  await send(authenticator.sign(options), { ...page, address: "203.0.113.9" });
  expect(await deliver(world)).toMatchObject([{ to: email, content: { kind: "new_sign_in" } }]);
});

test.each<{ name: string; quirks: Quirks }>([
  { name: "without user verification", quirks: { verifiesUser: false } },
  { name: "of another origin", quirks: { origin: "https://auth.example.com.evil.example" } },
  { name: "for another relying party", quirks: { rpId: "example.com" } },
  { name: "with the user handle of another account", quirks: { userId: Buffer.alloc(16).toString("base64url") } },
  { name: "of a cloned passkey, whose counter does not rise", quirks: { counter: 1 } },
])("C15 a response $name is refused", async ({ quirks }) => {
  const { authenticator } = await addAccountWithPasskey(world);
  await signIn(authenticator);
  await expect(signIn(authenticator, quirks)).rejects.toMatchObject(REFUSED);
  await signIn(authenticator, { counter: 9 });
});

test("C15 a challenge is used once, also if the response was wrong, and also by concurrent sign-ins", async () => {
  const { authenticator } = await addAccountWithPasskey(world);
  const options = await startPasskeySignIn(world.deps);
  const responses = [1, 2, 3].map((counter) => authenticator.sign(options, { counter }));
  const outcomes = await Promise.allSettled(responses.map((response) => send(response)));
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  const spoilt = await startPasskeySignIn(world.deps);
  await expect(send(authenticator.sign(spoilt, { verifiesUser: false, counter: 10 }))).rejects.toMatchObject(REFUSED);
  await expect(send(authenticator.sign(spoilt, { counter: 11 }))).rejects.toMatchObject(REFUSED);
});

test("C15 an expired challenge, one for another purpose and a forged one are refused", async () => {
  const { authenticator } = await addAccountWithPasskey(world);
  const { keys } = world.deps;
  const past = createChallenge(keys, { binding: ["sign-in"], expiresAt: Math.floor(Date.now() / 1000) - 1 });
  const otherUse = challengeFor(world.deps, ["register", "x"]);
  const forged = Buffer.alloc(56, 0xff).toString("base64url");
  for (const challenge of [past, otherUse, forged, "", "A"]) {
    const response = authenticator.sign(JSON.stringify({ challenge }));
    await expect(send(response)).rejects.toMatchObject(REFUSED);
  }
  await signIn(authenticator);
});

test("the response of another passkey's key is refused", async () => {
  const [one, two] = [await addAccountWithPasskey(world), await addAccountWithPasskey(world)];
  const response = JSON.parse(one.authenticator.sign(await startPasskeySignIn(world.deps)));
  const id = two.authenticator.id.toString("base64url");
  const userHandle = Buffer.from(two.accountId.replaceAll("-", ""), "hex").toString("base64url");
  const swapped = { ...response, id, rawId: id, response: { ...response.response, userHandle } };
  await expect(send(JSON.stringify(swapped))).rejects.toMatchObject(REFUSED);
});

test("after a reset and in a suspended account a passkey is refused", async () => {
  const [reset, suspended] = [await addAccountWithPasskey(world), await addAccountWithPasskey(world)];
  await resetSecondFactor(world.deps, { accountId: reset.accountId }, platform);
  const reason = { reasonCode: "abuse", reasonText: null };
  await suspendAccount(world.deps, { accountId: suspended.accountId, ...reason }, platform);
  for (const { authenticator } of [reset, suspended]) {
    await expect(signIn(authenticator)).rejects.toMatchObject(REFUSED);
  }
});

test.each(["", "x", "{}", "null", '{"id":"AA","response":{"clientDataJSON":"e30"}}', `"${"x".repeat(20_000)}"`])(
  "text that is no response is refused: %.40s",
  async (response) => {
    await expect(send(response)).rejects.toMatchObject(REFUSED);
  },
);

test("L6 failures from one address are limited, and other addresses are not", async () => {
  const { authenticator } = await addAccountWithPasskey(world);
  const windows = { failures: 3, window: LONG };
  const { management, log } = world.deps;
  const limits = createLimits({ management, log, windows: { ...WINDOWS, signInAddress: windows } });
  const limited = { ...world.deps, limits };
  const attempt = async (call = page) =>
    signInWithPasskey(limited, { response: authenticator.sign(await startPasskeySignIn(limited)) }, call);
  for (let n = 0; n < 3; n++) {
    await expect(signInWithPasskey(limited, { response: "x" }, page)).rejects.toMatchObject(REFUSED);
  }
  await expect(attempt()).rejects.toMatchObject({ reason: "RATE_LIMITED" });
  await attempt(from());
});

test("L6 a lockout is counted and audited once, with the account of the last passkey if it is registered", async () => {
  const { accountId, authenticator } = await addAccountWithPasskey(world);
  const { management, log } = world.deps;
  const windows = { ...WINDOWS, signInAddress: { failures: 2, window: LONG } };
  const limits = createLimits({ management, log, windows });
  const sign = async () => authenticator.sign(await startPasskeySignIn(world.deps), { verifiesUser: false });
  for (const make of [sign, async () => "x"]) {
    const call = from();
    for (let n = 0; n < 4; n++)
      await signInWithPasskey({ ...world.deps, limits }, { response: await make() }, call).catch(() => {});
    const audited = "select account_id, detail from audit_event where action = 'account.lock_out' and address = $1";
    const event = { account_id: make === sign ? accountId : null, detail: { scope: "client", method: "passkey" } };
    await expect.poll(() => world.rows(audited, [call.address])).toEqual([event]);
  }
  expect(limits.stats).toMatchObject({ failures: 4, lockouts: { client: 2, account: 0 } });
});

test("with the external login only there is no sign-in with a passkey", async () => {
  const closed = { ...world.deps, allowPasswords: false };
  await expect(signInWithPasskey(closed, { response: "x" }, page)).rejects.toMatchObject({ reason: "PASSWORD_CLOSED" });
});

test("a sign-in locks the account before the passkey, as a removal does, so that they cannot deadlock", async () => {
  const { accountId, authenticator } = await addAccountWithPasskey(world);
  const removal = await world.sql.connect();
  await removal.query("begin");
  await removal.query("select from account where id = $1 for update", [accountId]);
  const signedIn = signIn(authenticator);
  await world.untilWaiting(1);
  const locked = await removal
    .query("select from passkey where account_id = $1 for update nowait", [accountId])
    .then(({ rowCount }) => rowCount)
    .finally(() => removal.query("rollback"))
    .catch((error) => error.code)
    .finally(() => removal.release());
  expect(locked).toBe(1);
  expect((await signedIn).account.id).toBe(accountId);
});
