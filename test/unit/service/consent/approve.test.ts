import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { closeMerchant } from "../../../../src/service/accounts/close-merchant.ts";
import { createMerchant } from "../../../../src/service/accounts/create-merchant.ts";
import { resolveSession } from "../../../../src/service/accounts/resolve-session.ts";
import { suspendAccount } from "../../../../src/service/accounts/suspend-account.ts";
import { suspendMerchant } from "../../../../src/service/accounts/suspend-merchant.ts";
import { upsertMembership } from "../../../../src/service/accounts/upsert-membership.ts";
import type { Call } from "../../../../src/service/call.ts";
import { approve } from "../../../../src/service/consent/approve.ts";
import { deny } from "../../../../src/service/consent/deny.ts";
import { getInteraction } from "../../../../src/service/consent/get-interaction.ts";
import { isVerified } from "../../../../src/service/consent/page-content.ts";
import { startAuthorization } from "../../../../src/service/consent/start-authorization.ts";
import { addAccount, addMerchant, PASSWORD, type TestAccount } from "../../../support/world/accounts.ts";
import { page, platform } from "../../../support/world/calls.ts";
import {
  addApp,
  addScopes,
  authorizeRequest,
  countCodes,
  getPage,
  parametersOf,
  startInteraction,
} from "../../../support/world/consent.ts";
import { useWorld } from "../../../support/world/fixtures.ts";
import { signIn } from "../../../support/world/sign-in.ts";
import { ISSUER } from "../../../support/world/world.ts";

let developer: TestAccount;
let owner: TestAccount;
let merchantId: string;
let clientId: string;
const world = useWorld();
beforeAll(async () => {
  await addScopes(world);
  developer = await addAccount(world, { developer: true });
});

beforeEach(async () => {
  owner = await addAccount(world);
  ({ merchantId } = await addMerchant(world, owner));
  clientId = await addApp(world, developer);
});

/** An approval as the page of a new interaction would send it. */
async function approval(call: Call = owner.call, asked = authorizeRequest(clientId)) {
  const interactionId = await startInteraction(world, asked, call);
  const { csrfToken, requestedScopes: scopes } = await getPage(world, interactionId, call);
  return { interactionId, csrfToken, merchantId, scopes };
}

async function reasonOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    (value) => ({ done: value }),
    ({ kind, reason }) => ({ kind, reason }),
  );
}

test("RFC 6749 §4.1.2, P4 RFC 9207 redirects with code, state and iss; the code is for the selected merchant", async () => {
  const second = await addMerchant(world, owner);
  const redirectTo = await approve(world.deps, { ...(await approval()), merchantId: second.merchantId }, owner.call);
  expect(parametersOf(redirectTo)).toEqual({
    code: expect.stringMatching(/^lk_ac_[0-9A-Za-z]{71}$/),
    state: "state-1",
    iss: ISSUER,
  });
  const [code] = await world.rows(
    "select merchant_id, account_id, scopes, replaces_grant from authorization_code where account_id = $1",
    [owner.accountId],
  );
  expect(code).toEqual({
    merchant_id: second.merchantId,
    account_id: owner.accountId,
    scopes: ["orders:read", "orders:write"],
    replaces_grant: true,
  });
});

test("C3 the merchant may decline an optional scope, but no required one, and cannot add scopes", async () => {
  const given = await approval(owner.call, authorizeRequest(clientId, { scope: "orders:read" }));
  const refused = { kind: "invalid_argument", reason: "SCOPES" };
  expect(
    await reasonOf(approve(world.deps, { ...given, scopes: ["orders:read", "orders:write"] }, owner.call)),
  ).toEqual(refused);
  expect(await reasonOf(approve(world.deps, { ...given, scopes: [] }, owner.call))).toEqual(refused);
  expect(await countCodes(world, clientId)).toBe(0);
  const whole = await approval();
  expect(await reasonOf(approve(world.deps, { ...whole, scopes: ["orders:write"] }, owner.call))).toEqual(refused);
  await approve(world.deps, { ...whole, scopes: ["orders:read"] }, owner.call);
  const [code] = await world.rows("select scopes, ungranted_scopes from authorization_code where account_id = $1", [
    owner.accountId,
  ]);
  expect(code).toEqual({ scopes: ["orders:read"], ungranted_scopes: ["orders:write"] });
});

describe("C1 CSRF", () => {
  test("rejects a missing, wrong or modified token, and the token of another interaction or session; writes nothing", async () => {
    const given = await approval();
    const other = await approval();
    const again = await signIn(world.deps, { email: owner.email, password: PASSWORD }, page);
    const second: Call = { ...page, actor: await resolveSession(world.deps, again.token) };
    const elsewhere = await getPage(world, given.interactionId, second);
    const wrong = [
      "",
      "x",
      "A".repeat(43),
      given.csrfToken.toLowerCase(),
      `${given.csrfToken}=`,
      other.csrfToken,
      elsewhere.csrfToken,
    ];
    for (const csrfToken of wrong) {
      const refused = { kind: "permission_denied", reason: "CSRF" };
      expect(await reasonOf(approve(world.deps, { ...given, csrfToken }, owner.call))).toEqual(refused);
      expect(await reasonOf(deny(world.deps, { ...given, csrfToken }, owner.call))).toEqual(refused);
    }
    expect(await countCodes(world, clientId)).toBe(0);
    expect(
      await world.rows("select 1 from installation i join app a on a.id = i.app_id where a.client_id = $1", [clientId]),
    ).toEqual([]);
    await approve(world.deps, { ...given, csrfToken: elsewhere.csrfToken }, second);
  });
});

describe("one code", () => {
  test("a second approve is FAILED_PRECONDITION, and so is an approve after deny", async () => {
    const given = await approval();
    await approve(world.deps, given, owner.call);
    const used = { kind: "failed_precondition", reason: "INTERACTION_USED" };
    expect(await reasonOf(approve(world.deps, given, owner.call))).toEqual(used);
    expect(await reasonOf(deny(world.deps, given, owner.call))).toEqual(used);
    const denied = await approval();
    await deny(world.deps, denied, owner.call);
    expect(await reasonOf(approve(world.deps, denied, owner.call))).toEqual(used);
    expect(await countCodes(world, clientId)).toBe(1);
  });

  test("20 concurrent approvals issue one code", async () => {
    const given = await approval();
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, () => reasonOf(approve(world.deps, given, owner.call))),
    );
    expect(outcomes.filter((outcome) => Object.hasOwn(outcome as object, "done"))).toHaveLength(1);
    expect(await countCodes(world, clientId)).toBe(1);
  });

  test("a failed transaction issues no code, and a retry issues one", async () => {
    const given = await approval();
    await world.rows(
      `create function fail() returns trigger language plpgsql as $$ begin raise exception 'disk' using errcode = '53100'; end $$`,
    );
    await world.rows(
      "create trigger fail before update on interaction for each row when (new.used_at is not null) execute function fail()",
    );
    await expect(approve(world.deps, given, owner.call)).rejects.toMatchObject({ name: "StorageError" });
    await world.rows("drop trigger fail on interaction");
    expect(await countCodes(world, clientId)).toBe(0);
    await approve(world.deps, given, owner.call);
    expect(await countCodes(world, clientId)).toBe(1);
  });
});

describe("C2 the account", () => {
  test("another account's interaction is NOT_FOUND, even with a valid form token", async () => {
    const given = await approval();
    const other = await addAccount(world);
    // The token is bound to the session's id: only with that of the owner does it reach the account.
    const { sessionId } = owner.call.actor!;
    const call: Call = { ...page, actor: { ...other.call.actor!, sessionId } };
    const refused = { kind: "not_found", reason: "INTERACTION_NOT_FOUND" };
    expect(await reasonOf(approve(world.deps, given, call))).toEqual(refused);
    expect(await reasonOf(deny(world.deps, given, call))).toEqual(refused);
    expect(await countCodes(world, clientId)).toBe(0);
  });

  test("an unopened interaction, and one with a stored error, cannot be approved or denied", async () => {
    const given = await approval();
    const refused = { kind: "failed_precondition", reason: "INTERACTION_NOT_SHOWN" };
    for (const change of ["account_id = null", "account_id = $2, outcome = '{}'"]) {
      const values = change.includes("$2") ? [given.interactionId, owner.accountId] : [given.interactionId];
      await world.rows(`update interaction set ${change} where id = $1`, values);
      expect(await reasonOf(approve(world.deps, given, owner.call))).toEqual(refused);
      expect(await reasonOf(deny(world.deps, given, owner.call))).toEqual(refused);
    }
    expect(await countCodes(world, clientId)).toBe(0);
  });
});

describe("the merchant", () => {
  test("must be one for which the account may consent; otherwise the interaction stays open", async () => {
    const stranger = await addMerchant(world, await addAccount(world));
    const membersOnly = await addMerchant(world, await addAccount(world));
    const role = { merchantId: membersOnly.merchantId, accountId: owner.accountId, role: "MEMBER" as const };
    await upsertMembership(world.deps, role, platform);
    const given = await approval();
    for (const wrong of [stranger.merchantId, membersOnly.merchantId, "nobody", "", "m\0"]) {
      const refused = { kind: "permission_denied", reason: "MERCHANT_REFUSED" };
      expect(await reasonOf(approve(world.deps, { ...given, merchantId: wrong }, owner.call))).toEqual(refused);
    }
    expect(await countCodes(world, clientId)).toBe(0);
    await upsertMembership(world.deps, { ...role, role: "MANAGER" }, platform);
    await approve(world.deps, { ...(await approval()), merchantId: membersOnly.merchantId }, owner.call);
  });

  test("A11 suspended after the page was shown: redirects with access_denied and issues no code", async () => {
    const given = await approval();
    await suspendMerchant(world.deps, { merchantId, reasonCode: "abuse", reasonText: null }, platform);
    const redirectTo = await approve(world.deps, given, owner.call);
    expect(parametersOf(redirectTo)).toMatchObject({ error: "access_denied", state: "state-1", iss: ISSUER });
    expect(await countCodes(world, clientId)).toBe(0);
  });

  test("closed after the page was shown: rejected, no code", async () => {
    const given = await approval();
    await closeMerchant(world.deps, { merchantId }, platform);
    expect(await reasonOf(approve(world.deps, given, owner.call))).toMatchObject({ kind: "permission_denied" });
    expect(await countCodes(world, clientId)).toBe(0);
  });
});

describe("the app changes after the page was shown", () => {
  test.each([
    ["A11 suspended", "update app set state = 'SUSPENDED' where client_id = $1"],
    ["archived", "update app set state = 'ARCHIVED' where client_id = $1"],
    ["R4 without the redirect URI", "update app set redirect_uris = '{https://other.example/cb}' where client_id = $1"],
  ])("%s: shows an error page, and issues no code", async (_name, change) => {
    const given = await approval();
    await world.rows(change, [clientId]);
    const refused = { kind: "failed_precondition", reason: "APP_REFUSED" };
    expect(await reasonOf(approve(world.deps, given, owner.call))).toEqual(refused);
    expect(await reasonOf(deny(world.deps, given, owner.call))).toEqual(refused);
    expect(await reasonOf(getInteraction(world.deps, { interactionId: given.interactionId }, owner.call))).toEqual(
      refused,
    );
    expect(await countCodes(world, clientId)).toBe(0);
  });

  test("A11 suspended: names the app only to the account that saw its page", async () => {
    const metadata = { app_state: "suspended", app_name: expect.any(String), developer_name: expect.any(String) };
    const [given, unseen] = [await approval(), await startInteraction(world, authorizeRequest(clientId), owner.call)];
    await world.rows("update app set state = 'SUSPENDED' where client_id = $1", [clientId]);
    for (const answer of [approve, deny])
      await expect(answer(world.deps, given, owner.call)).rejects.toMatchObject({ metadata });
    const open = (interactionId: string) => getInteraction(world.deps, { interactionId }, owner.call);
    await expect(open(given.interactionId)).rejects.toMatchObject({ metadata });
    await expect(open(unseen)).rejects.toMatchObject({ reason: "APP_REFUSED", metadata: {} });
  });

  test("with fewer scopes: redirects with invalid_scope", async () => {
    const given = await approval();
    await world.rows("update app set registered_scopes = '{orders:read}' where client_id = $1", [clientId]);
    expect(parametersOf(await approve(world.deps, given, owner.call))).toMatchObject({ error: "invalid_scope" });
    expect(await countCodes(world, clientId)).toBe(0);
  });
});

describe("the content of the page changed", () => {
  const changed = { kind: "failed_precondition", reason: "CONSENT_CHANGED" };
  const optional = [
    { name: "orders:read", reason: "To print labels", required: true },
    { name: "orders:write", reason: "To mark them sent", required: true },
  ];
  const changes: [string, string, unknown[]][] = [
    ["an optional scope becomes required", "scopes = $2, revision = revision + 1", [JSON.stringify(optional)]],
    ["the app has a new revision", "revision = revision + 1", []],
    ["the app has a new name", "name = 'Labels Pro'", []],
    ["the app is no longer approved", "state = 'DRAFT'", []],
  ];
  test.each(changes)("%s: issues no code; the new page can be approved", async (_name, change, values) => {
    if (change.startsWith("state")) {
      ({ id: merchantId } = await testMerchant());
      owner = developer;
    }
    const given = await approval();
    await world.rows(`update app set ${change} where client_id = $1`, [clientId, ...values]);
    for (const scopes of [given.scopes, ["orders:read"]]) {
      expect(await reasonOf(approve(world.deps, { ...given, scopes }, owner.call))).toEqual(changed);
    }
    expect(await countCodes(world, clientId)).toBe(0);
    const { csrfToken } = await getPage(world, given.interactionId, owner.call);
    await approve(world.deps, { ...given, csrfToken }, owner.call);
    expect(await countCodes(world, clientId)).toBe(1);
  });

  test("the catalogue has a new title for a scope: issues no code", async () => {
    const given = await approval();
    await world.rows("update scope set title = 'See all orders' where name = 'orders:read'");
    expect(await reasonOf(approve(world.deps, given, owner.call))).toEqual(changed);
    await world.rows("update scope set title = 'See orders' where name = 'orders:read'");
    await approve(world.deps, given, owner.call);
  });

  test("the page showed one merchant: an approval for another one is rejected", async () => {
    const given = await approval();
    const second = await addMerchant(world, owner);
    expect(await reasonOf(approve(world.deps, { ...given, merchantId: second.merchantId }, owner.call))).toEqual(
      changed,
    );
    expect(await countCodes(world, clientId)).toBe(0);
    await approve(world.deps, given, owner.call);
  });

  test("the page showed several merchants: the approval is for the named one, even if it is the only one left", async () => {
    const second = await addMerchant(world, owner);
    const given = await approval();
    await closeMerchant(world.deps, { merchantId: second.merchantId }, platform);
    await approve(world.deps, given, owner.call);
    expect(await countCodes(world, clientId)).toBe(1);
  });

  test("rejects a form token with a replaced digest", async () => {
    const given = await approval();
    const [mac] = given.csrfToken.split(".");
    await world.rows("update app set revision = revision + 1 where client_id = $1", [clientId]);
    const [, digest] = (await getPage(world, given.interactionId, owner.call)).csrfToken.split(".");
    const csrfToken = `${mac}.${digest}`;
    expect(await reasonOf(approve(world.deps, { ...given, csrfToken }, owner.call))).toEqual({
      kind: "permission_denied",
      reason: "CSRF",
    });
  });

  async function testMerchant() {
    const test = { merchantId: null, name: "Mine", ownerAccountId: null, test: true };
    return createMerchant(world.deps, test, developer.call);
  }
});

test("a suspended account has no interaction", async () => {
  const given = await approval();
  await suspendAccount(world.deps, { accountId: owner.accountId, reasonCode: "abuse", reasonText: null }, platform);
  expect(await reasonOf(approve(world.deps, given, owner.call))).toMatchObject({ kind: "not_found" });
});

test("audits the code with account, app and merchant", async () => {
  await approve(world.deps, await approval(), owner.call);
  const events = await world.rows(
    "select actor_id, merchant_id from audit_event where action = 'token.issue' and client_id = $1",
    [clientId],
  );
  expect(events).toEqual([{ actor_id: owner.accountId, merchant_id: merchantId }]);
});

test("R3 a public native app gets its code at its own port, and the challenge is stored", async () => {
  clientId = await addApp(world, developer, { confidential: false, redirectUris: ["http://127.0.0.1/cb"] });
  const challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";
  const native = {
    redirect_uri: "http://127.0.0.1:51004/cb",
    code_challenge: challenge,
    code_challenge_method: "S256",
  };
  const redirectTo = await approve(
    world.deps,
    await approval(owner.call, authorizeRequest(clientId, native)),
    owner.call,
  );
  expect(redirectTo).toMatch(/^http:\/\/127\.0\.0\.1:51004\/cb\?code=/);
  const [code] = await world.rows("select code_challenge from authorization_code where account_id = $1", [
    owner.accountId,
  ]);
  expect(code).toEqual({ code_challenge: challenge });
});

describe("an app in test", () => {
  let ownMerchant: string;

  beforeEach(async () => {
    developer = await addAccount(world, { developer: true });
    clientId = await addApp(world, developer, {
      state: "DRAFT",
      scopes: [
        { name: "orders:read", reason: "", required: true },
        { name: "payouts", reason: "", required: false },
      ],
      registeredScopes: ["orders:read"],
    });
    const test = { merchantId: null, name: "Mine", ownerAccountId: null, test: true };
    ownMerchant = (await createMerchant(world.deps, test, developer.call)).id;
  });

  test("offers only its developer's test merchants, is not verified, and gets no restricted scope", async () => {
    await addMerchant(world, developer);
    const asked = authorizeRequest(clientId, { scope: "orders:read payouts" });
    const id = await startInteraction(world, asked, developer.call);
    const view = await getPage(world, id, developer.call);
    expect(isVerified(view.app)).toBe(false);
    expect(view.merchants.map((merchant) => merchant.merchantId)).toEqual([ownMerchant]);
    const { csrfToken, requestedScopes: scopes } = view;
    await approve(world.deps, { interactionId: id, csrfToken, merchantId: ownMerchant, scopes }, developer.call);
    const [code] = await world.rows("select scopes from authorization_code where account_id = $1", [
      developer.accountId,
    ]);
    expect(code).toEqual({ scopes: ["orders:read"] });
  });

  test("is hidden from other accounts, and rejects a live merchant of the developer", async () => {
    const real = await addMerchant(world, developer);
    const asked = authorizeRequest(clientId, { scope: "orders:read" });
    expect(await startAuthorization(world.deps, asked, owner.call)).toMatchObject({
      kind: "page",
      reason: "app",
    });
    const waiting = await startInteraction(world, asked);
    expect(await reasonOf(getInteraction(world.deps, { interactionId: waiting }, owner.call))).toEqual({
      kind: "failed_precondition",
      reason: "APP_REFUSED",
    });
    const given = await approval(developer.call, asked);
    const outcome = await reasonOf(approve(world.deps, { ...given, merchantId: real.merchantId }, developer.call));
    expect(outcome).toEqual({ kind: "permission_denied", reason: "MERCHANT_REFUSED" });
  });
});
