import { describe, expect, test } from "vitest";
import { getApp } from "../../../../src/service/apps/get-app.ts";
import { submitApp } from "../../../../src/service/apps/submit-app.ts";
import { insertAccount } from "../../../support/world/accounts.ts";
import { createDraft } from "../../../support/world/apps.ts";
import { callOf, keyCall } from "../../../support/world/calls.ts";
import { useAppWorld } from "../../../support/world/fixtures.ts";
import { requestErrorOf } from "../../../support/world/rejections.ts";

const { world, developer } = useAppWorld();

const UNVERIFIED = { kind: "failed_precondition", reason: "EMAIL_UNVERIFIED" };
const developerWith = async (account: Parameters<typeof insertAccount>[1]) => {
  const id = await insertAccount(world, { developer: true, emailVerifiedAt: null, ...account });
  return callOf(id, { developer: true });
};

describe("submitApp", () => {
  test("returns all violations of an incomplete profile", async () => {
    const { clientId } = (await createDraft(world, developer, { name: "", redirectUris: [], scopes: [] })).app;
    const error = await submitApp(world.deps, { clientId }, developer).catch((thrown) => thrown);
    const fields = error.violations.map(({ field }: { field: string }) => field);
    expect(fields).toEqual(["profile.name", "profile.redirect_uris", "profile.scopes"]);
  });

  test("keeps the note to the reviewer in the history, and clears the reviewer's reason", async () => {
    const { clientId } = (await createDraft(world, developer)).app;
    const { app } = await submitApp(world.deps, { clientId, note: "Second try.\nThe name is ours." }, developer);
    expect([app.reasonCode, app.reasonText]).toEqual([null, null]);
    const { history } = await getApp(world.deps, { clientId }, developer);
    expect(history[0]!.step).toMatchObject({
      action: "submit",
      reasonCode: null,
      reasonText: "Second try.\nThe name is ours.",
    });
  });

  test.each([
    { name: "longer than 1,000 characters", note: "x".repeat(1001) },
    { name: "with a character that changes the text direction", note: "a\u202eb" },
  ])("refuses a note $name", async ({ note }) => {
    const { clientId } = (await createDraft(world, developer)).app;
    const error = await submitApp(world.deps, { clientId, note }, developer).catch((thrown) => thrown);
    expect(error.violations.map(({ field }: { field: string }) => field)).toEqual(["note"]);
  });

  test("EMAIL_UNVERIFIED: a developer with an unverified e-mail cannot submit, nor can a service key for them", async () => {
    const call = await developerWith({});
    const { clientId } = (await createDraft(world, call)).app;
    expect(await requestErrorOf(submitApp(world.deps, { clientId }, call))).toEqual(UNVERIFIED);
    expect(await requestErrorOf(submitApp(world.deps, { clientId }, keyCall()))).toEqual(UNVERIFIED);
    expect((await getApp(world.deps, { clientId }, call)).app.state).toBe("DRAFT");
  });

  test("EMAIL_UNVERIFIED: cannot submit after another account took over the e-mail", async () => {
    const call = await developerWith({ email: null, passwordHash: "$argon2id$" });
    const { clientId } = (await createDraft(world, call)).app;
    expect(await requestErrorOf(submitApp(world.deps, { clientId }, call))).toEqual(UNVERIFIED);
  });

  test("accepts a developer without an e-mail who signs in with the identity provider", async () => {
    const call = await developerWith({ email: null });
    const { clientId } = (await createDraft(world, call)).app;
    expect((await submitApp(world.deps, { clientId }, call)).app.state).toBe("SUBMITTED");
  });
});
