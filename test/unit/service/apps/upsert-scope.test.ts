import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { approveApp } from "../../../../src/service/apps/approve-app.ts";
import type { AppDependencies } from "../../../../src/service/apps/dependencies.ts";
import { getApp } from "../../../../src/service/apps/get-app.ts";
import { NO_CHANGE } from "../../../../src/service/apps/settings.ts";
import { startReview } from "../../../../src/service/apps/start-review.ts";
import { submitApp } from "../../../../src/service/apps/submit-app.ts";
import { updateApp } from "../../../../src/service/apps/update-app.ts";
import { upsertScope } from "../../../../src/service/apps/upsert-scope.ts";
import type { AppStore } from "../../../../src/store/apps/apps.ts";
import type { ScopeValues } from "../../../../src/store/apps/scopes.ts";
import { operatorCall } from "../../../support/world/accounts.ts";
import { createApproved, createDraft, profile, scopeNamed } from "../../../support/world/apps.ts";
import { keyCall } from "../../../support/world/calls.ts";
import { useAppWorld } from "../../../support/world/fixtures.ts";
import { requestErrorOf } from "../../../support/world/rejections.ts";
import { feedOf } from "../../../support/world/world.ts";

const { world, developer } = useAppWorld();

const put = (changes: Partial<ScopeValues>, call = keyCall()) =>
  upsertScope(world.deps, { ...scopeNamed("stock.read"), ...changes }, call);
const registeredScopes = async (clientId: string) => (await world.deps.apps.find(clientId))!.app.registeredScopes;
const requesting = (name: string) => ({ scopes: [{ name, reason: "Needed.", required: true }, ...profile().scopes] });

const restrict = (name: string, sensitivity: "RESTRICTED" | "NORMAL") => put({ name, sensitivity });
const review = async (clientId: string, restrictedScopesAllowed: string[]) => {
  await submitApp(world.deps, { clientId }, developer);
  await startReview(world.deps, { clientId }, keyCall());
  await approveApp(world.deps, { clientId, revision: null, restrictedScopesAllowed }, keyCall());
};
const revise = async (clientId: string, name: string, allowed: string[]) => {
  const changed = profile({ ...requesting(name), purpose: `Of ${Math.random()}` });
  await updateApp(world.deps, { clientId, profile: changed, settings: NO_CHANGE }, developer);
  await review(clientId, allowed);
};

/** Runs `between` after the catalogue was read and before the decision. */
function interrupted(between: () => Promise<void>): AppDependencies {
  const { apps } = world.deps;
  const change: AppStore["change"] = (clientId, work) =>
    apps.change(clientId, (locked) =>
      work({
        ...locked,
        async catalogue(names) {
          const entries = await locked.catalogue(names);
          await between();
          return entries;
        },
      }),
    );
  return { ...world.deps, apps: { ...apps, change } };
}

describe("upsertScope", () => {
  test("requires an operator or a service key", async () => {
    expect(await put({ title: "Read stock" }, await operatorCall(world))).toMatchObject({ title: "Read stock" });
    expect(await requestErrorOf(put({}, developer))).toEqual({ kind: "permission_denied", reason: "OPERATOR_ONLY" });
  });

  test("refuses a change by a caller that has read an earlier scope, and keeps the apps that request it", async () => {
    const { revision } = await put({ name: "stale.read", revision: 0 });
    expect(await requestErrorOf(put({ name: "stale.read", revision: 0 }))).toEqual({
      kind: "aborted",
      reason: "REVISION_CHANGED",
    });
    const { clientId } = (await createApproved(world, developer, requesting("stale.read"))).app;
    await put({ name: "stale.read", title: "See stock", revision });
    const late = put({ name: "stale.read", sensitivity: "RESTRICTED", revision });
    expect(await requestErrorOf(late)).toEqual({ kind: "aborted", reason: "REVISION_CHANGED" });
    expect((await world.deps.apps.find(clientId))!.app.restrictedScopesGranted).not.toContain("stale.read");
    expect(await put({ name: "stale.read" })).toMatchObject({ revision: revision + 2 });
  });

  test.each(["", "two words", 'quo"te', "back\\slash", "é", "x".repeat(65)])(
    "RFC 6749 §3.3 rejects the name %j",
    async (name) => {
      expect(await requestErrorOf(put({ name }))).toEqual({ kind: "invalid_argument", reason: "INVALID" });
    },
  );

  test("keeps a retired scope in apps that have it; other apps cannot add it", async () => {
    await put({ name: "old.read" });
    const { clientId } = (await createApproved(world, developer, requesting("old.read"))).app;
    await put({ name: "old.read", retired: true });
    expect(await registeredScopes(clientId)).toContain("old.read");
    const update = {
      clientId,
      profile: profile({ ...requesting("old.read"), name: "Same scopes" }),
      settings: NO_CHANGE,
    };
    expect((await updateApp(world.deps, update, developer)).pending).toMatchObject({ state: "DRAFT" });
    expect(await requestErrorOf(createDraft(world, developer, requesting("old.read")))).toMatchObject({
      reason: "INVALID",
    });
  });
});

describe("a scope that becomes restricted", () => {
  test("is kept by approved apps and lost by drafts until it is released", async () => {
    await put({ name: "tax.read" });
    const approved = (await createApproved(world, developer, requesting("tax.read"))).app.clientId;
    const draft = (await createDraft(world, developer, requesting("tax.read"))).app.clientId;
    await put({ name: "tax.read", sensitivity: "RESTRICTED" });
    expect(await registeredScopes(approved)).toContain("tax.read");
    expect((await getApp(world.deps, { clientId: approved }, developer)).app.restrictedScopesGranted).toEqual([
      "tax.read",
    ]);
    expect(await registeredScopes(draft)).toEqual(["orders.read", "products.read"]);
    const narrowed = (await feedOf(world))
      .filter(({ kind }) => kind === "SCOPES_REDUCED")
      .map(({ subjectId }) => subjectId);
    expect(narrowed).toEqual([draft]);
    await put({ name: "tax.read", sensitivity: "NORMAL" });
    expect(await registeredScopes(draft)).toEqual(["orders.read", "products.read", "tax.read"]);
    expect((await getApp(world.deps, { clientId: approved }, developer)).app.restrictedScopesGranted).toEqual([]);
  });

  test("after a release, is lost by apps that were refused it and kept by those that were allowed it", async () => {
    await restrict("audit.read", "RESTRICTED");
    const [refused, allowed] = [
      (await createDraft(world, developer, requesting("audit.read"))).app.clientId,
      (await createDraft(world, developer, requesting("audit.read"))).app.clientId,
    ];
    await review(refused, []);
    await review(allowed, ["audit.read"]);
    await restrict("audit.read", "NORMAL");
    expect(await registeredScopes(refused)).toContain("audit.read");
    const before = (await feedOf(world)).length;
    await restrict("audit.read", "RESTRICTED");
    expect(await registeredScopes(refused)).not.toContain("audit.read");
    expect(await registeredScopes(allowed)).toContain("audit.read");
    expect((await getApp(world.deps, { clientId: refused }, developer)).app.restrictedScopesGranted).toEqual([]);
    expect((await getApp(world.deps, { clientId: allowed }, developer)).app.restrictedScopesGranted).toEqual([
      "audit.read",
    ]);
    expect((await feedOf(world)).slice(before)).toMatchObject([{ kind: "SCOPES_REDUCED", subjectId: refused }]);
  });

  test("after a release, is lost although another revision was approved in the meantime", async () => {
    await restrict("bank.read", "RESTRICTED");
    const { clientId } = (await createDraft(world, developer, requesting("bank.read"))).app;
    await review(clientId, []);
    await restrict("bank.read", "NORMAL");
    await revise(clientId, "bank.read", []);
    await restrict("bank.read", "RESTRICTED");
    expect(await registeredScopes(clientId)).not.toContain("bank.read");
  });

  test("after a release, is kept by an app that was allowed it after a refusal", async () => {
    await restrict("ledger.read", "RESTRICTED");
    const { clientId } = (await createDraft(world, developer, requesting("ledger.read"))).app;
    await review(clientId, []);
    await revise(clientId, "ledger.read", ["ledger.read"]);
    await restrict("ledger.read", "NORMAL");
    await restrict("ledger.read", "RESTRICTED");
    expect(await registeredScopes(clientId)).toContain("ledger.read");
  });

  test("during an approval, is granted by that approval", async () => {
    await put({ name: "race.read" });
    const { clientId } = (await createApproved(world, developer)).app;
    const update = { clientId, profile: profile(requesting("race.read")), settings: NO_CHANGE };
    await updateApp(world.deps, update, developer);
    await submitApp(world.deps, { clientId }, developer);
    await startReview(world.deps, { clientId }, keyCall());
    const restriction: Promise<unknown>[] = [];
    const approving = interrupted(async () => {
      restriction.push(put({ name: "race.read", sensitivity: "RESTRICTED" }));
      await Promise.race([restriction[0], delay(300)]);
    });
    await approveApp(approving, { clientId, revision: null, restrictedScopesAllowed: [] }, keyCall());
    await Promise.all(restriction);
    const { app } = (await world.deps.apps.find(clientId))!;
    expect(app.registeredScopes).toContain("race.read");
    expect(app.restrictedScopesGranted).toEqual(["race.read"]);
  });
});
