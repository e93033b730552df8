import { expect, test, vi } from "vitest";
import { verifyAbsentAccount, verifyPassword } from "../../../../src/credential/password.ts";
import { SESSION_TIMEOUTS } from "../../../../src/oauth/session.ts";
import { changePassword } from "../../../../src/service/accounts/change-password.ts";
import { createAccount } from "../../../../src/service/accounts/create-account.ts";
import { resolveSession } from "../../../../src/service/accounts/resolve-session.ts";
import { signOut } from "../../../../src/service/accounts/sign-out.ts";
import { suspendAccount } from "../../../../src/service/accounts/suspend-account.ts";
import { addAccount, PASSWORD } from "../../../support/world/accounts.ts";
import { page, platform } from "../../../support/world/calls.ts";
import { useWorld } from "../../../support/world/fixtures.ts";
import { reasonOf, WRONG } from "../../../support/world/rejections.ts";
import { signIn } from "../../../support/world/sign-in.ts";

const passwords = { verifyPassword: vi.fn(verifyPassword), verifyAbsentAccount: vi.fn(verifyAbsentAccount) };

const world = useWorld({ passwords });

test("signs in by e-mail in any letter case, and returns the expiry", async () => {
  const { email, accountId } = await addAccount(world);
  const session = await signIn(world.deps, { email: email.toUpperCase(), password: PASSWORD }, page);
  expect(session.account).toMatchObject({ id: accountId, email, passwordHash: expect.any(String) });
  const [row] = await world.rows<{ left: number }>(
    "select extract(epoch from max(expires_at) - clock_timestamp())::float8 as left from session",
  );
  expect(row!.left).toBeGreaterThan(SESSION_TIMEOUTS.absolute - 60);
  expect(row!.left).toBeLessThanOrEqual(SESSION_TIMEOUTS.absolute);
});

test("C11 unknown e-mail, wrong password, no password and suspension give the same error and cost one verification each", async () => {
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

test("C11 of 100 concurrent wrong passwords 10 are verified and 90 are rate limited, for known and unknown e-mails", async () => {
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

test("failures of others do not lock the account out at another address or in a browser with its session", async () => {
  const { email, call } = await addAccount(world);
  const wrong = { email, password: "wrong horse battery" };
  await Promise.all(Array.from({ length: 12 }, () => reasonOf(signIn(world.deps, wrong, page))));
  const right = { email, password: PASSWORD };
  expect(await reasonOf(signIn(world.deps, right, page))).toMatchObject({ kind: "resource_exhausted" });
  await signIn(world.deps, right, { ...page, address: "192.0.2.50" });
  await signIn(world.deps, right, call);
});

test("a session of another account does not make a browser known", async () => {
  const { email } = await addAccount(world);
  const other = await addAccount(world);
  for (let n = 0; n < 10; n++)
    expect(await reasonOf(signIn(world.deps, { email, password: "wrong horse battery" }, other.call))).toEqual(WRONG);
  const late = signIn(world.deps, { email, password: PASSWORD }, page);
  expect(await reasonOf(late)).toMatchObject({ kind: "resource_exhausted" });
});

test("audits a lockout once, and only for an existing account", async () => {
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

test("a cancelled attempt is not verified", async () => {
  passwords.verifyAbsentAccount.mockClear();
  const call = { ...page, signal: AbortSignal.abort() };
  await reasonOf(signIn(world.deps, { email: "gone@example.com", password: PASSWORD }, call));
  expect(passwords.verifyAbsentAccount).not.toHaveBeenCalled();
});

test("C11 a suspended account's correct password counts as a failure", async () => {
  const { email, accountId } = await addAccount(world);
  await suspendAccount(world.deps, { accountId, reasonCode: "abuse", reasonText: null }, platform);
  const attempt = () => reasonOf(signIn(world.deps, { email, password: PASSWORD }, page));
  for (let n = 0; n < 10; n++) expect(await attempt()).toEqual(WRONG);
  expect(await attempt()).toMatchObject({ kind: "resource_exhausted" });
});

test("C10 every sign-in creates a new session and ends the call's previous one", async () => {
  const { email, token, call } = await addAccount(world);
  const next = await signIn(world.deps, { email, password: PASSWORD }, call);
  expect(next.token).not.toBe(token);
  expect(await resolveSession(world.deps, token)).toBeNull();
  expect((await resolveSession(world.deps, next.token))!.sessionId).not.toBe(call.actor!.sessionId);
});

test("C10 a failed sign-in keeps the call's session", async () => {
  const { email, token, call } = await addAccount(world);
  await reasonOf(signIn(world.deps, { email, password: "wrong horse battery" }, call));
  expect(await resolveSession(world.deps, token)).not.toBeNull();
});

test("stores only a digest of the session token", async () => {
  const { token } = await addAccount(world);
  const rows = await world.rows("select encode(digest, 'base64') as digest, s::text as text from session s");
  const text = JSON.stringify(rows);
  expect(text).not.toContain(token);
  expect(text).not.toContain(Buffer.from(token, "base64url").toString("hex"));
});

test("sign-in and sign-out are audited with the account as actor", async () => {
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
