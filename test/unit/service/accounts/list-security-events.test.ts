import { expect, test } from "vitest";
import { completeSignIn } from "../../../../src/service/accounts/complete-sign-in.ts";
import { getSecondFactors } from "../../../../src/service/accounts/get-second-factors.ts";
import {
  listSecurityEvents,
  type SecurityEventsRequest,
} from "../../../../src/service/accounts/list-security-events.ts";
import { removePasskey } from "../../../../src/service/accounts/remove-passkey.ts";
import { setAccountRoles } from "../../../../src/service/accounts/set-account-roles.ts";
import { signIn } from "../../../../src/service/accounts/sign-in.ts";
import { signOut } from "../../../../src/service/accounts/sign-out.ts";
import { recordAudit } from "../../../../src/service/audit/record-audit.ts";
import type { Call } from "../../../../src/service/call.ts";
import { addAccount, bySession, operatorCall, PASSWORD } from "../../../support/world/accounts.ts";
import { addAccountWithPasskey } from "../../../support/world/authenticator.ts";
import { callOf, page } from "../../../support/world/calls.ts";
import { useWorld } from "../../../support/world/fixtures.ts";
import { addAccountWithTotp, startSignIn } from "../../../support/world/second-factors.ts";

const world = useWorld();

const all = { pageSize: 0, pageToken: "", group: null } as const;

const list = async (call: Call, request: SecurityEventsRequest = all) =>
  (await listSecurityEvents(world.deps, request, call)).items;

const firefox = { ...page, userAgent: "Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0" };

test("lists the account's own events with device and network, newest first", async () => {
  const { email, call } = await addAccount(world);
  await addAccount(world);
  const { session } = await signIn(world.deps, { email, password: PASSWORD }, firefox);
  await signOut(world.deps, { ...(await bySession(world, session!.token)), userAgent: firefox.userAgent });
  const device = { browser: "Firefox", system: "Linux", network: "192.0.2.0/24", byOther: false };
  expect(await list(call)).toMatchObject([
    { action: "session.end", method: null, endedSessions: 0, ...device },
    { action: "session.start", method: "password", ...device },
    { action: "session.start", method: "password", browser: null, system: null },
  ]);
});

test("events of a passkey have its name, which events of earlier releases lack", async () => {
  const { accountId, call } = await addAccountWithPasskey(world);
  const [passkey] = (await getSecondFactors(world.deps, call)).passkeys;
  await removePasskey(world.deps, { passkeyId: passkey!.id }, call);
  const detail = { method: "passkey" };
  await world.management.transactional(async (tx) =>
    recordAudit(tx, call, { action: "account.remove_second_factor", accountId, detail }),
  );
  const events = (await list(call)).filter(({ action }) => action.endsWith("second_factor"));
  expect(events.map(({ action, passkeyName }) => [action, passkeyName])).toEqual([
    ["account.remove_second_factor", null],
    ["account.remove_second_factor", passkey!.name],
    ["account.add_second_factor", passkey!.name],
  ]);
});

test("a wrong second step after the correct password is listed with the stranger's device", async () => {
  const { email, call, accountId } = await addAccountWithTotp(world);
  const { token: pendingToken } = await startSignIn(world, email, firefox);
  const attempt = completeSignIn(world.deps, { pendingToken, proof: { kind: "totp", code: "000000" } }, firefox);
  await expect(attempt).rejects.toMatchObject({ reason: "SECOND_FACTOR" });
  const [refused] = await list(call);
  const event = { action: "session.refuse", method: "totp", browser: "Firefox", network: "192.0.2.0/24" };
  expect(refused).toMatchObject({ ...event, byOther: false, secondFactor: null });
  expect(
    await world.rows("select actor_id from audit_event where account_id = $1 order by id desc limit 1", [accountId]),
  ).toEqual([{ actor_id: null }]);
});

test("a wrong second step is listed with the stranger's device also if the stranger is signed in", async () => {
  const [{ email, call }, stranger] = [await addAccountWithTotp(world), await addAccount(world)];
  const browser = { ...stranger.call, address: "203.0.113.7", userAgent: firefox.userAgent };
  const { token: pendingToken } = await startSignIn(world, email, browser);
  const attempt = completeSignIn(world.deps, { pendingToken, proof: { kind: "totp", code: "000000" } }, browser);
  await expect(attempt).rejects.toMatchObject({ reason: "SECOND_FACTOR" });
  const [refused] = await list(call);
  const device = { browser: "Firefox", system: "Linux", network: "203.0.113.0/24", byOther: false };
  expect(refused).toMatchObject({ action: "session.refuse", ...device });
});

test("the device and network of an operator, or of a service key, are not listed", async () => {
  const [{ accountId, call }, operator] = [await addAccount(world), await operatorCall(world)];
  const roles = { accountId, operator: false, developer: true };
  await setAccountRoles(world.deps, roles, { ...operator, userAgent: firefox.userAgent });
  await world.management.transactional(async (tx) =>
    recordAudit(tx, firefox, { action: "account.reset_second_factor", accountId, detail: { browser: "Firefox" } }),
  );
  const hidden = { browser: null, system: null, network: null, byOther: true };
  expect((await list(call)).slice(0, 2)).toMatchObject([
    { action: "account.reset_second_factor", ...hidden },
    { action: "account.set_roles", ...hidden },
  ]);
});

test("events of consents are skipped, ten are listed, and at most 2,000 rows are read", async () => {
  const { accountId, call } = await addAccount(world);
  const record = (action: "consent.deny" | "session.end", count: number) =>
    world.management.transactional(async (tx) => {
      for (let n = 0; n < count; n++) recordAudit(tx, callOf(accountId), { action, accountId });
    });
  await record("session.end", 12);
  await record("consent.deny", 985);
  expect((await list(call)).map(({ action }) => action)).toEqual(Array(10).fill("session.end"));
  await record("consent.deny", 1015);
  const first = await listSecurityEvents(world.deps, all, call);
  expect(first.items).toEqual([]);
  expect(await list(call, { ...all, pageToken: first.nextPageToken })).toHaveLength(10);
});

test("events of the account's apps and of its decisions as an operator do not displace its own", async () => {
  const [{ accountId, call }, other] = [await addAccount(world), await addAccount(world)];
  await world.management.transactional(async (tx) => {
    for (let n = 0; n < 1000; n++) recordAudit(tx, page, { action: "token.retry_elsewhere", accountId });
    recordAudit(tx, callOf(accountId), { action: "account.suspend", accountId: other.accountId });
  });
  expect((await list(call)).map(({ action }) => action)).toEqual(["session.start"]);
});

test("a page token continues with the older events, without gaps and repetitions", async () => {
  const { accountId, call } = await addAccount(world);
  await world.management.transactional(async (tx) => {
    for (let n = 1; n <= 5; n++) {
      recordAudit(tx, callOf(accountId), { action: "session.end", accountId, detail: { ended_sessions: n } });
      recordAudit(tx, page, { action: "token.retry_elsewhere", accountId });
    }
  });
  const counts: number[][] = [];
  let pageToken = "";
  do {
    const { items, nextPageToken } = await listSecurityEvents(world.deps, { ...all, pageSize: 2, pageToken }, call);
    counts.push(items.map(({ endedSessions }) => endedSessions));
    pageToken = nextPageToken;
  } while (pageToken !== "");
  expect(counts).toEqual([
    [5, 4],
    [3, 2],
    [1, 0],
  ]);
  const forged = listSecurityEvents(world.deps, { ...all, pageSize: 2, pageToken: "forged" }, call);
  await expect(forged).rejects.toMatchObject({ reason: "PAGE_TOKEN" });
});

test("paging does not skip an event between older events of the account and many others about it", async () => {
  const { accountId, call } = await addAccount(world);
  const record = (action: "session.refuse" | "token.revoke", count: number) =>
    world.management.transactional(async (tx) => {
      for (let n = 0; n < count; n++) recordAudit(tx, page, { action, accountId });
    });
  await record("session.refuse", 1);
  await record("token.revoke", 1100);
  await record("session.refuse", 1);
  const actions: string[] = [];
  let pageToken = "";
  do {
    const { items, nextPageToken } = await listSecurityEvents(world.deps, { ...all, pageSize: 10, pageToken }, call);
    actions.push(...items.map(({ action }) => action));
    pageToken = nextPageToken;
  } while (pageToken !== "");
  expect(actions).toEqual(["session.refuse", "session.refuse", "session.start"]);
});

test.each([
  { group: "SIGN_INS", actions: ["session.end", "session.refuse", "session.start"] },
  { group: "FAILED_SIGN_INS", actions: ["session.refuse"] },
  { group: "SECURITY", actions: ["account.reset_password"] },
  { group: "ACCOUNT", actions: ["account.verify_email"] },
] as const)("the group $group has its events only", async ({ group, actions }) => {
  const { accountId, call } = await addAccount(world);
  await world.management.transactional(async (tx) => {
    for (const action of ["account.verify_email", "account.reset_password", "session.refuse", "session.end"] as const)
      recordAudit(tx, callOf(accountId), { action, accountId });
  });
  expect((await list(call, { ...all, group })).map(({ action }) => action)).toEqual(actions);
});

test("paging through a group skips and repeats no event, also across a page without one", async () => {
  const { accountId, call } = await addAccount(world);
  const record = (action: "session.refuse" | "session.end", count: number, detail = {}) =>
    world.management.transactional(async (tx) => {
      for (let n = 0; n < count; n++) recordAudit(tx, callOf(accountId), { action, accountId, detail });
    });
  const marks = [1, 2, 3, 4, 5];
  for (const mark of marks) {
    await record("session.refuse", 1, { ended_sessions: mark });
    await record("session.end", mark === 3 ? 3_500 : 3);
  }
  const seen: number[] = [];
  const sizes: number[] = [];
  let pageToken = "";
  do {
    const request = { pageSize: 2, pageToken, group: "FAILED_SIGN_INS" } as const;
    const { items, nextPageToken } = await listSecurityEvents(world.deps, request, call);
    seen.push(...items.map(({ endedSessions }) => endedSessions));
    sizes.push(items.length);
    pageToken = nextPageToken;
  } while (pageToken !== "");
  expect(seen).toEqual(marks.toReversed());
  expect(sizes).toContain(0);
});
