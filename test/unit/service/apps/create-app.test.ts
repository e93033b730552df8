import { describe, expect, test } from "vitest";
import { archiveApp } from "../../../../src/service/apps/archive-app.ts";
import { createApp } from "../../../../src/service/apps/create-app.ts";
import { getApp } from "../../../../src/service/apps/get-app.ts";
import { listApps } from "../../../../src/service/apps/list-apps.ts";
import { requestChanges } from "../../../../src/service/apps/request-changes.ts";
import { NO_CHANGE } from "../../../../src/service/apps/settings.ts";
import { startReview } from "../../../../src/service/apps/start-review.ts";
import { submitApp } from "../../../../src/service/apps/submit-app.ts";
import type { Call } from "../../../../src/service/call.ts";
import { developerCall, insertAccount } from "../../../support/world/accounts.ts";
import { createDraft, profile } from "../../../support/world/apps.ts";
import { callOf, keyCall } from "../../../support/world/calls.ts";
import { useAppWorld } from "../../../support/world/fixtures.ts";
import { requestErrorOf } from "../../../support/world/rejections.ts";

const { world, developer } = useAppWorld();

const settings = NO_CHANGE;
const page = { pageSize: 0, pageToken: "" };
const create = (call: Call, changes = {}) =>
  createApp(
    world.deps,
    { profile: profile(), confidential: true, settings, developerAccountId: null, ...changes },
    call,
  );
const registeredScopes = async (clientId: string) => (await world.deps.apps.find(clientId))!.app.registeredScopes;

const FULL = { kind: "resource_exhausted", reason: "APP_LIMIT" };
const make = (call: Call, developerAccountId: string | null = null) =>
  createApp(
    { ...world.deps, appsPerDeveloper: 2 },
    { profile: profile(), confidential: false, settings, developerAccountId },
    call,
  );

describe("createApp", () => {
  test("creates a draft with a secret, shown once", async () => {
    const { clientSecret, ...created } = await create(developer);
    const { app } = created;
    expect(app).toMatchObject({ state: "DRAFT", revision: 1, developer: { name: "Ada" } });
    expect(created.pending).toBeNull();
    expect(app.clientId).toMatch(/^app_[0-9A-Za-z]{22}$/);
    expect(clientSecret).toMatch(/^lk_cs_[0-9A-Za-z]{71}$/);
    expect(created.secrets).toMatchObject([{ hint: clientSecret!.slice(-4) }]);
    const again = await getApp(world.deps, { clientId: app.clientId }, developer);
    expect(again.app).toMatchObject(profile());
    expect(JSON.stringify(again)).not.toContain(clientSecret!.slice(0, -4));
    expect(again.history).toMatchObject([
      { step: { action: "create", toState: "DRAFT", actor: { id: developer.actor!.accountId } }, actorName: "Ada" },
    ]);
  });

  test("creates a public app without a secret, which must rotate", async () => {
    const { app, secrets, clientSecret } = await create(developer, { confidential: false });
    expect(clientSecret).toBeNull();
    expect(app).toMatchObject({ confidential: false, refreshMode: "ROTATE" });
    expect(secrets).toEqual([]);
    const keep = { ...settings, refreshMode: "KEEP" };
    expect(await requestErrorOf(create(developer, { confidential: false, settings: keep }))).toMatchObject({
      reason: "INVALID",
    });
  });

  test("accepts an empty profile", async () => {
    const empty = profile({ name: "", purpose: "", redirectUris: [], scopes: [], supportContact: null });
    expect((await create(developer, { profile: empty })).app.name).toBe("");
  });

  test("stores and lists text with SQL and Unicode characters unchanged", async () => {
    const odd = `O'Neil \\' ? ?? $1 :name "q" {x} %_ 日本 \u{1F600}`;
    const made = await create(developer, {
      profile: profile({ name: odd, purpose: `${odd}\n'); drop table app; --` }),
    });
    const { app } = await getApp(world.deps, { clientId: made.app.clientId }, developer);
    expect(app).toMatchObject({ name: odd, purpose: `${odd}\n'); drop table app; --` });
    const reason = { reasonCode: "ODD", reasonText: odd };
    await submitApp(world.deps, { clientId: app.clientId }, developer);
    await startReview(world.deps, { clientId: app.clientId }, keyCall());
    expect(
      (await requestChanges(world.deps, { clientId: app.clientId, ...reason, revision: null }, keyCall())).app
        .reasonText,
    ).toBe(odd);
    const found = await listApps(
      world.deps,
      { state: null, developerAccountId: null, namePrefix: odd, page },
      keyCall(),
    );
    expect(found.items.map((item) => item.app.clientId)).toEqual([app.clientId]);
  });

  test("returns all violations at once", async () => {
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

  test("a session creates apps for its own account", async () => {
    const other = await insertAccount(world, { developer: true });
    expect(await requestErrorOf(create(developer, { developerAccountId: other }))).toMatchObject({
      reason: "OTHER_ACCOUNT",
    });
    const member = callOf(await insertAccount(world));
    expect(await requestErrorOf(create(member))).toEqual({ kind: "permission_denied", reason: "DEVELOPER_ONLY" });
  });

  test("a service key must name a developer", async () => {
    const { accountId } = developer.actor!;
    expect((await create(keyCall(), { developerAccountId: accountId })).app.developer.id).toBe(accountId);
    expect(await requestErrorOf(create(keyCall()))).toMatchObject({ reason: "INVALID" });
    const member = await insertAccount(world);
    expect(await requestErrorOf(create(keyCall(), { developerAccountId: member }))).toMatchObject({
      reason: "INVALID",
    });
    expect(await requestErrorOf(create(keyCall(), { developerAccountId: "me" }))).toMatchObject({ reason: "INVALID" });
  });

  test("EMAIL_UNVERIFIED: a service key cannot create an app for an unverified account", async () => {
    const developerAccountId = await insertAccount(world, { developer: true, emailVerifiedAt: null });
    const request = { profile: profile(), confidential: true, settings: NO_CHANGE, developerAccountId };
    expect(await requestErrorOf(createApp(world.deps, request, keyCall()))).toEqual({
      kind: "failed_precondition",
      reason: "EMAIL_UNVERIFIED",
    });
  });

  test("registers restricted scopes only with an approval", async () => {
    const scopes = [{ name: "payouts.write", reason: "To pay.", required: true }, ...profile().scopes];
    const { clientId } = (await createDraft(world, developer, { scopes })).app;
    expect(await registeredScopes(clientId)).toEqual(["orders.read", "products.read"]);
  });
});

describe("the quota of apps", () => {
  test("limits sessions, also with concurrent calls, and not service keys", async () => {
    const call = await developerCall(world);
    const outcomes = await Promise.allSettled(Array.from({ length: 6 }, () => make(call)));
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(2);
    expect(await requestErrorOf(make(call))).toEqual(FULL);
    await make(keyCall(), call.actor!.accountId);
    await make(await developerCall(world));
  });

  test("counts an archived app for a day", async () => {
    const call = await developerCall(world);
    const { clientId } = (await make(call)).app;
    await make(call);
    await archiveApp(world.deps, { clientId }, call);
    expect(await requestErrorOf(make(call))).toEqual(FULL);
    await world.management.transactional(({ query }) =>
      query(
        { name: "age", text: "update app set archived_at = archived_at - interval '25 hours' where client_id = $1" },
        [clientId],
      ),
    );
    await make(call);
  });
});
