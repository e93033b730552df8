import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Call } from "../../../../src/service/call.ts";
import {
  addAccount,
  approve,
  callOf,
  createApproved,
  createDraft,
  createFixture,
  developerCall,
  type Fixture,
  feedOf,
  keyCall,
  NO_SETTINGS,
  operatorCall,
  profile,
  requestErrorOf,
} from "../fixture.ts";

let fixture: Fixture;
let developer: Call;
let operator: Call;
beforeAll(async () => {
  fixture = await createFixture();
  developer = await developerCall(fixture);
  operator = await operatorCall(fixture);
});
afterAll(() => fixture.close());

const REASON = { code: "REDIRECT_URI", text: "The callback answers 404." };
const anyRevision = (clientId: string) => ({ clientId, revision: null, restrictedScopesAllowed: [] });
const revise = (clientId: string, changes: Parameters<typeof profile>[0]) =>
  fixture.apps.update({ clientId, profile: profile(changes), settings: NO_SETTINGS }, developer);
const eventsOf = async (clientId: string) =>
  (await feedOf(fixture))
    .filter(({ subjectId }) => subjectId === clientId)
    .map(({ subject, kind }) => `${subject} ${kind}`);

describe("the way through review", () => {
  test("leads from draft to approval, each step in the history and the audit", async () => {
    const { apps } = fixture;
    const { clientId } = await createDraft(fixture, developer);
    expect((await apps.submit(clientId, developer)).state).toBe("SUBMITTED");
    expect((await apps.startReview(clientId, operator)).state).toBe("IN_REVIEW");
    expect(await apps.requestChanges(clientId, REASON, operator)).toMatchObject({
      state: "CHANGES_REQUESTED",
      reasonCode: "REDIRECT_URI",
      reasonText: "The callback answers 404.",
    });
    expect(await apps.submit(clientId, developer)).toMatchObject({ state: "SUBMITTED", reasonCode: null });
    await apps.startReview(clientId, operator);
    const approved = await apps.approve(anyRevision(clientId), operator);
    expect(approved).toMatchObject({ state: "APPROVED", installUrl: `https://platform.example/install/${clientId}` });
    const { history } = await apps.get(clientId, developer);
    expect(history.map(({ action, state }) => `${action} ${state}`)).toEqual([
      "approve APPROVED",
      "start_review IN_REVIEW",
      "submit SUBMITTED",
      "request_changes CHANGES_REQUESTED",
      "start_review IN_REVIEW",
      "submit SUBMITTED",
      "create DRAFT",
    ]);
    expect(history[3]).toMatchObject({ reasonCode: "REDIRECT_URI", accountId: operator.actor!.accountId, revision: 1 });
    // The platform reads who did it; a developer that they did it themselves, and not who of the platform.
    const named = async (call: Call) => (await apps.get(clientId, call)).history.map(({ accountName }) => accountName);
    expect(new Set(await named(operator))).toEqual(new Set(["Ada"]));
    expect((await named(developer))[3]).toBeNull();
    expect(await named(developer)).toContain("Ada");
    expect(await auditOf(clientId)).toContainEqual({
      action: "app.approve",
      actor_id: operator.actor!.accountId,
      address: "192.0.2.8",
      request_id: "req-web",
    });
  });

  test("refuses what the state does not allow", async () => {
    const { clientId } = await createDraft(fixture, developer);
    const { apps } = fixture;
    const state = { kind: "failed_precondition", reason: "STATE" };
    expect(await requestErrorOf(apps.withdraw(clientId, developer))).toEqual(state);
    expect(await requestErrorOf(apps.startReview(clientId, operator))).toEqual(state);
    expect(await requestErrorOf(apps.approve(anyRevision(clientId), operator))).toEqual(state);
    expect(await requestErrorOf(apps.suspend(clientId, REASON, operator))).toEqual(state);
    expect(await requestErrorOf(apps.resume(clientId, operator))).toEqual(state);
  });

  test("begins only with everything that a reviewer needs", async () => {
    const { clientId } = await createDraft(fixture, developer, { name: "", redirectUris: [], scopes: [] });
    const error = await fixture.apps.submit(clientId, developer).catch((thrown) => thrown);
    const fields = error.violations.map(({ field }: { field: string }) => field);
    expect(fields).toEqual(["profile.name", "profile.redirect_uris", "profile.scopes"]);
  });

  test("tells the developer why, in code and words", async () => {
    const { clientId } = await createDraft(fixture, developer);
    await fixture.apps.submit(clientId, developer);
    await fixture.apps.startReview(clientId, operator);
    const bare = fixture.apps.reject(clientId, { code: "", text: "" }, operator);
    const fields = (await bare.catch((thrown) => thrown)).violations.map(({ field }: { field: string }) => field);
    expect(fields).toEqual(["reason_code", "reason_text"]);
    expect((await fixture.apps.reject(clientId, REASON, operator)).state).toBe("REJECTED");
  });
});

const auditOf = (clientId: string) =>
  fixture.management.read((_, query) =>
    query(
      { name: "audit", text: "select action, actor_id, address, request_id from audit_event where client_id = $1" },
      [clientId],
    ),
  );

describe("a developer whose e-mail is not verified", () => {
  const UNVERIFIED = { kind: "failed_precondition", reason: "EMAIL_UNVERIFIED" };
  const developerWith = async (account: Parameters<typeof addAccount>[1]) => {
    const id = await addAccount(fixture, { developer: true, emailVerifiedAt: null, ...account });
    return callOf(id, { developer: true });
  };

  test("writes drafts and does not submit them, nor does a service key", async () => {
    const call = await developerWith({});
    const { clientId } = await createDraft(fixture, call);
    expect(await requestErrorOf(fixture.apps.submit(clientId, call))).toEqual(UNVERIFIED);
    expect(await requestErrorOf(fixture.apps.submit(clientId, keyCall()))).toEqual(UNVERIFIED);
    expect((await fixture.apps.get(clientId, call)).app.state).toBe("DRAFT");
  });

  test("does not submit after the address went to somebody else", async () => {
    const call = await developerWith({ email: null, passwordHash: "$argon2id$" });
    const { clientId } = await createDraft(fixture, call);
    expect(await requestErrorOf(fixture.apps.submit(clientId, call))).toEqual(UNVERIFIED);
  });

  test("submits where the platform's own login knows them without an e-mail", async () => {
    const call = await developerWith({ email: null });
    const { clientId } = await createDraft(fixture, call);
    expect((await fixture.apps.submit(clientId, call)).state).toBe("SUBMITTED");
  });

  test("gets no app from a service key, which may have found them by the address", async () => {
    const developerAccountId = (await developerWith({})).actor!.accountId;
    const request = { profile: profile(), confidential: true, settings: NO_SETTINGS, developerAccountId };
    expect(await requestErrorOf(fixture.apps.create(request, keyCall()))).toEqual(UNVERIFIED);
  });
});

describe("who reviews", () => {
  test("nobody reviews their own app, an operator neither", async () => {
    const both = callOf(developer.actor!.accountId, { developer: true, operator: true });
    const { clientId } = await createDraft(fixture, developer);
    await fixture.apps.submit(clientId, developer);
    const own = { kind: "permission_denied", reason: "OWN_APP" };
    expect(await requestErrorOf(fixture.apps.startReview(clientId, both))).toEqual(own);
    await fixture.apps.startReview(clientId, operator);
    expect(await requestErrorOf(fixture.apps.approve(anyRevision(clientId), both))).toEqual(own);
    expect(await requestErrorOf(fixture.apps.reject(clientId, REASON, both))).toEqual(own);
    const app = await fixture.apps.approve(anyRevision(clientId), operator);
    expect(app.state).toBe("APPROVED");
    await revise(clientId, { name: "Mine" });
    await fixture.apps.submit(clientId, both);
    expect(await requestErrorOf(fixture.apps.startReview(clientId, both))).toEqual(own);
  });

  test("nobody reviews their own app by a service key that they created", async () => {
    const { clientId } = await createDraft(fixture, developer);
    await fixture.apps.submit(clientId, developer);
    const byKeyOf = (createdBy: string): Call => ({ ...keyCall(), caller: { ...keyCall().caller, createdBy } });
    const [own, other] = [byKeyOf(developer.actor!.accountId), byKeyOf(operator.actor!.accountId)];
    const refused = { kind: "permission_denied", reason: "OWN_APP" };
    expect(await requestErrorOf(fixture.apps.startReview(clientId, own))).toEqual(refused);
    await fixture.apps.startReview(clientId, other);
    expect(await requestErrorOf(fixture.apps.approve(anyRevision(clientId), own))).toEqual(refused);
    expect(await requestErrorOf(fixture.apps.requestChanges(clientId, REASON, own))).toEqual(refused);
    expect(await requestErrorOf(fixture.apps.reject(clientId, REASON, own))).toEqual(refused);
    expect((await fixture.apps.approve(anyRevision(clientId), other)).state).toBe("APPROVED");
  });

  test("a developer without the operator's role does not", async () => {
    const { clientId } = await createDraft(fixture, developer);
    await fixture.apps.submit(clientId, developer);
    const refused = { kind: "permission_denied", reason: "OPERATOR_ONLY" };
    expect(await requestErrorOf(fixture.apps.startReview(clientId, developer))).toEqual(refused);
    expect(await requestErrorOf(fixture.apps.suspend(clientId, REASON, developer))).toEqual(refused);
  });

  test("of two approvals at once one wins", async () => {
    for (let round = 0; round < 5; round++) {
      const { clientId } = await createDraft(fixture, developer);
      await fixture.apps.submit(clientId, developer);
      await fixture.apps.startReview(clientId, operator);
      const both = [1, 2].map(() => fixture.apps.approve(anyRevision(clientId), operator));
      const settled = await Promise.allSettled(both);
      const refused = settled.filter(({ status }) => status === "rejected");
      expect(refused).toMatchObject([{ reason: { kind: "failed_precondition", reason: "STATE" } }]);
      const { history } = await fixture.apps.get(clientId, developer);
      expect(history.filter(({ action }) => action === "approve")).toHaveLength(1);
    }
  });
});

describe("a pending revision", () => {
  test("has states of its own while the live app works on", async () => {
    const { clientId } = await createApproved(fixture, developer);
    await revise(clientId, { name: "Second" });
    const { apps } = fixture;
    expect(await apps.submit(clientId, developer)).toMatchObject({
      state: "APPROVED",
      pending: { state: "SUBMITTED" },
    });
    expect(await requestErrorOf(revise(clientId, { name: "Third" }))).toMatchObject({ reason: "STATE" });
    await apps.startReview(clientId, operator);
    expect(await apps.requestChanges(clientId, REASON, operator)).toMatchObject({
      state: "APPROVED",
      profile: { name: "Parcel Pilot" },
      pending: { state: "CHANGES_REQUESTED" },
      reasonCode: "REDIRECT_URI",
    });
    await revise(clientId, { name: "Third" });
    const approved = await approve(fixture, clientId, developer);
    expect(approved).toMatchObject({ state: "APPROVED", revision: 3, pending: null, profile: { name: "Third" } });
    expect(await requestErrorOf(apps.submit(clientId, developer))).toMatchObject({ reason: "STATE" });
  });

  test("is approved as it was read, or not at all", async () => {
    const { apps } = fixture;
    const { clientId } = await createApproved(fixture, developer);
    const read = (await revise(clientId, { purpose: "Harmless." })).pending!.number;
    await apps.submit(clientId, developer);
    await apps.startReview(clientId, operator);
    await apps.withdraw(clientId, developer);
    await revise(clientId, { purpose: "Something else." });
    await apps.submit(clientId, developer);
    await apps.startReview(clientId, operator);
    const stale = apps.approve({ ...anyRevision(clientId), revision: read }, operator);
    expect(await requestErrorOf(stale)).toEqual({ kind: "aborted", reason: "REVISION_CHANGED" });
    for (const verdict of [apps.requestChanges, apps.reject]) {
      const said = verdict(clientId, { ...REASON, revision: read }, operator);
      expect(await requestErrorOf(said)).toEqual({ kind: "aborted", reason: "REVISION_CHANGED" });
    }
    const now = apps.approve({ ...anyRevision(clientId), revision: read + 1 }, operator);
    expect((await now).profile.purpose).toBe("Something else.");
  });

  test("that drops scopes narrows every token at once, in the transaction of its approval", async () => {
    const { clientId } = await createApproved(fixture, developer);
    await revise(clientId, { scopes: profile().scopes.slice(0, 1) });
    expect(await eventsOf(clientId)).toEqual([]);
    await approve(fixture, clientId, developer);
    expect(await eventsOf(clientId)).toEqual(["APP SCOPES_REDUCED"]);
    expect(await registeredScopes(clientId)).toEqual(["orders.read"]);
  });

  test("that adds scopes narrows nothing", async () => {
    const { clientId } = await createApproved(fixture, developer);
    const more = [...profile().scopes, { name: "orders.write", reason: "To mark as shipped.", required: true }];
    await revise(clientId, { scopes: more });
    await approve(fixture, clientId, developer);
    expect(await eventsOf(clientId)).toEqual([]);
    expect(await registeredScopes(clientId)).toEqual(["orders.read", "orders.write", "products.read"]);
  });
});

const registeredScopes = async (clientId: string) =>
  (await fixture.dependencies.apps.find(clientId))!.app.registeredScopes;

describe("restricted scopes", () => {
  const scopes = [{ name: "payouts.write", reason: "To pay.", required: true }, ...profile().scopes];
  const inReview = async () => {
    const { clientId } = await createDraft(fixture, developer, { scopes });
    await fixture.apps.submit(clientId, developer);
    await fixture.apps.startReview(clientId, operator);
    return clientId;
  };

  test("work only where the operator allowed them", async () => {
    const allowed = await inReview();
    const app = await fixture.apps.approve(
      { ...anyRevision(allowed), restrictedScopesAllowed: ["payouts.write"] },
      operator,
    );
    expect(app.restrictedScopesAllowed).toEqual(["payouts.write"]);
    expect(await registeredScopes(allowed)).toContain("payouts.write");
    const without = await inReview();
    await fixture.apps.approve(anyRevision(without), operator);
    expect(await registeredScopes(without)).toEqual(["orders.read", "products.read"]);
  });

  test("are allowed only by names that the app asks for", async () => {
    const clientId = await inReview();
    const wrong = fixture.apps.approve(
      { ...anyRevision(clientId), restrictedScopesAllowed: ["orders.read"] },
      operator,
    );
    expect(await requestErrorOf(wrong)).toEqual({ kind: "invalid_argument", reason: "INVALID" });
  });
});

describe("suspension and the end", () => {
  test("K6 a suspended app's tokens stop and work again, told by the feed", async () => {
    const { clientId } = await createApproved(fixture, developer);
    const suspended = await fixture.apps.suspend(clientId, { code: "ABUSE", text: "Spam." }, operator);
    expect(suspended).toMatchObject({ state: "SUSPENDED", reasonCode: "ABUSE", installUrl: null });
    expect(await fixture.apps.resume(clientId, operator)).toMatchObject({ state: "APPROVED", reasonCode: null });
    expect(await eventsOf(clientId)).toEqual(["APP SUSPENDED", "APP RESUMED"]);
  });

  test("a suspended app is changed and reviewed in a revision, and stays suspended", async () => {
    const { clientId } = await createApproved(fixture, developer);
    await fixture.apps.suspend(clientId, REASON, operator);
    expect((await revise(clientId, { name: "Better" })).profile.name).toBe("Parcel Pilot");
    expect(await approve(fixture, clientId, developer)).toMatchObject({
      state: "SUSPENDED",
      profile: { name: "Better" },
    });
  });

  test("a rejected app's test tokens stop until it is submitted again", async () => {
    const { clientId } = await createDraft(fixture, developer);
    await fixture.apps.submit(clientId, developer);
    await fixture.apps.startReview(clientId, operator);
    await fixture.apps.reject(clientId, REASON, operator);
    await fixture.apps.submit(clientId, developer);
    expect(await eventsOf(clientId)).toEqual(["APP SUSPENDED", "APP RESUMED"]);
  });

  test("an archive is final: one mark, one event, no secret, no revision, no step back", async () => {
    const { clientId } = await createApproved(fixture, developer);
    await revise(clientId, { name: "Never" });
    const archived = await fixture.apps.archive(clientId, developer);
    expect(archived).toMatchObject({ state: "ARCHIVED", pending: null, secrets: [], installUrl: null });
    expect(await eventsOf(clientId)).toEqual(["APP REVOKED"]);
    const { app } = (await fixture.dependencies.apps.find(clientId))!;
    const marks = await fixture.management.read((_, query) =>
      query({ name: "marks", text: "select kind from not_before_mark where subject_id = $1" }, [app.id]),
    );
    expect(marks).toEqual([{ kind: "APP" }]);
    const { apps } = fixture;
    const attempts = [
      () => apps.archive(clientId, keyCall()),
      () => apps.submit(clientId, developer),
      () => apps.resume(clientId, operator),
      () => apps.addSecret(clientId, developer),
      () => revise(clientId, { name: "Back" }),
      () => apps.setLogo(clientId, new Uint8Array(), developer),
    ];
    for (const attempt of attempts) expect(await requestErrorOf(attempt())).toMatchObject({ reason: "STATE" });
  });
});
