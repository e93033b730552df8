import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createAppOperations } from "../../../../src/service/apps/create.ts";
import type { Call } from "../../../../src/service/call.ts";
import {
  addAccount,
  callOf,
  createApproved,
  createDraft,
  createFixture,
  developerCall,
  type Fixture,
  keyCall,
  NO_SETTINGS,
  operatorCall,
  profile,
  requestErrorOf,
} from "../fixture.ts";

let fixture: Fixture;
let developer: Call;
beforeAll(async () => {
  fixture = await createFixture();
  developer = await developerCall(fixture);
});
afterAll(() => fixture.close());

const settings = NO_SETTINGS;
const create = (call: Call, changes = {}) =>
  fixture.apps.create({ profile: profile(), confidential: true, settings, developerAccountId: null, ...changes }, call);

describe("how many apps a developer has", () => {
  const FULL = { kind: "resource_exhausted", reason: "APP_LIMIT" };
  const limited = () => createAppOperations({ ...fixture.dependencies, appsPerDeveloper: 2 });
  const make = (call: Call, developerAccountId: string | null = null) =>
    limited().create({ profile: profile(), confidential: false, settings, developerAccountId }, call);

  test("is limited in their own session, also of many at once, and not for a service key", async () => {
    const call = await developerCall(fixture);
    const outcomes = await Promise.allSettled(Array.from({ length: 6 }, () => make(call)));
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(2);
    expect(await requestErrorOf(make(call))).toEqual(FULL);
    await make(keyCall(), call.actor!.accountId);
    await make(await developerCall(fixture));
  });

  test("an archived one counts for a day longer, so that no loop makes rows without end", async () => {
    const call = await developerCall(fixture);
    const { clientId } = (await make(call)).app;
    await make(call);
    await fixture.apps.archive(clientId, call);
    expect(await requestErrorOf(make(call))).toEqual(FULL);
    await fixture.management.transactional(({ query }) =>
      query(
        { name: "age", text: "update app set archived_at = archived_at - interval '25 hours' where client_id = $1" },
        [clientId],
      ),
    );
    await make(call);
  });
});

describe("a new app", () => {
  test("is a draft with its first secret, shown once", async () => {
    const { app, clientSecret } = await create(developer);
    expect(app).toMatchObject({ state: "DRAFT", revision: 1, pending: null, installUrl: null, developerName: "Ada" });
    expect(app.clientId).toMatch(/^app_[0-9A-Za-z]{22}$/);
    expect(clientSecret).toMatch(/^lk_cs_[0-9A-Za-z]{71}$/);
    expect(app.secrets).toMatchObject([{ hint: clientSecret!.slice(-4), endsAt: null, lastUsedAt: null }]);
    const again = await fixture.apps.get(app.clientId, developer);
    expect(again.app).toEqual(app);
    expect(JSON.stringify(again)).not.toContain(clientSecret!.slice(0, -4));
    expect(again.history).toMatchObject([{ action: "create", state: "DRAFT", accountId: developer.actor!.accountId }]);
  });

  test("has no secret if it is public, and rotates", async () => {
    const { app, clientSecret } = await create(developer, { confidential: false });
    expect(clientSecret).toBeNull();
    expect(app).toMatchObject({ confidential: false, refreshMode: "ROTATE", secrets: [] });
    const keep = { ...settings, refreshMode: "KEEP" };
    expect(await requestErrorOf(create(developer, { confidential: false, settings: keep }))).toMatchObject({
      reason: "INVALID",
    });
  });

  test("may be empty while it is a draft", async () => {
    const empty = profile({ name: "", purpose: "", redirectUris: [], scopes: [], supportContact: null });
    expect((await create(developer, { profile: empty })).app.profile.name).toBe("");
  });

  test("keeps what people write character by character, whatever it would mean to SQL", async () => {
    const odd = `O'Neil \\' ? ?? $1 :name "q" {x} %_ 日本 \u{1F600}`;
    const made = await create(developer, {
      profile: profile({ name: odd, purpose: `${odd}\n'); drop table app; --` }),
    });
    const { app } = await fixture.apps.get(made.app.clientId, developer);
    expect(app.profile).toMatchObject({ name: odd, purpose: `${odd}\n'); drop table app; --` });
    const reason = { code: "ODD", text: odd };
    await fixture.apps.submit(app.clientId, developer);
    await fixture.apps.startReview(app.clientId, keyCall());
    expect((await fixture.apps.requestChanges(app.clientId, reason, keyCall())).reasonText).toBe(odd);
    const found = await fixture.apps.list({ state: null, developerAccountId: null, namePrefix: odd }, page, keyCall());
    expect(found.items.map(({ clientId }) => clientId)).toEqual([app.clientId]);
  });

  test("hears everything that is wrong with it at once", async () => {
    const wrong = profile({
      name: " ",
      website: "http://parcel.example",
      redirectUris: ["https://parcel.example/cb#x", "javascript:alert(1)"],
      scopes: [{ name: "no.such", reason: "x\u202e", required: true }],
    });
    const error = await create(developer, { profile: wrong, settings: { ...settings, accessTokenTtl: 5 } }).catch(
      (e) => e,
    );
    expect(error.violations.map((one: { field: string }) => one.field)).toEqual([
      "profile.name",
      "profile.website",
      "profile.redirect_uris[0]",
      "profile.redirect_uris[1]",
      "profile.scopes[0].name",
      "profile.scopes[0].reason",
      "access_token_ttl",
    ]);
  });

  test("belongs to whoever is signed in, and to nobody else by any word of the request", async () => {
    const other = await addAccount(fixture, { developer: true });
    expect(await requestErrorOf(create(developer, { developerAccountId: other }))).toMatchObject({
      reason: "OTHER_ACCOUNT",
    });
    const member = callOf(await addAccount(fixture));
    expect(await requestErrorOf(create(member))).toEqual({ kind: "permission_denied", reason: "DEVELOPER_ONLY" });
  });

  test("made by a service key names its developer, who must be one", async () => {
    const { accountId } = developer.actor!;
    expect((await create(keyCall(), { developerAccountId: accountId })).app.developerAccountId).toBe(accountId);
    expect(await requestErrorOf(create(keyCall()))).toMatchObject({ reason: "INVALID" });
    const member = await addAccount(fixture);
    expect(await requestErrorOf(create(keyCall(), { developerAccountId: member }))).toMatchObject({
      reason: "INVALID",
    });
    expect(await requestErrorOf(create(keyCall(), { developerAccountId: "me" }))).toMatchObject({ reason: "INVALID" });
  });
});

describe("a draft", () => {
  test("changes in place, and each change is a revision", async () => {
    const draft = await createDraft(fixture, developer);
    const changed = await fixture.apps.update(
      { clientId: draft.clientId, profile: profile({ name: "Parcel Pilot 2" }), settings },
      developer,
    );
    expect(changed).toMatchObject({ state: "DRAFT", revision: 2, pending: null, profile: { name: "Parcel Pilot 2" } });
    const same = await fixture.apps.update({ clientId: draft.clientId, profile: changed.profile, settings }, developer);
    expect(same).toEqual(changed);
  });

  test("is frozen while it is under review, but for its settings", async () => {
    const { clientId } = await createDraft(fixture, developer);
    await fixture.apps.submit(clientId, developer);
    const update = (name: string) => fixture.apps.update({ clientId, profile: profile({ name }), settings }, developer);
    expect(await requestErrorOf(update("Other"))).toEqual({ kind: "failed_precondition", reason: "STATE" });
    const change = { ...settings, accessTokenTtl: 600, refreshMode: "KEEP" as const };
    const changed = await fixture.apps.update({ clientId, profile: profile(), settings: change }, developer);
    expect(changed).toMatchObject({ revision: 1, accessTokenTtl: 600, refreshMode: "KEEP", refreshTokenTtl: null });
    await fixture.apps.withdraw(clientId, developer);
    expect((await update("Other")).revision).toBe(2);
  });

  test("has restricted scopes only on paper", async () => {
    const scopes = [{ name: "payouts.write", reason: "To pay.", required: true }, ...profile().scopes];
    const { clientId } = await createDraft(fixture, developer, { scopes });
    expect(await registeredScopes(clientId)).toEqual(["orders.read", "products.read"]);
  });
});

async function registeredScopes(clientId: string) {
  return (await fixture.dependencies.apps.find(clientId))!.app.registeredScopes;
}

describe("an approved app", () => {
  test("changes by a pending revision that works nowhere yet", async () => {
    const { clientId } = await createApproved(fixture, developer);
    const next = profile({ name: "Parcel Pilot 3", scopes: profile().scopes.slice(0, 1) });
    const changed = await fixture.apps.update({ clientId, profile: next, settings }, developer);
    expect(changed).toMatchObject({
      state: "APPROVED",
      revision: 1,
      profile: { name: "Parcel Pilot" },
      pending: { number: 2, state: "DRAFT", profile: { name: "Parcel Pilot 3" } },
      installUrl: `https://platform.example/install/${clientId}`,
    });
    expect(await registeredScopes(clientId)).toEqual(["orders.read", "products.read"]);
    const again = await fixture.apps.update({ clientId, profile: { ...next, purpose: "More." }, settings }, developer);
    expect(again.pending).toMatchObject({ number: 3, profile: { purpose: "More." } });
  });

  test("drops its pending revision and never uses its number again", async () => {
    const { clientId } = await createApproved(fixture, developer);
    const update = (name: string) => fixture.apps.update({ clientId, profile: profile({ name }), settings }, developer);
    await update("Second");
    expect((await fixture.apps.discardRevision(clientId, developer)).pending).toBeNull();
    expect(await requestErrorOf(fixture.apps.discardRevision(clientId, developer))).toMatchObject({ reason: "STATE" });
    expect((await update("Third")).pending).toMatchObject({ number: 3, profile: { name: "Third" } });
    expect((await fixture.apps.get(clientId, developer)).app.profile.name).toBe("Parcel Pilot");
  });
});

describe("who may", () => {
  test("S4 another developer's app is not found by any operation", async () => {
    const { clientId } = await createDraft(fixture, developer);
    const stranger = await developerCall(fixture);
    const { apps } = fixture;
    const reason = { code: "X", text: "x" };
    const attempts = [
      () => apps.get(clientId, stranger),
      () => apps.update({ clientId, profile: null, settings }, stranger),
      () => apps.discardRevision(clientId, stranger),
      () => apps.submit(clientId, stranger),
      () => apps.withdraw(clientId, stranger),
      () => apps.startReview(clientId, stranger),
      () => apps.approve({ clientId, revision: null, restrictedScopesAllowed: [] }, stranger),
      () => apps.requestChanges(clientId, reason, stranger),
      () => apps.reject(clientId, reason, stranger),
      () => apps.suspend(clientId, reason, stranger),
      () => apps.resume(clientId, stranger),
      () => apps.archive(clientId, stranger),
      () => apps.addSecret(clientId, stranger),
      () => apps.retireSecret({ clientId, secretId: "x", immediately: true }, stranger),
      () => apps.setLogo(clientId, new Uint8Array(), stranger),
    ];
    for (const attempt of attempts)
      expect(await requestErrorOf(attempt())).toEqual({ kind: "not_found", reason: "NOT_FOUND" });
    const theirs = { state: null, developerAccountId: developer.actor!.accountId, namePrefix: null };
    expect(await requestErrorOf(apps.list(theirs, page, stranger))).toMatchObject({ reason: "OTHER_ACCOUNT" });
    expect((await apps.list({ ...theirs, developerAccountId: null }, page, stranger)).items).toEqual([]);
  });

  test("an operator sees every app and changes none of another's", async () => {
    const { clientId } = await createDraft(fixture, developer);
    const operator = await operatorCall(fixture);
    expect((await fixture.apps.get(clientId, operator)).app.clientId).toBe(clientId);
    const refused = await requestErrorOf(fixture.apps.update({ clientId, profile: profile(), settings }, operator));
    expect(refused).toEqual({ kind: "permission_denied", reason: "DEVELOPER_ONLY" });
    expect(await requestErrorOf(fixture.apps.addSecret(clientId, operator))).toMatchObject({
      reason: "DEVELOPER_ONLY",
    });
  });

  test("names of no app are not found and reach no table", async () => {
    for (const clientId of ["", "app_none", "a\0b", "x".repeat(10_000)]) {
      expect(await requestErrorOf(fixture.apps.get(clientId, keyCall()))).toMatchObject({ kind: "not_found" });
      expect(await requestErrorOf(fixture.apps.submit(clientId, keyCall()))).toMatchObject({ kind: "not_found" });
    }
  });
});

const page = { pageSize: 0, pageToken: "" };
