import { beforeEach, describe, expect, test } from "vitest";
import { beginExternalSignIn } from "../../../../src/service/accounts/begin-external-sign-in.ts";
import { completeExternalSignIn } from "../../../../src/service/accounts/complete-external-sign-in.ts";
import { CALLBACK_PATH } from "../../../../src/service/accounts/external-provider.ts";
import { getAccount } from "../../../../src/service/accounts/get-account.ts";
import { resolveSession } from "../../../../src/service/accounts/resolve-session.ts";
import { suspendAccount } from "../../../../src/service/accounts/suspend-account.ts";
import { bySession } from "../../../support/world/accounts.ts";
import { page, platform } from "../../../support/world/calls.ts";
import { useExternalWorld } from "./external-world.ts";

const world = useExternalWorld();
beforeEach(() => world.changePerson());

const over = { kind: "failed_precondition", reason: "EXTERNAL_SIGN_IN_EXPIRED" };

const refused = { kind: "unauthenticated", reason: "EXTERNAL_REFUSED" };

test("creates an account for (iss, sub), finds it again, and returns the path to continue with", async () => {
  const deps = world.withProvider();
  const { redirectTo, browserToken } = await beginExternalSignIn(deps, { next: "/interactions/1?a=b" });
  const parameters = new URL(redirectTo).searchParams;
  expect(Object.fromEntries(parameters)).toMatchObject({
    response_type: "code",
    redirect_uri: world.deps.publicUrl + CALLBACK_PATH,
    code_challenge_method: "S256",
    state: expect.stringMatching(/^[\w-]{43}$/),
    nonce: expect.stringMatching(/^[\w-]{43}$/),
  });
  expect(redirectTo).not.toContain(browserToken);
  const { session, next } = await completeExternalSignIn(
    deps,
    { query: await world.provider.travel(redirectTo), browserToken },
    page,
  );
  expect(next).toBe("/interactions/1?a=b");
  const { email, name } = world.provider.person;
  expect(session.account).toMatchObject({ email, name, operator: false, developer: false });
  expect(session.account.passwordHash).toBeFalsy();
  expect((await bySession(world, session.token)).actor).toMatchObject({ accountId: session.account.id });
  const again = await world.signInExternally(deps);
  expect(again.session.account.id).toBe(session.account.id);
  expect(again.next).toBe("/");
});

test("ends the call's previous session", async () => {
  const deps = world.withProvider();
  const first = await world.signInExternally(deps);
  const { redirectTo, browserToken } = await beginExternalSignIn(deps, { next: "" });
  const call = await bySession(world, first.session.token);
  await completeExternalSignIn(deps, { query: await world.provider.travel(redirectTo), browserToken }, call);
  expect(await resolveSession(deps, first.session.token)).toBeNull();
});

test("concurrent first sign-ins create one account", async () => {
  const deps = world.withProvider();
  const both = await Promise.all([world.signInExternally(deps), world.signInExternally(deps)]);
  expect(new Set(both.map(({ session }) => session.account.id)).size).toBe(1);
});

describe("a callback is valid only for its own login", () => {
  test("rejects a wrong state", async () => {
    const deps = world.withProvider();
    const { redirectTo, browserToken } = await beginExternalSignIn(deps, { next: "" });
    const query = (await world.provider.travel(redirectTo)).replace(/state=[\w-]{5}/, "state=AAAAA");
    await expect(completeExternalSignIn(deps, { query, browserToken }, page)).rejects.toMatchObject(refused);
  });

  test.each(["nonce", "code_challenge"])("rejects another %s than the one sent", async (name) => {
    const deps = world.withProvider();
    const { redirectTo, browserToken } = await beginExternalSignIn(deps, { next: "" });
    const tampered = new URL(redirectTo);
    tampered.searchParams.set(name, "A".repeat(43));
    const query = await world.provider.travel(tampered.href);
    await expect(completeExternalSignIn(deps, { query, browserToken }, page)).rejects.toMatchObject(refused);
  });

  test("RFC 9207 rejects the response of another issuer", async () => {
    const deps = world.withProvider();
    const { redirectTo, browserToken } = await beginExternalSignIn(deps, { next: "" });
    const query = new URLSearchParams(await world.provider.travel(redirectTo));
    query.set("iss", world.otherProvider.settings.issuer);
    await expect(completeExternalSignIn(deps, { query: query.toString(), browserToken }, page)).rejects.toMatchObject(
      refused,
    );
  });

  test("rejects a code of another login", async () => {
    const deps = world.withProvider();
    const [mine, theirs] = [
      await beginExternalSignIn(deps, { next: "" }),
      await beginExternalSignIn(deps, { next: "" }),
    ];
    const query = new URLSearchParams(await world.provider.travel(mine.redirectTo));
    query.set("code", new URLSearchParams(await world.provider.travel(theirs.redirectTo)).get("code")!);
    await expect(
      completeExternalSignIn(deps, { query: query.toString(), browserToken: mine.browserToken }, page),
    ).rejects.toMatchObject(refused);
  });

  test("rejects another browser's token, an empty one and an unknown one", async () => {
    const deps = world.withProvider();
    const { redirectTo } = await beginExternalSignIn(deps, { next: "" });
    const query = await world.provider.travel(redirectTo);
    const other = await beginExternalSignIn(deps, { next: "" });
    await expect(completeExternalSignIn(deps, { query, browserToken: other.browserToken }, page)).rejects.toMatchObject(
      refused,
    );
    for (const browserToken of ["", "x", "A".repeat(43)]) {
      await expect(completeExternalSignIn(deps, { query, browserToken }, page)).rejects.toMatchObject(over);
    }
  });

  test("rejects a replay, also of a failed login and of concurrent requests", async () => {
    const deps = world.withProvider();
    const { redirectTo, browserToken } = await beginExternalSignIn(deps, { next: "" });
    const query = await world.provider.travel(redirectTo);
    const complete = () => completeExternalSignIn(deps, { query, browserToken }, page);
    const outcomes = await Promise.allSettled([complete(), complete(), complete()]);
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    await expect(complete()).rejects.toMatchObject(over);
    const failed = await beginExternalSignIn(deps, { next: "" });
    const wrong = { query: "state=x", browserToken: failed.browserToken };
    await expect(completeExternalSignIn(deps, wrong, page)).rejects.toMatchObject(refused);
    const right = { query: await world.provider.travel(failed.redirectTo), browserToken: failed.browserToken };
    await expect(completeExternalSignIn(deps, right, page)).rejects.toMatchObject(over);
  });

  test("expires after ten minutes", async () => {
    const deps = world.withProvider();
    const { redirectTo, browserToken } = await beginExternalSignIn(deps, { next: "" });
    const query = await world.provider.travel(redirectTo);
    await world.rows("update external_sign_in set expires_at = clock_timestamp() where used_at is null");
    await expect(completeExternalSignIn(deps, { query, browserToken }, page)).rejects.toMatchObject(over);
  });
});

test("an error response of the provider is EXTERNAL_DENIED, with the path to continue with", async () => {
  const deps = world.withProvider();
  const { redirectTo, browserToken } = await beginExternalSignIn(deps, { next: "/install/app_1" });
  const state = new URL(redirectTo).searchParams.get("state")!;
  const query = new URLSearchParams({ error: "access_denied", state, iss: world.provider.settings.issuer }).toString();
  await expect(completeExternalSignIn(deps, { query, browserToken }, page)).rejects.toMatchObject({
    kind: "failed_precondition",
    reason: "EXTERNAL_DENIED",
    metadata: { next: "/install/app_1" },
  });
});

test("a suspended account gets no session and no role", async () => {
  const { session } = await world.signInExternally();
  const { id: accountId } = session.account;
  await suspendAccount(world.deps, { accountId, reasonCode: "abuse", reasonText: null }, platform);
  world.provider.person = { ...world.provider.person, groups: ["operators"] };
  const deps = world.withProvider({ operator: { claim: "groups", value: "operators" } });
  await expect(world.signInExternally(deps)).rejects.toMatchObject({
    kind: "permission_denied",
    reason: "ACCOUNT_SUSPENDED",
  });
  expect((await getAccount(world.deps, { accountId, email: null }, platform)).account.operator).toBe(false);
});

test("a wrong client secret is EXTERNAL_REFUSED without details", async () => {
  await expect(world.signInExternally(world.withProvider({ clientSecret: "wrong" }))).rejects.toMatchObject(refused);
});

test("stores a digest of the browser's token", async () => {
  const { browserToken } = await beginExternalSignIn(world.withProvider(), { next: "" });
  const [row] = await world.rows<{ text: string }>("select string_agg(e::text, ' ') as text from external_sign_in e");
  expect(row!.text).not.toContain(browserToken);
  expect(row!.text).not.toContain(Buffer.from(browserToken, "base64url").toString("hex"));
});
