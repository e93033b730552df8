import { describe, expect, test } from "vitest";
import { addSecret } from "../../../../src/service/apps/add-secret.ts";
import { getApp } from "../../../../src/service/apps/get-app.ts";
import { retireSecret } from "../../../../src/service/apps/retire-secret.ts";
import { developerCall } from "../../../support/world/accounts.ts";
import { createDraft } from "../../../support/world/apps.ts";
import { useAppWorld } from "../../../support/world/fixtures.ts";
import { requestErrorOf } from "../../../support/world/rejections.ts";

const { world, developer } = useAppWorld();

const LIMIT = { kind: "failed_precondition", reason: "SECRET_LIMIT" };
const DAY = 24 * 3600 * 1000;

describe("retireSecret", () => {
  test("a secret is valid for seven more days and counts until then", async () => {
    const { app, secrets } = await createDraft(world, developer);
    const { clientId } = app;
    const secretId = secrets[0]!.id;
    await addSecret(world.deps, { clientId }, developer);
    const retired = await retireSecret(world.deps, { clientId, secretId, immediately: false }, developer);
    const left = retired.retiresAt!.getTime() - Date.now();
    expect(left).toBeGreaterThan(7 * DAY - 60_000);
    expect(left).toBeLessThanOrEqual(7 * DAY + 60_000);
    expect(await requestErrorOf(addSecret(world.deps, { clientId }, developer))).toEqual(LIMIT);
    const again = await retireSecret(world.deps, { clientId, secretId, immediately: false }, developer);
    expect(again.retiresAt).toEqual(retired.retiresAt);
  });

  test("with immediately, the secret is invalid at once and does not count", async () => {
    const { app, secrets } = await createDraft(world, developer);
    const { clientId } = app;
    const secretId = secrets[0]!.id;
    await addSecret(world.deps, { clientId }, developer);
    await retireSecret(world.deps, { clientId, secretId, immediately: true }, developer);
    const remaining = await getApp(world.deps, { clientId }, developer);
    expect(remaining.secrets.map(({ id }) => id)).not.toContain(secretId);
    expect(remaining.endedSecret).toBeNull();
    const ended = async (endedSecretId: string) =>
      (await getApp(world.deps, { clientId, endedSecretId }, developer)).endedSecret;
    const retiredBy = { id: developer.actor!.accountId };
    expect(await ended(secretId)).toMatchObject({ hint: secrets[0]!.hint, retiredBy });
    const valid = remaining.secrets[0]!.id;
    const foreign = (await createDraft(world, developer)).secrets[0]!.id;
    for (const id of [valid, foreign, "x"]) expect(await ended(id)).toBeNull();
    await addSecret(world.deps, { clientId }, developer);
    const gone = retireSecret(world.deps, { clientId, secretId, immediately: true }, developer);
    expect(await requestErrorOf(gone)).toEqual({ kind: "not_found", reason: "NOT_FOUND" });
  });

  test("S4 returns NOT_FOUND for another app's secret", async () => {
    const mine = await createDraft(world, developer);
    const other = await createDraft(world, await developerCall(world));
    const request = { clientId: mine.app.clientId, secretId: other.secrets[0]!.id, immediately: true };
    expect(await requestErrorOf(retireSecret(world.deps, request, developer))).toMatchObject({ reason: "NOT_FOUND" });
  });
});
