import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import {
  CALLBACK_PATH,
  createExternalProvider,
  type ExternalSettings,
} from "../../../../src/service/accounts/external-provider.ts";
import { type AccountOperations, createAccountOperations } from "../../../../src/service/accounts/operations.ts";
import { startProvider, type TestProvider } from "./provider.ts";
import { bySession, createWorld, PASSWORD, page, platform, someMerchant, someone, type World } from "./world.ts";

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
function platformWith(settings: Partial<ExternalSettings> = {}, at = provider): AccountOperations {
  const external = createExternalProvider({ ...at.settings, ...settings }, PUBLIC_URL);
  return createAccountOperations({ ...world.deps, external });
}

/** Signs the person at the provider in: there and back. */
async function signIn(accounts = platformWith(), at = provider) {
  const { redirectTo, browserToken } = await accounts.beginExternalSignIn("");
  return accounts.completeExternalSignIn({ query: await at.travel(redirectTo), browserToken }, page);
}

const refused = { kind: "unauthenticated", reason: "EXTERNAL_REFUSED" };
const over = { kind: "failed_precondition", reason: "TRIP_OVER" };

test("a person signs in, is known again by (iss, sub), and goes on where they wanted to", async () => {
  const accounts = platformWith();
  const { redirectTo, browserToken } = await accounts.beginExternalSignIn("/interactions/1?a=b");
  const parameters = new URL(redirectTo).searchParams;
  expect(Object.fromEntries(parameters)).toMatchObject({
    response_type: "code",
    redirect_uri: PUBLIC_URL + CALLBACK_PATH,
    code_challenge_method: "S256",
    state: expect.stringMatching(/^[\w-]{43}$/),
    nonce: expect.stringMatching(/^[\w-]{43}$/),
  });
  expect(redirectTo).not.toContain(browserToken);
  const { session, next } = await accounts.completeExternalSignIn(
    { query: await provider.travel(redirectTo), browserToken },
    page,
  );
  expect(next).toBe("/interactions/1?a=b");
  const { email, name } = provider.person;
  expect(session.account).toMatchObject({ email, name, operator: false, developer: false, hasPassword: false });
  expect((await bySession(world, session.token)).actor).toMatchObject({ accountId: session.account.accountId });
  const again = await signIn(accounts);
  expect(again.session.account.accountId).toBe(session.account.accountId);
  expect(again.next).toBe("/");
});

test("a new session ends the one that came with it", async () => {
  const accounts = platformWith();
  const first = await signIn(accounts);
  const { redirectTo, browserToken } = await accounts.beginExternalSignIn("");
  const call = await bySession(world, first.session.token);
  await accounts.completeExternalSignIn({ query: await provider.travel(redirectTo), browserToken }, call);
  expect(await accounts.resolveSession(first.session.token)).toBeNull();
});

test("two first sign-ins of one person at once make one account", async () => {
  const accounts = platformWith();
  const both = await Promise.all([signIn(accounts), signIn(accounts)]);
  expect(new Set(both.map(({ session }) => session.account.accountId)).size).toBe(1);
});

test("where the platform has no login of its own there is none", async () => {
  await expect(world.accounts.beginExternalSignIn("")).rejects.toMatchObject({ reason: "EXTERNAL_CLOSED" });
  await expect(world.accounts.completeExternalSignIn({ query: "", browserToken: "" }, page)).rejects.toMatchObject({
    reason: "EXTERNAL_CLOSED",
  });
  expect(platformWith().getSignInOptions().externalLabel).toBe("Company login");
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
  await expect(platformWith().beginExternalSignIn(next)).rejects.toMatchObject({ violations: [{ field: "next" }] });
});

describe("accounts are never linked by e-mail", () => {
  test("the e-mail of an account with a password makes another account, without the e-mail", async () => {
    const local = await someone(world);
    provider.person = { ...provider.person, email: local.email };
    const { session } = await signIn();
    expect(session.account.accountId).not.toBe(local.accountId);
    expect(session.account.email).toBeNull();
    await world.accounts.signIn({ email: local.email, password: PASSWORD }, page);
  });

  test("an e-mail that an account claimed unverified goes to the person whom the provider knows by it", async () => {
    const email = provider.person.email as string;
    const squat = await world.accounts.signUp({ email, password: PASSWORD, name: "Squatter" }, page);
    const { session } = await signIn();
    expect(session.account).toMatchObject({ email, emailVerifiedAt: expect.any(Number) });
    expect(session.account.accountId).not.toBe(squat.account.accountId);
    const read = { accountId: squat.account.accountId, email: null };
    expect((await world.accounts.getAccount(read, platform)).account).toMatchObject({ email: null });
    await expect(world.accounts.signIn({ email, password: PASSWORD }, page)).rejects.toMatchObject({
      reason: "CREDENTIALS",
    });
  });

  test("a person who was known without an e-mail gets it at a later sign-in, if it is free or claimed unverified", async () => {
    const email = provider.person.email as string;
    provider.person = { ...provider.person, email_verified: false };
    const first = await signIn();
    await world.accounts.signUp({ email, password: PASSWORD, name: "Squatter" }, page);
    provider.person = { ...provider.person, email_verified: true };
    const second = await signIn();
    expect(second.session.account).toMatchObject({ accountId: first.session.account.accountId, email });
  });

  test("an e-mail that nobody verified takes nothing", async () => {
    const email = provider.person.email as string;
    const squat = await world.accounts.signUp({ email, password: PASSWORD, name: "Squatter" }, page);
    provider.person = { ...provider.person, email_verified: false };
    expect((await signIn()).session.account.email).toBeNull();
    const read = { accountId: squat.account.accountId, email: null };
    expect((await world.accounts.getAccount(read, platform)).account).toMatchObject({ email });
  });

  test("the same sub and e-mail from another issuer are another account", async () => {
    const { session } = await signIn();
    stranger.person = { ...provider.person };
    const other = await signIn(platformWith({}, stranger), stranger);
    expect(other.session.account.accountId).not.toBe(session.account.accountId);
  });

  test.each([[false], [undefined], ["true"], [1]])(
    "an e-mail that is not verified (%j) is not kept",
    async (email_verified) => {
      provider.person = { ...provider.person, email_verified };
      expect((await signIn()).session.account.email).toBeNull();
    },
  );

  test("an e-mail of another claim is not kept: `email_verified` speaks of `email` alone", async () => {
    provider.person = { ...provider.person, name: "chosen@example.com" };
    const { session } = await signIn(platformWith({ emailClaim: "name" }));
    expect(session.account).toMatchObject({ email: null, emailVerifiedAt: null });
  });

  test("a password opens no account of the platform's login", async () => {
    const { session } = await signIn();
    const email = session.account.email!;
    await expect(world.accounts.signIn({ email, password: PASSWORD }, page)).rejects.toMatchObject({
      reason: "CREDENTIALS",
    });
    const call = await bySession(world, session.token);
    const change = { currentPassword: PASSWORD, newPassword: "another horse battery" };
    await expect(world.accounts.changePassword(change, call)).rejects.toMatchObject({ reason: "NO_PASSWORD" });
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
    expect((await signIn()).session.account).toMatchObject({ operator: false, developer: false });
  });

  test("the configured claim makes an operator, alone or in a list, and nothing that only looks like it", async () => {
    const accounts = platformWith({ operator });
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
      expect((await signIn(accounts)).session.account.operator).toBe(expected);
    }
  });

  test("goes with the claim at the next sign-in, and with its configuration", async () => {
    provider.person = { ...provider.person, groups: ["operators"] };
    const first = await signIn(platformWith({ operator }));
    expect(await bySession(world, first.session.token)).toMatchObject({ actor: { operator: true } });
    provider.person = { ...provider.person, groups: [] };
    expect((await signIn(platformWith({ operator }))).session.account.operator).toBe(false);
    expect(await bySession(world, first.session.token)).toMatchObject({ actor: { operator: false } });
    provider.person = { ...provider.person, groups: ["operators"] };
    await signIn(platformWith({ operator }));
    expect((await signIn(platformWith())).session.account.operator).toBe(false);
    const changes = await world.rows(
      "select detail->>'operator' as operator from audit_event where action = 'account.roles' and account_id = $1 order by id",
      [first.session.account.accountId],
    );
    expect(changes.map(({ operator: now }) => now)).toEqual(["false", "true", "false"]);
  });

  test("comes by no invitation for an account of the platform's login", async () => {
    const { session } = await signIn();
    const offer = { email: session.account.email!, merchantId: null, role: null, developer: false, operator: true };
    const { url } = await world.accounts.createInvitation(offer, platform);
    const taking = { token: url.split("/").at(-1)!, name: "", password: "" };
    const call = await bySession(world, session.token);
    await expect(world.accounts.acceptInvitation(taking, call)).rejects.toMatchObject({ reason: "EXTERNAL_ACCOUNT" });
  });

  test("a developer's comes and goes by its claim, and stays as it is where none is configured", async () => {
    const developer = { claim: "groups", value: "developers" };
    provider.person = { ...provider.person, groups: ["developers"] };
    expect((await signIn(platformWith({ developer }))).session.account.developer).toBe(true);
    provider.person = { ...provider.person, groups: [] };
    expect((await signIn()).session.account.developer).toBe(true);
    expect((await signIn(platformWith({ developer }))).session.account.developer).toBe(false);
  });
});

describe("memberships by claim", () => {
  const rolesOf = async (accountId: string) => {
    const { memberships } = await world.accounts.getAccount({ accountId, email: null }, platform);
    return Object.fromEntries(memberships.map(({ merchantId, role }) => [merchantId, role]));
  };

  test("come with the claim, change with it and go with it; what a person gave stays", async () => {
    const accounts = platformWith({ membershipClaim: "shops" });
    const owner = await someone(world);
    const [one, two, given] = [
      await someMerchant(world, owner),
      await someMerchant(world, owner),
      await someMerchant(world, owner),
    ].map(({ merchantId }) => merchantId);
    provider.person = { ...provider.person, shops: [`${one}:OWNER`, `${two}:MEMBER`] };
    const { accountId } = (await signIn(accounts)).session.account;
    expect(await rolesOf(accountId)).toEqual({ [one!]: "OWNER", [two!]: "MEMBER" });
    await world.accounts.upsertMembership({ merchantId: given!, accountId, role: "MANAGER" }, owner.call);
    provider.person = { ...provider.person, shops: [`${two}:MANAGER`, `${given}:OWNER`] };
    await signIn(accounts);
    expect(await rolesOf(accountId)).toEqual({ [two!]: "MANAGER", [given!]: "MANAGER" });
    await signIn(platformWith());
    expect(await rolesOf(accountId)).toEqual({ [given!]: "MANAGER" });
  });

  test("need the configured claim, a merchant that is there and open, and a role that is one", async () => {
    const owner = await someone(world, { developer: true });
    const { merchantId } = await someMerchant(world, owner);
    const closed = (await someMerchant(world, owner)).merchantId;
    await world.accounts.closeMerchant(closed, platform);
    const test = { merchantId: null, name: "T", ownerAccountId: null, test: true };
    const born = (await world.accounts.createMerchant(test, owner.call)).merchantId;
    const accounts = platformWith({ membershipClaim: "shops" });
    for (const shops of [
      `${merchantId}:OWNER`,
      [`${merchantId}:owner`],
      [`${merchantId}`],
      [`${merchantId}:OWNER:MEMBER`],
      [{ [merchantId]: "OWNER" }],
      [`${closed}:OWNER`, `${born}:OWNER`, "nobody:OWNER", ":OWNER", 7, null],
    ]) {
      provider.person = { ...provider.person, shops };
      const { accountId } = (await signIn(accounts)).session.account;
      expect(await rolesOf(accountId)).toEqual({});
    }
    provider.person = { ...provider.person, shops: [`${merchantId}:OWNER`] };
    expect(await rolesOf((await signIn()).session.account.accountId)).toEqual({});
  });
});

describe("what comes back is believed only if it belongs to this trip", () => {
  test("wrong state", async () => {
    const accounts = platformWith();
    const { redirectTo, browserToken } = await accounts.beginExternalSignIn("");
    const query = (await provider.travel(redirectTo)).replace(/state=[\w-]{5}/, "state=AAAAA");
    await expect(accounts.completeExternalSignIn({ query, browserToken }, page)).rejects.toMatchObject(refused);
  });

  test.each(["nonce", "code_challenge"])("another %s than the one that went out", async (name) => {
    const accounts = platformWith();
    const { redirectTo, browserToken } = await accounts.beginExternalSignIn("");
    const tampered = new URL(redirectTo);
    tampered.searchParams.set(name, "A".repeat(43));
    const query = await provider.travel(tampered.href);
    await expect(accounts.completeExternalSignIn({ query, browserToken }, page)).rejects.toMatchObject(refused);
  });

  test("RFC 9207 the answer of another issuer", async () => {
    const accounts = platformWith();
    const { redirectTo, browserToken } = await accounts.beginExternalSignIn("");
    const query = new URLSearchParams(await provider.travel(redirectTo));
    query.set("iss", stranger.settings.issuer);
    await expect(
      accounts.completeExternalSignIn({ query: query.toString(), browserToken }, page),
    ).rejects.toMatchObject(refused);
  });

  test("a code of somebody else's trip", async () => {
    const accounts = platformWith();
    const [mine, theirs] = [await accounts.beginExternalSignIn(""), await accounts.beginExternalSignIn("")];
    const query = new URLSearchParams(await provider.travel(mine.redirectTo));
    query.set("code", new URLSearchParams(await provider.travel(theirs.redirectTo)).get("code")!);
    await expect(
      accounts.completeExternalSignIn({ query: query.toString(), browserToken: mine.browserToken }, page),
    ).rejects.toMatchObject(refused);
  });

  test("another browser's token, none, and one of nobody", async () => {
    const accounts = platformWith();
    const { redirectTo } = await accounts.beginExternalSignIn("");
    const query = await provider.travel(redirectTo);
    const other = await accounts.beginExternalSignIn("");
    await expect(
      accounts.completeExternalSignIn({ query, browserToken: other.browserToken }, page),
    ).rejects.toMatchObject(refused);
    for (const browserToken of ["", "x", "A".repeat(43)]) {
      await expect(accounts.completeExternalSignIn({ query, browserToken }, page)).rejects.toMatchObject(over);
    }
  });

  test("a replay, of a trip that failed too, and of many at once", async () => {
    const accounts = platformWith();
    const { redirectTo, browserToken } = await accounts.beginExternalSignIn("");
    const query = await provider.travel(redirectTo);
    const complete = () => accounts.completeExternalSignIn({ query, browserToken }, page);
    const outcomes = await Promise.allSettled([complete(), complete(), complete()]);
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    await expect(complete()).rejects.toMatchObject(over);
    const failed = await accounts.beginExternalSignIn("");
    const wrong = { query: "state=x", browserToken: failed.browserToken };
    await expect(accounts.completeExternalSignIn(wrong, page)).rejects.toMatchObject(refused);
    const right = { query: await provider.travel(failed.redirectTo), browserToken: failed.browserToken };
    await expect(accounts.completeExternalSignIn(right, page)).rejects.toMatchObject(over);
  });

  test("a trip of more than ten minutes", async () => {
    const accounts = platformWith();
    const { redirectTo, browserToken } = await accounts.beginExternalSignIn("");
    const query = await provider.travel(redirectTo);
    await world.rows("update external_sign_in set expires_at = clock_timestamp() where used_at is null");
    await expect(accounts.completeExternalSignIn({ query, browserToken }, page)).rejects.toMatchObject(over);
  });
});

test("the provider's no is told as one", async () => {
  const accounts = platformWith();
  const { redirectTo, browserToken } = await accounts.beginExternalSignIn("");
  const state = new URL(redirectTo).searchParams.get("state")!;
  const query = new URLSearchParams({ error: "access_denied", state, iss: provider.settings.issuer }).toString();
  await expect(accounts.completeExternalSignIn({ query, browserToken }, page)).rejects.toMatchObject({
    kind: "failed_precondition",
    reason: "EXTERNAL_DENIED",
  });
});

test("a suspended account gets no session, and no role on the way", async () => {
  const { session } = await signIn();
  const { accountId } = session.account;
  await world.accounts.suspendAccount({ accountId, reasonCode: "abuse", reasonText: null }, platform);
  provider.person = { ...provider.person, groups: ["operators"] };
  const accounts = platformWith({ operator: { claim: "groups", value: "operators" } });
  await expect(signIn(accounts)).rejects.toMatchObject({ kind: "permission_denied", reason: "ACCOUNT_SUSPENDED" });
  expect((await world.accounts.getAccount({ accountId, email: null }, platform)).account.operator).toBe(false);
});

test("a provider that does not answer, or is another than it says, is UNAVAILABLE and asked again next time", async () => {
  const silent = platformWith({ issuer: "http://127.0.0.1:9" });
  await expect(silent.beginExternalSignIn("")).rejects.toMatchObject({
    kind: "unavailable",
    reason: "EXTERNAL_UNAVAILABLE",
  });
  const alias = platformWith({ issuer: provider.settings.issuer.replace("127.0.0.1", "localhost") });
  await expect(alias.beginExternalSignIn("")).rejects.toMatchObject({ kind: "unavailable" });
});

test("a wrong client secret of ours is refused and tells nobody why", async () => {
  await expect(signIn(platformWith({ clientSecret: "wrong" }))).rejects.toMatchObject(refused);
});

test("the database keeps a digest of the browser's token", async () => {
  const { browserToken } = await platformWith().beginExternalSignIn("");
  const [row] = await world.rows<{ text: string }>("select string_agg(e::text, ' ') as text from external_sign_in e");
  expect(row!.text).not.toContain(browserToken);
  expect(row!.text).not.toContain(Buffer.from(browserToken, "base64url").toString("hex"));
});
