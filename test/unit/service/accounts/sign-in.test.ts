import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { verifyAbsentAccount, verifyPassword } from "../../../../src/credential/password.ts";
import { SESSION_ABSOLUTE } from "../../../../src/oauth/session.ts";
import { acceptInvitation } from "../../../../src/service/accounts/accept-invitation.ts";
import { changePassword } from "../../../../src/service/accounts/change-password.ts";
import { createAccount } from "../../../../src/service/accounts/create-account.ts";
import { createInvitation } from "../../../../src/service/accounts/create-invitation.ts";
import { createMerchant } from "../../../../src/service/accounts/create-merchant.ts";
import { getSession } from "../../../../src/service/accounts/get-session.ts";
import { getSignInOptions } from "../../../../src/service/accounts/get-sign-in-options.ts";
import { resolveSession } from "../../../../src/service/accounts/resolve-session.ts";
import { signIn } from "../../../../src/service/accounts/sign-in.ts";
import { signOut } from "../../../../src/service/accounts/sign-out.ts";
import { signUp } from "../../../../src/service/accounts/sign-up.ts";
import { suspendAccount } from "../../../../src/service/accounts/suspend-account.ts";
import { createLimits } from "../../../../src/service/limits/limits.ts";
import { addAccount, bySession, PASSWORD } from "../../../support/world/accounts.ts";
import { page, platform } from "../../../support/world/calls.ts";
import { createWorld, LONG, WINDOWS, type World } from "../../../support/world/world.ts";

const passwords = { verifyPassword: vi.fn(verifyPassword), verifyAbsentAccount: vi.fn(verifyAbsentAccount) };

let world: World;

beforeAll(async () => {
  world = await createWorld({ passwords });
});

afterAll(() => world.close());

const WRONG = { kind: "unauthenticated", reason: "CREDENTIALS", message: "The e-mail or the password is wrong." };

async function reasonOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => "nothing",
    ({ kind, reason, message }) => ({ kind, reason, message }),
  );
}

test("an account signs in by its e-mail in any letter case and is told until when", async () => {
  const { email, accountId } = await addAccount(world);
  const session = await signIn(world.deps, { email: email.toUpperCase(), password: PASSWORD }, page);
  expect(session.account).toMatchObject({ id: accountId, email, passwordHash: expect.any(String) });
  const [row] = await world.rows<{ left: number }>(
    "select extract(epoch from max(expires_at) - clock_timestamp())::float8 as left from session",
  );
  expect(row!.left).toBeGreaterThan(SESSION_ABSOLUTE / 1_000_000 - 60);
  expect(row!.left).toBeLessThanOrEqual(SESSION_ABSOLUTE / 1_000_000);
});

test("C11 unknown e-mail, wrong password, no password and suspension read alike and cost one verification each", async () => {
  const { email } = await addAccount(world);
  const suspended = await addAccount(world);
  await suspendAccount(world.deps, { accountId: suspended.accountId, reasonCode: "abuse", reasonText: null }, platform);
  const bare = { email: "bare@example.com", password: null, name: "Bare", operator: false, developer: false };
  await createAccount(world.deps, bare, platform);
  const attempts = [
    { email: "nobody@example.com", password: PASSWORD },
    { email, password: "wrong horse battery" },
    { email: "bare@example.com", password: PASSWORD },
    { email: suspended.email, password: PASSWORD },
    { email: "no e-mail", password: PASSWORD },
    { email: "nul\0@example.com", password: PASSWORD },
    { email, password: "short" },
    { email, password: "x".repeat(100_000) },
  ];
  for (const attempt of attempts) {
    passwords.verifyPassword.mockClear();
    passwords.verifyAbsentAccount.mockClear();
    expect(await reasonOf(signIn(world.deps, attempt, page))).toEqual(WRONG);
    const verified = passwords.verifyPassword.mock.calls.length;
    expect(verified + passwords.verifyAbsentAccount.mock.calls.length).toBe(1);
  }
});

test("C11 of 100 wrong passwords at once 10 are told so and 90 to wait, for a known e-mail as for an unknown one", async () => {
  const { email } = await addAccount(world);
  for (const target of [email, "unknown@example.com"]) {
    const outcomes = await Promise.all(
      Array.from({ length: 100 }, () =>
        reasonOf(signIn(world.deps, { email: target, password: "wrong horse battery" }, page)),
      ),
    );
    expect(outcomes.filter((outcome) => (outcome as typeof WRONG).reason === "CREDENTIALS")).toHaveLength(10);
    expect(outcomes.filter((outcome) => (outcome as typeof WRONG).kind === "resource_exhausted")).toHaveLength(90);
  }
  const late = signIn(world.deps, { email, password: PASSWORD }, page);
  await expect(late).rejects.toMatchObject({ kind: "resource_exhausted", retryAfterSeconds: expect.any(Number) });
});

test("strangers who try passwords lock nobody out: not at another address, nor in a browser with a session of the account", async () => {
  const { email, call } = await addAccount(world);
  const wrong = { email, password: "wrong horse battery" };
  await Promise.all(Array.from({ length: 12 }, () => reasonOf(signIn(world.deps, wrong, page))));
  const right = { email, password: PASSWORD };
  expect(await reasonOf(signIn(world.deps, right, page))).toMatchObject({ kind: "resource_exhausted" });
  await signIn(world.deps, right, { ...page, address: "192.0.2.50" });
  await signIn(world.deps, right, call);
});

test("a session of another account makes no browser known", async () => {
  const { email } = await addAccount(world);
  const other = await addAccount(world);
  for (let n = 0; n < 10; n++)
    expect(await reasonOf(signIn(world.deps, { email, password: "wrong horse battery" }, other.call))).toEqual(WRONG);
  const late = signIn(world.deps, { email, password: PASSWORD }, page);
  expect(await reasonOf(late)).toMatchObject({ kind: "resource_exhausted" });
});

test("a lockout is in the audit once, and only for an account that exists", async () => {
  const { email, accountId, call } = await addAccount(world);
  const lockouts = () =>
    world.rows("select account_id, actor_id, address, detail from audit_event where action = 'account.lock_out'");
  for (const target of ["nobody-there@example.com", email]) {
    const attempt = { email: target, password: "wrong horse battery" };
    for (let n = 0; n < 12; n++) await reasonOf(signIn(world.deps, attempt, page));
  }
  const changing = { currentPassword: "wrong horse battery", newPassword: "another horse battery" };
  for (let n = 0; n < 12; n++) await reasonOf(changePassword(world.deps, changing, call));
  await expect.poll(async () => (await lockouts()).filter((row) => row.account_id === accountId)).toHaveLength(2);
  const rows = (await lockouts()).filter((row) => row.account_id === accountId);
  expect(rows.map(({ actor_id }) => actor_id).sort()).toEqual([accountId, null]);
  expect(rows).toMatchObject(Array(2).fill({ address: page.address, detail: { scope: "client" } }));
  expect((await lockouts()).every((row) => row.account_id !== null)).toBe(true);
});

test("every hash of a password is made under the cap on password work", async () => {
  const { call } = await addAccount(world);
  const limits = createLimits({ ...world.deps, windows: WINDOWS, bounds: { perKey: 0, total: 0 } });
  const full = { ...world.deps, limits };
  const limited = { kind: "resource_exhausted", reason: "RATE_LIMITED" };
  const account = { email: "full@example.com", password: PASSWORD, name: "Full", operator: false, developer: false };
  const { url } = await createInvitation(
    world.deps,
    { email: "full@example.com", merchantId: null, role: null, developer: true, operator: false },
    platform,
  );
  expect(
    await reasonOf(signUp(full, { email: "full@example.com", password: PASSWORD, name: "Full" }, page)),
  ).toMatchObject(limited);
  expect(await reasonOf(signIn(full, { email: "full@example.com", password: PASSWORD }, page))).toMatchObject(limited);
  expect(
    await reasonOf(acceptInvitation(full, { token: url.split("/").at(-1)!, name: "Full", password: PASSWORD }, page)),
  ).toMatchObject(limited);
  expect(await reasonOf(createAccount(full, account, platform))).toMatchObject(limited);
  expect(
    await reasonOf(changePassword(full, { currentPassword: PASSWORD, newPassword: PASSWORD }, call)),
  ).toMatchObject(limited);
});

test("an attempt whose caller has gone is never verified", async () => {
  passwords.verifyAbsentAccount.mockClear();
  const call = { ...page, signal: AbortSignal.abort() };
  await reasonOf(signIn(world.deps, { email: "gone@example.com", password: PASSWORD }, call));
  expect(passwords.verifyAbsentAccount).not.toHaveBeenCalled();
});

test("C11 a suspended account's right password counts as a failure like any other", async () => {
  const { email, accountId } = await addAccount(world);
  await suspendAccount(world.deps, { accountId, reasonCode: "abuse", reasonText: null }, platform);
  const attempt = () => reasonOf(signIn(world.deps, { email, password: PASSWORD }, page));
  for (let n = 0; n < 10; n++) expect(await attempt()).toEqual(WRONG);
  expect(await attempt()).toMatchObject({ kind: "resource_exhausted" });
});

test("C10 every sign-in gives a new id and ends the session that it came with", async () => {
  const { email, token, call } = await addAccount(world);
  const next = await signIn(world.deps, { email, password: PASSWORD }, call);
  expect(next.token).not.toBe(token);
  expect(await resolveSession(world.deps, token)).toBeNull();
  expect((await resolveSession(world.deps, next.token))!.sessionId).not.toBe(call.actor!.sessionId);
});

test("C10 a wrong password leaves the session that it came with alone", async () => {
  const { email, token, call } = await addAccount(world);
  await reasonOf(signIn(world.deps, { email, password: "wrong horse battery" }, call));
  expect(await resolveSession(world.deps, token)).not.toBeNull();
});

test("C10 a session that was signed out is over for whoever kept its token", async () => {
  const { token, call } = await addAccount(world);
  await signOut(world.deps, call);
  expect(await resolveSession(world.deps, token)).toBeNull();
  await signOut(world.deps, call);
});

test("the database keeps a digest of the session's token and not the token", async () => {
  const { token } = await addAccount(world);
  const rows = await world.rows("select encode(digest, 'base64') as digest, s::text as text from session s");
  const text = JSON.stringify(rows);
  expect(text).not.toContain(token);
  expect(text).not.toContain(Buffer.from(token, "base64url").toString("hex"));
});

test("a session that was idle for 12 hours is over, and one of 7 days however busy", async () => {
  const { token, call } = await addAccount(world);
  const change = (values: string) => world.rows(`update session set ${values} where id = $1`, [call.actor!.sessionId]);
  await change("last_seen_at = clock_timestamp() - interval '12 hours'");
  expect(await resolveSession(world.deps, token)).toBeNull();
  await change("last_seen_at = clock_timestamp() - interval '11 hours 59 minutes'");
  expect(await resolveSession(world.deps, token)).not.toBeNull();
  await change("created_at = clock_timestamp() - interval '7 days' + interval '1 minute'");
  expect(await resolveSession(world.deps, token)).not.toBeNull();
  await change("created_at = clock_timestamp() - interval '7 days'");
  expect(await resolveSession(world.deps, token)).toBeNull();
});

test("the use of a session is noted, but not more often than every five minutes", async () => {
  const { token, call } = await addAccount(world);
  const seen = async () => {
    const [row] = await world.rows<{ seen: string }>("select last_seen_at::text as seen from session where id = $1", [
      call.actor!.sessionId,
    ]);
    return row!.seen;
  };
  const atFirst = await seen();
  await resolveSession(world.deps, token);
  await world.rows("select pg_sleep(0.05)");
  expect(await seen()).toBe(atFirst);
  await world.rows("update session set last_seen_at = clock_timestamp() - interval '6 minutes' where id = $1", [
    call.actor!.sessionId,
  ]);
  await resolveSession(world.deps, token);
  await expect.poll(async () => (await seen()) > atFirst).toBe(true);
});

test.each(["", "x", "A".repeat(43), "A".repeat(42), `${"A".repeat(42)}B`, "lk_sk_x"])(
  "a text that is no session's token is nobody: %j",
  async (text) => {
    expect(await resolveSession(world.deps, text)).toBeNull();
  },
);

test("GetSession says who is signed in, with their merchants; nobody is UNAUTHENTICATED with reason SESSION", async () => {
  const { accountId, call } = await addAccount(world);
  await createMerchant(
    world.deps,
    { merchantId: "of-session", name: "Of session", ownerAccountId: accountId, test: false },
    platform,
  );
  const found = await getSession(world.deps, {}, call);
  expect(found.account.id).toBe(accountId);
  expect(found.memberships).toMatchObject([{ merchantId: "of-session", merchantName: "Of session", role: "OWNER" }]);
  expect(found.expiresAt).toBeGreaterThan(Date.now() * 1000);
  await expect(getSession(world.deps, {}, page)).rejects.toMatchObject({ kind: "unauthenticated", reason: "SESSION" });
});

test("a new password ends the account's other sessions and no other account's", async () => {
  const { email, token, call } = await addAccount(world);
  const other = await signIn(world.deps, { email, password: PASSWORD }, page);
  const stranger = await addAccount(world);
  await changePassword(world.deps, { currentPassword: PASSWORD, newPassword: "another horse battery" }, call);
  expect(await resolveSession(world.deps, token)).not.toBeNull();
  expect(await resolveSession(world.deps, other.token)).toBeNull();
  expect(await resolveSession(world.deps, stranger.token)).not.toBeNull();
  expect(await reasonOf(signIn(world.deps, { email, password: PASSWORD }, page))).toEqual(WRONG);
  await signIn(world.deps, { email, password: "another horse battery" }, page);
});

test("a new password needs the current one, of which ten may be tried", async () => {
  const { call } = await addAccount(world);
  const change = (currentPassword: string, newPassword = "another horse battery") =>
    reasonOf(changePassword(world.deps, { currentPassword, newPassword }, call));
  expect(await change(PASSWORD, "short")).toMatchObject({ kind: "invalid_argument" });
  for (let n = 0; n < 10; n++) expect(await change("wrong horse battery")).toMatchObject({ reason: "CREDENTIALS" });
  expect(await change(PASSWORD)).toMatchObject({ kind: "resource_exhausted" });
});

test("a sign-in that verified the old password while a new one was set begins no session", async () => {
  const { email, call } = await addAccount(world);
  passwords.verifyPassword.mockImplementationOnce(async () => {
    await changePassword(world.deps, { currentPassword: PASSWORD, newPassword: "another horse battery" }, call);
    return true;
  });
  expect(await reasonOf(signIn(world.deps, { email, password: PASSWORD }, page))).toEqual(WRONG);
});

test("a stranger signs up as a developer, and nothing more, where the platform allows it", async () => {
  const request = { email: "New@Example.com", password: PASSWORD, name: "New" };
  const { token, account } = await signUp(world.deps, request, page);
  expect(account).toMatchObject({ email: "new@example.com", developer: true, operator: false });
  expect((await bySession(world, token)).actor).toMatchObject({ accountId: account.id, developer: true });
  expect(await reasonOf(signUp(world.deps, request, page))).toMatchObject({
    kind: "already_exists",
    reason: "EMAIL_TAKEN",
  });
});

test("C11 sign-up tells of a few taken e-mails from one address and no more, which locks nobody out", async () => {
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

test("sign-up says everything that is wrong at once, and is refused where it is closed", async () => {
  const faulty = signUp(world.deps, { email: "no", password: "short", name: " " }, page);
  await expect(faulty).rejects.toMatchObject({
    violations: [{ field: "email" }, { field: "password" }, { field: "name" }],
  });
  const closed = await createWorld({ allowSignUp: false });
  const refused = signUp(closed.deps, { email: "new@example.com", password: PASSWORD, name: "New" }, page);
  await expect(refused).rejects.toMatchObject({ kind: "permission_denied", reason: "SIGN_UP_CLOSED" });
  expect(await getSignInOptions(closed.deps)).toEqual({ password: true, signUp: false, externalLabel: null });
  await closed.close();
});

test("PASSWORD_SIGN_IN=off: a right password opens nothing, makes nothing and changes nothing", async () => {
  const { email, call } = await addAccount(world);
  const closed = { ...world.deps, allowPasswords: false };
  const refusal = { kind: "permission_denied", reason: "PASSWORD_CLOSED" };
  expect(await getSignInOptions(closed)).toEqual({ password: false, signUp: false, externalLabel: null });
  expect(await reasonOf(signIn(closed, { email, password: PASSWORD }, page))).toMatchObject(refusal);
  const stranger = { email: "closed@example.com", password: PASSWORD, name: "New" };
  expect(await reasonOf(signUp(closed, stranger, page))).toMatchObject(refusal);
  const change = { currentPassword: PASSWORD, newPassword: "another horse battery" };
  expect(await reasonOf(changePassword(closed, change, call))).toMatchObject(refusal);
  expect(await world.rows("select from account where email = $1", [stranger.email])).toEqual([]);
  await signIn(world.deps, { email, password: PASSWORD }, page);
});

test("sign-in and sign-out are in the audit as done by the account", async () => {
  const { accountId, call } = await addAccount(world);
  await signOut(world.deps, call);
  const events = await world.rows(
    "select action, actor_id, address from audit_event where account_id = $1 and actor_id is not null order by id",
    [accountId],
  );
  expect(events).toMatchObject([
    { action: "session.start", actor_id: accountId, address: "192.0.2.1" },
    { action: "session.end", actor_id: accountId },
  ]);
});
