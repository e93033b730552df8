import { describe, expect, test } from "vitest";
import { profileOf } from "../../../../src/service/apps/profile.ts";
import { NO_CHANGE } from "../../../../src/service/apps/settings.ts";
import { submitApp } from "../../../../src/service/apps/submit-app.ts";
import { updateApp } from "../../../../src/service/apps/update-app.ts";
import { withdrawApp } from "../../../../src/service/apps/withdraw-app.ts";
import { createApproved, createDraft, profile } from "../../../support/world/apps.ts";
import { useAppWorld } from "../../../support/world/fixtures.ts";
import { requestErrorOf } from "../../../support/world/rejections.ts";

const { world, developer } = useAppWorld();

const settings = NO_CHANGE;
const registeredScopes = async (clientId: string) => (await world.deps.apps.find(clientId))!.app.registeredScopes;

describe("updateApp", () => {
  test("changes a draft in place and increments its revision", async () => {
    const { clientId } = (await createDraft(world, developer)).app;
    const changed = await updateApp(
      world.deps,
      { clientId, profile: profile({ name: "Parcel Pilot 2" }), settings },
      developer,
    );
    expect(changed).toMatchObject({
      app: { state: "DRAFT", revision: 2, name: "Parcel Pilot 2" },
      pending: null,
    });
    const same = await updateApp(world.deps, { clientId, profile: profileOf(changed.app), settings }, developer);
    expect(same.app).toMatchObject({ revision: 2, updatedAt: changed.app.updatedAt });
  });

  test("aborts a change of a profile of which the caller read another revision, also a pending one", async () => {
    const { clientId } = (await createApproved(world, developer)).app;
    const update = (name: string, revision: number) =>
      updateApp(world.deps, { clientId, revision, profile: profile({ name }), settings }, developer);
    const first = await update("First", 1);
    expect(first.pending).toMatchObject({ number: 2, name: "First" });
    const stale = { kind: "aborted", reason: "REVISION_CHANGED" };
    expect(await requestErrorOf(update("Second", 1))).toEqual(stale);
    expect((await update("Second", 2)).pending).toMatchObject({ number: 3, name: "Second" });
  });

  test("keeps the privacy policy for a caller of the previous release, which does not send it", async () => {
    const privacyPolicy = "https://parcel.example/privacy";
    const { clientId } = (await createDraft(world, developer, { privacyPolicy })).app;
    const update = async (changes: Parameters<typeof profile>[0]) =>
      (await updateApp(world.deps, { clientId, profile: profile(changes), settings }, developer)).app;
    expect(await update({ name: "Other" })).toMatchObject({ name: "Other", privacyPolicy });
    expect(await update({ privacyPolicy: null })).toMatchObject({ privacyPolicy: null });
  });

  test("rejects profile changes under review, and accepts settings", async () => {
    const { clientId } = (await createDraft(world, developer)).app;
    await submitApp(world.deps, { clientId }, developer);
    const update = (name: string) =>
      updateApp(world.deps, { clientId, profile: profile({ name }), settings }, developer);
    expect(await requestErrorOf(update("Other"))).toEqual({ kind: "failed_precondition", reason: "STATE" });
    const change = { ...settings, accessTokenTtl: 600, refreshMode: "KEEP" as const };
    const changed = await updateApp(world.deps, { clientId, profile: profile(), settings: change }, developer);
    expect(changed).toMatchObject({
      app: { revision: 1, accessTokenTtl: 600, refreshMode: "KEEP", refreshTokenTtl: null },
    });
    await withdrawApp(world.deps, { clientId }, developer);
    expect((await update("Other")).app.revision).toBe(2);
  });

  test("writes changes of a live app to a pending revision, without effect", async () => {
    const { clientId } = (await createApproved(world, developer)).app;
    const next = profile({ name: "Parcel Pilot 3", scopes: profile().scopes.slice(0, 1) });
    const changed = await updateApp(world.deps, { clientId, profile: next, settings }, developer);
    expect(changed).toMatchObject({
      app: { state: "APPROVED", revision: 1, name: "Parcel Pilot" },
      pending: { number: 2, state: "DRAFT", name: "Parcel Pilot 3" },
    });
    expect(await registeredScopes(clientId)).toEqual(["orders.read", "products.read"]);
    const again = await updateApp(
      world.deps,
      { clientId, profile: { ...next, purpose: "More." }, settings },
      developer,
    );
    expect(again.pending).toMatchObject({ number: 3, purpose: "More." });
  });
});
