import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { acceptInvitation } from "../../../../src/service/accounts/accept-invitation.ts";
import { beginExternalSignIn } from "../../../../src/service/accounts/begin-external-sign-in.ts";
import { changePassword } from "../../../../src/service/accounts/change-password.ts";
import { closeMerchant } from "../../../../src/service/accounts/close-merchant.ts";
import { completeExternalSignIn } from "../../../../src/service/accounts/complete-external-sign-in.ts";
import { createInvitation } from "../../../../src/service/accounts/create-invitation.ts";
import { createMerchant } from "../../../../src/service/accounts/create-merchant.ts";
import type { AccountDependencies } from "../../../../src/service/accounts/dependencies.ts";
import {
  CALLBACK_PATH,
  createExternalProvider,
  type ExternalSettings,
} from "../../../../src/service/accounts/external-provider.ts";
import { getAccount } from "../../../../src/service/accounts/get-account.ts";
import { getSignInOptions } from "../../../../src/service/accounts/get-sign-in-options.ts";
import { resolveSession } from "../../../../src/service/accounts/resolve-session.ts";
import { signIn } from "../../../../src/service/accounts/sign-in.ts";
import { signUp } from "../../../../src/service/accounts/sign-up.ts";
import { suspendAccount } from "../../../../src/service/accounts/suspend-account.ts";
import { upsertMembership } from "../../../../src/service/accounts/upsert-membership.ts";
import { addAccount, addMerchant, bySession, PASSWORD } from "../../../support/world/accounts.ts";
import { page, platform } from "../../../support/world/calls.ts";
import { createWorld, type World } from "../../../support/world/world.ts";
import { startProvider, type TestProvider } from "./provider.ts";

const PUBLIC_URL = "https://auth.example.com";

let world: World;
let provider: TestProvider;
let stranger: TestProvider;

beforeAll(async () => {
  // The provider warns that it runs without TLS, which is what this test wants.
  vi.spyOn(console, "warn").mockImplementation(() => {});
  vi.spyOn(console, "info").mockImplementation(() => {});
  [world, provider, stranger] = await Promise.all([
    createWorld(),
    startProvider(PUBLIC_URL + CALLBACK_PATH),
    startProvider(PUBLIC_URL + CALLBACK_PATH),
  ]);
});

afterAll(() => Promise.all([world.close(), provider.close(), stranger.close()]));

let people = 0;

beforeEach(() => {
  const n = people++;
  provider.person = { sub: `person-${n}`, email: `person-${n}@example.com`, email_verified: true, name: `Person ${n}` };
});

/** The operations of a platform with these settings of its login. */
function platformWith(settings: Partial<ExternalSettings> = {}, at = provider): AccountDependencies {
  const external = createExternalProvider({ ...at.settings, ...settings }, PUBLIC_URL);
  return { ...world.deps, external };
}

/** Signs the person at the provider in: there and back. */
async function signInExternally(deps = platformWith(), at = provider) {
  const { redirectTo, browserToken } = await beginExternalSignIn(deps, { next: "" });
  return completeExternalSignIn(deps, { query: await at.travel(redirectTo), browserToken }, page);
}

const refused = { kind: "unauthenticated", reason: "EXTERNAL_REFUSED" };
const over = { kind: "failed_precondition", reason: "EXTERNAL_SIGN_IN_EXPIRED" };

test("a person signs in, is known again by (iss, sub), and goes on where they wanted to", async () => {
  const deps = platformWith();
  const { redirectTo, browserToken } = await beginExternalSignIn(deps, { next: "/interactions/1?a=b" });
  const parameters = new URL(redirectTo).searchParams;
  expect(Object.fromEntries(parameters)).toMatchObject({
    response_type: "code",
    redirect_uri: PUBLIC_URL + CALLBACK_PATH,
    code_challenge_method: "S256",
    state: expect.stringMatching(/^[\w-]{43}$/),
    nonce: expect.stringMatching(/^[\w-]{43}$/),
  });
  expect(redirectTo).not.toContain(browserToken);
  const { session, next } = await completeExternalSignIn(
    deps,
    { query: await provider.travel(redirectTo), browserToken },
    page,
  );
  expect(next).toBe("/interactions/1?a=b");
  const { email, name } = provider.person;
  expect(session.account).toMatchObject({ email, name, operator: false, developer: false });
  expect(session.account.passwordHash).toBeFalsy();
  expect((await bySession(world, session.token)).actor).toMatchObject({ accountId: session.account.id });
  const again = await signInExternally(deps);
  expect(again.session.account.id).toBe(session.account.id);
  expect(again.next).toBe("/");
});

test("a new session ends the one that came with it", async () => {
  const deps = platformWith();
  const first = await signInExternally(deps);
  const { redirectTo, browserToken } = await beginExternalSignIn(deps, { next: "" });
  const call = await bySession(world, first.session.token);
  await completeExternalSignIn(deps, { query: await provider.travel(redirectTo), browserToken }, call);
  expect(await resolveSession(deps, first.session.token)).toBeNull();
});

test("two first sign-ins of one person at once make one account", async () => {
  const deps = platformWith();
  const both = await Promise.all([signInExternally(deps), signInExternally(deps)]);
  expect(new Set(both.map(({ session }) => session.account.id)).size).toBe(1);
});

test("where the platform has no login of its own there is none", async () => {
  await expect(beginExternalSignIn(world.deps, { next: "" })).rejects.toMatchObject({ reason: "EXTERNAL_CLOSED" });
  await expect(completeExternalSignIn(world.deps, { query: "", browserToken: "" }, page)).rejects.toMatchObject({
    reason: "EXTERNAL_CLOSED",
  });
  expect((await getSignInOptions(platformWith())).externalLabel).toBe("Company login");
});

test.each([
  "//evil.example",
  "/\\evil.example",
  "https://evil.example",
  "https:evil",
  "x",
  "/a\nb",
  "/a b",
  `/${"x".repeat(9000)}`,
])("R5 the way on stays on this origin: %j is refused", async (next) => {
  await expect(beginExternalSignIn(platformWith(), { next })).rejects.toMatchObject({
    violations: [{ field: "next" }],
  });
});

describe("accounts are never linked by e-mail", () => {
  test("the e-mail of an account with a password makes another account, without the e-mail", async () => {
    const local = await addAccount(world);
    provider.person = { ...provider.person, email: local.email };
    const { session } = await signInExternally();
    expect(session.account.id).not.toBe(local.accountId);
    expect(session.account.email).toBeFalsy();
    await signIn(world.deps, { email: local.email, password: PASSWORD }, page);
  });

  test("an e-mail that an account claimed unverified goes to the person whom the provider knows by it", async () => {
    const email = provider.person.email as string;
    const squat = await signUp(world.deps, { email, password: PASSWORD, name: "Squatter" }, page);
    const { session } = await signInExternally();
    expect(session.account).toMatchObject({ email, emailVerifiedAt: expect.any(Date) });
    expect(session.account.id).not.toBe(squat.account.id);
    const read = { accountId: squat.account.id, email: null };
    expect((await getAccount(world.deps, read, platform)).account).toMatchObject({ email: null });
    await expect(signIn(world.deps, { email, password: PASSWORD }, page)).rejects.toMatchObject({
      reason: "CREDENTIALS",
    });
  });

  test("a person who was known without an e-mail gets it at a later sign-in, if it is free or claimed unverified", async () => {
    const email = provider.person.email as string;
    provider.person = { ...provider.person, email_verified: false };
    const first = await signInExternally();
    await signUp(world.deps, { email, password: PASSWORD, name: "Squatter" }, page);
    provider.person = { ...provider.person, email_verified: true };
    const second = await signInExternally();
    expect(second.session.account).toMatchObject({ id: first.session.account.id, email });
  });

  test("an e-mail that nobody verified takes nothing", async () => {
    const email = provider.person.email as string;
    const squat = await signUp(world.deps, { email, password: PASSWORD, name: "Squatter" }, page);
    provider.person = { ...provider.person, email_verified: false };
    expect((await signInExternally()).session.account.email).toBeFalsy();
    const read = { accountId: squat.account.id, email: null };
    expect((await getAccount(world.deps, read, platform)).account).toMatchObject({ email });
  });

  test("the same sub and e-mail from another issuer are another account", async () => {
    const { session } = await signInExternally();
    stranger.person = { ...provider.person };
    const other = await signInExternally(platformWith({}, stranger), stranger);
    expect(other.session.account.id).not.toBe(session.account.id);
  });

  test.each([[false], [undefined], ["true"], [1]])(
    "an e-mail that is not verified (%j) is not kept",
    async (email_verified) => {
      provider.person = { ...provider.person, email_verified };
      expect((await signInExternally()).session.account.email).toBeFalsy();
    },
  );

  test("an e-mail of another claim is not kept: `email_verified` speaks of `email` alone", async () => {
    provider.person = { ...provider.person, name: "chosen@example.com" };
    const { session } = await signInExternally(platformWith({ emailClaim: "name" }));
    expect(session.account.email).toBeFalsy();
    expect(session.account.emailVerifiedAt).toBeFalsy();
  });

  test("a password opens no account of the platform's login", async () => {
    const { session } = await signInExternally();
    const email = session.account.email!;
    await expect(signIn(world.deps, { email, password: PASSWORD }, page)).rejects.toMatchObject({
      reason: "CREDENTIALS",
    });
    const call = await bySession(world, session.token);
    const change = { currentPassword: PASSWORD, newPassword: "another horse battery" };
    await expect(changePassword(world.deps, change, call)).rejects.toMatchObject({ reason: "NO_PASSWORD" });
  });
});

describe("roles", () => {
  const operator = { claim: "groups", value: "operators" };

  test("a claim that nobody configured makes nobody anything", async () => {
    provider.person = {
      ...provider.person,
      groups: ["operators"],
      operator: true,
      developer: true,
      roles: ["operator"],
    };
    expect((await signInExternally()).session.account).toMatchObject({ operator: false, developer: false });
  });

  test("the configured claim makes an operator, alone or in a list, and nothing that only looks like it", async () => {
    const deps = platformWith({ operator });
    for (const [groups, expected] of [
      ["operators", true],
      [["staff", "operators"], true],
      ["operators ", false],
      [["Operators"], false],
      [{ operators: true }, false],
      [["operators-of-the-bar"], false],
      [undefined, false],
    ] as const) {
      provider.person = { ...provider.person, groups };
      expect((await signInExternally(deps)).session.account.operator).toBe(expected);
    }
  });

  test("goes with the claim at the next sign-in, and with its configuration", async () => {
    provider.person = { ...provider.person, groups: ["operators"] };
    const first = await signInExternally(platformWith({ operator }));
    expect(await bySession(world, first.session.token)).toMatchObject({ actor: { operator: true } });
    provider.person = { ...provider.person, groups: [] };
    expect((await signInExternally(platformWith({ operator }))).session.account.operator).toBe(false);
    expect(await bySession(world, first.session.token)).toMatchObject({ actor: { operator: false } });
    provider.person = { ...provider.person, groups: ["operators"] };
    await signInExternally(platformWith({ operator }));
    expect((await signInExternally(platformWith())).session.account.operator).toBe(false);
    const changes = await world.rows(
      "select detail->>'operator' as operator from audit_event where action = 'account.roles' and account_id = $1 order by id",
      [first.session.account.id],
    );
    expect(changes.map(({ operator: now }) => now)).toEqual(["false", "true", "false"]);
  });

  test("comes by no invitation for an account of the platform's login", async () => {
    const { session } = await signInExternally();
    const offer = { email: session.account.email!, merchantId: null, role: null, developer: false, operator: true };
    const { url } = await createInvitation(world.deps, offer, platform);
    const taking = { token: url.split("/").at(-1)!, name: "", password: "" };
    const call = await bySession(world, session.token);
    await expect(acceptInvitation(world.deps, taking, call)).rejects.toMatchObject({ reason: "EXTERNAL_ACCOUNT" });
  });

  test("a developer's comes and goes by its claim, and stays as it is where none is configured", async () => {
    const developer = { claim: "groups", value: "developers" };
    provider.person = { ...provider.person, groups: ["developers"] };
    expect((await signInExternally(platformWith({ developer }))).session.account.developer).toBe(true);
    provider.person = { ...provider.person, groups: [] };
    expect((await signInExternally()).session.account.developer).toBe(true);
    expect((await signInExternally(platformWith({ developer }))).session.account.developer).toBe(false);
  });
});

describe("memberships by claim", () => {
  const rolesOf = async (accountId: string) => {
    const { memberships } = await getAccount(world.deps, { accountId, email: null }, platform);
    return Object.fromEntries(memberships.map(({ merchantId, role }) => [merchantId, role]));
  };

  test("come with the claim, change with it and go with it; what a person gave stays", async () => {
    const deps = platformWith({ membershipClaim: "shops" });
    const owner = await addAccount(world);
    const [one, two, given] = [
      await addMerchant(world, owner),
      await addMerchant(world, owner),
      await addMerchant(world, owner),
    ].map(({ merchantId }) => merchantId);
    provider.person = { ...provider.person, shops: [`${one}:OWNER`, `${two}:MEMBER`] };
    const { id: accountId } = (await signInExternally(deps)).session.account;
    expect(await rolesOf(accountId)).toEqual({ [one!]: "OWNER", [two!]: "MEMBER" });
    await upsertMembership(world.deps, { merchantId: given!, accountId, role: "MANAGER" }, owner.call);
    provider.person = { ...provider.person, shops: [`${two}:MANAGER`, `${given}:OWNER`] };
    await signInExternally(deps);
    expect(await rolesOf(accountId)).toEqual({ [two!]: "MANAGER", [given!]: "MANAGER" });
    await signInExternally(platformWith());
    expect(await rolesOf(accountId)).toEqual({ [given!]: "MANAGER" });
  });

  test("need the configured claim, a merchant that is there and open, and a role that is one", async () => {
    const owner = await addAccount(world, { developer: true });
    const { merchantId } = await addMerchant(world, owner);
    const closed = (await addMerchant(world, owner)).merchantId;
    await closeMerchant(world.deps, { merchantId: closed }, platform);
    const test = { merchantId: null, name: "T", ownerAccountId: null, test: true };
    const born = (await createMerchant(world.deps, test, owner.call)).id;
    const deps = platformWith({ membershipClaim: "shops" });
    for (const shops of [
      `${merchantId}:OWNER`,
      [`${merchantId}:owner`],
      [`${merchantId}`],
      [`${merchantId}:OWNER:MEMBER`],
      [{ [merchantId]: "OWNER" }],
      [`${closed}:OWNER`, `${born}:OWNER`, "nobody:OWNER", ":OWNER", 7, null],
    ]) {
      provider.person = { ...provider.person, shops };
      const { id: accountId } = (await signInExternally(deps)).session.account;
      expect(await rolesOf(accountId)).toEqual({});
    }
    provider.person = { ...provider.person, shops: [`${merchantId}:OWNER`] };
    expect(await rolesOf((await signInExternally()).session.account.id)).toEqual({});
  });
});

describe("what comes back is believed only if it belongs to this trip", () => {
  test("wrong state", async () => {
    const deps = platformWith();
    const { redirectTo, browserToken } = await beginExternalSignIn(deps, { next: "" });
    const query = (await provider.travel(redirectTo)).replace(/state=[\w-]{5}/, "state=AAAAA");
    await expect(completeExternalSignIn(deps, { query, browserToken }, page)).rejects.toMatchObject(refused);
  });

  test.each(["nonce", "code_challenge"])("another %s than the one that went out", async (name) => {
    const deps = platformWith();
    const { redirectTo, browserToken } = await beginExternalSignIn(deps, { next: "" });
    const tampered = new URL(redirectTo);
    tampered.searchParams.set(name, "A".repeat(43));
    const query = await provider.travel(tampered.href);
    await expect(completeExternalSignIn(deps, { query, browserToken }, page)).rejects.toMatchObject(refused);
  });

  test("RFC 9207 the answer of another issuer", async () => {
    const deps = platformWith();
    const { redirectTo, browserToken } = await beginExternalSignIn(deps, { next: "" });
    const query = new URLSearchParams(await provider.travel(redirectTo));
    query.set("iss", stranger.settings.issuer);
    await expect(completeExternalSignIn(deps, { query: query.toString(), browserToken }, page)).rejects.toMatchObject(
      refused,
    );
  });

  test("a code of somebody else's trip", async () => {
    const deps = platformWith();
    const [mine, theirs] = [
      await beginExternalSignIn(deps, { next: "" }),
      await beginExternalSignIn(deps, { next: "" }),
    ];
    const query = new URLSearchParams(await provider.travel(mine.redirectTo));
    query.set("code", new URLSearchParams(await provider.travel(theirs.redirectTo)).get("code")!);
    await expect(
      completeExternalSignIn(deps, { query: query.toString(), browserToken: mine.browserToken }, page),
    ).rejects.toMatchObject(refused);
  });

  test("another browser's token, none, and one of nobody", async () => {
    const deps = platformWith();
    const { redirectTo } = await beginExternalSignIn(deps, { next: "" });
    const query = await provider.travel(redirectTo);
    const other = await beginExternalSignIn(deps, { next: "" });
    await expect(completeExternalSignIn(deps, { query, browserToken: other.browserToken }, page)).rejects.toMatchObject(
      refused,
    );
    for (const browserToken of ["", "x", "A".repeat(43)]) {
      await expect(completeExternalSignIn(deps, { query, browserToken }, page)).rejects.toMatchObject(over);
    }
  });

  test("a replay, of a trip that failed too, and of many at once", async () => {
    const deps = platformWith();
    const { redirectTo, browserToken } = await beginExternalSignIn(deps, { next: "" });
    const query = await provider.travel(redirectTo);
    const complete = () => completeExternalSignIn(deps, { query, browserToken }, page);
    const outcomes = await Promise.allSettled([complete(), complete(), complete()]);
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    await expect(complete()).rejects.toMatchObject(over);
    const failed = await beginExternalSignIn(deps, { next: "" });
    const wrong = { query: "state=x", browserToken: failed.browserToken };
    await expect(completeExternalSignIn(deps, wrong, page)).rejects.toMatchObject(refused);
    const right = { query: await provider.travel(failed.redirectTo), browserToken: failed.browserToken };
    await expect(completeExternalSignIn(deps, right, page)).rejects.toMatchObject(over);
  });

  test("a trip of more than ten minutes", async () => {
    const deps = platformWith();
    const { redirectTo, browserToken } = await beginExternalSignIn(deps, { next: "" });
    const query = await provider.travel(redirectTo);
    await world.rows("update external_sign_in set expires_at = clock_timestamp() where used_at is null");
    await expect(completeExternalSignIn(deps, { query, browserToken }, page)).rejects.toMatchObject(over);
  });
});

test("the provider's no is told as one", async () => {
  const deps = platformWith();
  const { redirectTo, browserToken } = await beginExternalSignIn(deps, { next: "" });
  const state = new URL(redirectTo).searchParams.get("state")!;
  const query = new URLSearchParams({ error: "access_denied", state, iss: provider.settings.issuer }).toString();
  await expect(completeExternalSignIn(deps, { query, browserToken }, page)).rejects.toMatchObject({
    kind: "failed_precondition",
    reason: "EXTERNAL_DENIED",
  });
});

test("a suspended account gets no session, and no role on the way", async () => {
  const { session } = await signInExternally();
  const { id: accountId } = session.account;
  await suspendAccount(world.deps, { accountId, reasonCode: "abuse", reasonText: null }, platform);
  provider.person = { ...provider.person, groups: ["operators"] };
  const deps = platformWith({ operator: { claim: "groups", value: "operators" } });
  await expect(signInExternally(deps)).rejects.toMatchObject({
    kind: "permission_denied",
    reason: "ACCOUNT_SUSPENDED",
  });
  expect((await getAccount(world.deps, { accountId, email: null }, platform)).account.operator).toBe(false);
});

test("a provider that does not answer, or is another than it says, is UNAVAILABLE and asked again next time", async () => {
  const silent = platformWith({ issuer: "http://127.0.0.1:9" });
  await expect(beginExternalSignIn(silent, { next: "" })).rejects.toMatchObject({
    kind: "unavailable",
    reason: "EXTERNAL_UNAVAILABLE",
  });
  const alias = platformWith({ issuer: provider.settings.issuer.replace("127.0.0.1", "localhost") });
  await expect(beginExternalSignIn(alias, { next: "" })).rejects.toMatchObject({ kind: "unavailable" });
});

test("a wrong client secret of ours is refused and tells nobody why", async () => {
  await expect(signInExternally(platformWith({ clientSecret: "wrong" }))).rejects.toMatchObject(refused);
});

test("the database keeps a digest of the browser's token", async () => {
  const { browserToken } = await beginExternalSignIn(platformWith(), { next: "" });
  const [row] = await world.rows<{ text: string }>("select string_agg(e::text, ' ') as text from external_sign_in e");
  expect(row!.text).not.toContain(browserToken);
  expect(row!.text).not.toContain(Buffer.from(browserToken, "base64url").toString("hex"));
});
