import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createAppOperations } from "../../../../src/service/apps/create.ts";
import type { ScopeRecord } from "../../../../src/service/apps/records.ts";
import type { Call } from "../../../../src/service/call.ts";
import type { AppStore } from "../../../../src/store/apps/apps.ts";
import {
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
  scopeNamed,
} from "../fixture.ts";

let fixture: Fixture;
let developer: Call;
beforeAll(async () => {
  fixture = await createFixture();
  developer = await developerCall(fixture);
});
afterAll(() => fixture.close());

const put = (changes: Partial<ScopeRecord>, call = keyCall()) =>
  fixture.apps.upsertScope({ ...scopeNamed("stock.read"), ...changes }, call);
const registered = async (clientId: string) => (await fixture.dependencies.apps.find(clientId))!.app.registeredScopes;
const asking = (name: string) => ({ scopes: [{ name, reason: "Needed.", required: true }, ...profile().scopes] });

describe("the scope catalogue", () => {
  test("is listed by name, retired ones on demand", async () => {
    await put({ name: "a.first" });
    await put({ name: "z.last", retired: true });
    expect((await fixture.apps.listScopes(false)).map(({ name }) => name)).not.toContain("z.last");
    const all = (await fixture.apps.listScopes(true)).map(({ name }) => name);
    expect(all).toEqual([...all].sort());
    expect(all).toContain("z.last");
  });

  test("changes by an operator or a service key only", async () => {
    expect(await put({ title: "Read stock" }, await operatorCall(fixture))).toMatchObject({ title: "Read stock" });
    expect(await requestErrorOf(put({}, developer))).toEqual({ kind: "permission_denied", reason: "OPERATOR_ONLY" });
  });

  test.each(["", "two words", 'quo"te', "back\\slash", "é", "x".repeat(65)])(
    "RFC 6749 §3.3 has no scope named %j",
    async (name) => {
      expect(await requestErrorOf(put({ name }))).toEqual({ kind: "invalid_argument", reason: "INVALID" });
    },
  );

  test("retired scopes stay with those who have them and are for nobody else", async () => {
    await put({ name: "old.read" });
    const { clientId } = await createApproved(fixture, developer, asking("old.read"));
    await put({ name: "old.read", retired: true });
    expect(await registered(clientId)).toContain("old.read");
    const update = {
      clientId,
      profile: profile({ ...asking("old.read"), name: "Same scopes" }),
      settings: NO_SETTINGS,
    };
    expect((await fixture.apps.update(update, developer)).pending).toMatchObject({ state: "DRAFT" });
    expect(await requestErrorOf(createDraft(fixture, developer, asking("old.read")))).toMatchObject({
      reason: "INVALID",
    });
  });
});

describe("a scope that becomes restricted", () => {
  test("stays with approved apps, leaves drafts at once, and comes back when it is restricted no more", async () => {
    await put({ name: "tax.read" });
    const approved = (await createApproved(fixture, developer, asking("tax.read"))).clientId;
    const draft = (await createDraft(fixture, developer, asking("tax.read"))).clientId;
    await put({ name: "tax.read", sensitivity: "RESTRICTED" });
    expect(await registered(approved)).toContain("tax.read");
    expect((await fixture.apps.get(approved, developer)).app.restrictedScopesAllowed).toEqual(["tax.read"]);
    expect(await registered(draft)).toEqual(["orders.read", "products.read"]);
    const narrowed = (await feedOf(fixture))
      .filter(({ kind }) => kind === "SCOPES_REDUCED")
      .map(({ subjectId }) => subjectId);
    expect(narrowed).toEqual([draft]);
    await put({ name: "tax.read", sensitivity: "NORMAL" });
    expect(await registered(draft)).toEqual(["orders.read", "products.read", "tax.read"]);
    expect((await fixture.apps.get(approved, developer)).app.restrictedScopesAllowed).toEqual([]);
  });

  describe("once more, after it was restricted no more for a while", () => {
    const restrict = (name: string, sensitivity: "RESTRICTED" | "NORMAL") => put({ name, sensitivity });
    const review = async (clientId: string, restrictedScopesAllowed: string[]) => {
      await fixture.apps.submit(clientId, developer);
      await fixture.apps.startReview(clientId, keyCall());
      await fixture.apps.approve({ clientId, revision: null, restrictedScopesAllowed }, keyCall());
    };
    const revise = async (clientId: string, name: string, allowed: string[]) => {
      const changed = profile({ ...asking(name), purpose: `Of ${Math.random()}` });
      await fixture.apps.update({ clientId, profile: changed, settings: NO_SETTINGS }, developer);
      await review(clientId, allowed);
    };

    test("leaves the apps that were refused it, and stays with those that were allowed it", async () => {
      await restrict("audit.read", "RESTRICTED");
      const [refused, allowed] = [
        (await createDraft(fixture, developer, asking("audit.read"))).clientId,
        (await createDraft(fixture, developer, asking("audit.read"))).clientId,
      ];
      await review(refused, []);
      await review(allowed, ["audit.read"]);
      await restrict("audit.read", "NORMAL");
      expect(await registered(refused)).toContain("audit.read");
      const before = (await feedOf(fixture)).length;
      await restrict("audit.read", "RESTRICTED");
      expect(await registered(refused)).not.toContain("audit.read");
      expect(await registered(allowed)).toContain("audit.read");
      expect((await fixture.apps.get(refused, developer)).app.restrictedScopesAllowed).toEqual([]);
      expect((await fixture.apps.get(allowed, developer)).app.restrictedScopesAllowed).toEqual(["audit.read"]);
      expect((await feedOf(fixture)).slice(before)).toMatchObject([{ kind: "SCOPES_REDUCED", subjectId: refused }]);
    });

    test("leaves them also if another revision was approved in the meantime, for nobody looked at it as restricted", async () => {
      await restrict("bank.read", "RESTRICTED");
      const { clientId } = await createDraft(fixture, developer, asking("bank.read"));
      await review(clientId, []);
      await restrict("bank.read", "NORMAL");
      await revise(clientId, "bank.read", []);
      await restrict("bank.read", "RESTRICTED");
      expect(await registered(clientId)).not.toContain("bank.read");
    });

    test("stays with an app that was refused it first and allowed it later", async () => {
      await restrict("ledger.read", "RESTRICTED");
      const { clientId } = await createDraft(fixture, developer, asking("ledger.read"));
      await review(clientId, []);
      await revise(clientId, "ledger.read", ["ledger.read"]);
      await restrict("ledger.read", "NORMAL");
      await restrict("ledger.read", "RESTRICTED");
      expect(await registered(clientId)).toContain("ledger.read");
    });
  });

  test("while a revision that asks for it is being approved is the operator's word for that app, too", async () => {
    await put({ name: "race.read" });
    const { clientId } = await createApproved(fixture, developer);
    const update = { clientId, profile: profile(asking("race.read")), settings: NO_SETTINGS };
    await fixture.apps.update(update, developer);
    await fixture.apps.submit(clientId, developer);
    await fixture.apps.startReview(clientId, keyCall());
    const restriction: Promise<unknown>[] = [];
    const approving = interrupted(async () => {
      restriction.push(put({ name: "race.read", sensitivity: "RESTRICTED" }));
      await Promise.race([restriction[0], delay(300)]);
    });
    await approving.approve({ clientId, revision: null, restrictedScopesAllowed: [] }, keyCall());
    await Promise.all(restriction);
    const { app } = (await fixture.dependencies.apps.find(clientId))!;
    expect(app.registeredScopes).toContain("race.read");
    expect(app.restrictedScopesGranted).toEqual(["race.read"]);
  });
});

/** Operations in which something happens between the look at the catalogue and what is decided by it. */
function interrupted(happening: () => Promise<void>) {
  const { dependencies } = fixture;
  const change: AppStore["change"] = (clientId, work) =>
    dependencies.apps.change(clientId, (locked) =>
      work({
        ...locked,
        async catalogue(names) {
          const entries = await locked.catalogue(names);
          await happening();
          return entries;
        },
      }),
    );
  return createAppOperations({ ...dependencies, apps: { ...dependencies.apps, change } });
}
