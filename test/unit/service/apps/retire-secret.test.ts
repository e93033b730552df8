import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addSecret } from "../../../../src/service/apps/add-secret.ts";
import { getApp } from "../../../../src/service/apps/get-app.ts";
import { retireSecret } from "../../../../src/service/apps/retire-secret.ts";
import type { Call } from "../../../../src/service/call.ts";
import { createDraft, createFixture, developerCall, type Fixture, requestErrorOf } from "../fixture.ts";

let fixture: Fixture;
let developer: Call;
beforeAll(async () => {
  fixture = await createFixture();
  developer = await developerCall(fixture);
});
afterAll(() => fixture.close());

const LIMIT = { kind: "failed_precondition", reason: "SECRET_LIMIT" };
const DAY = 24 * 3600 * 1000;

describe("retireSecret", () => {
  test("a secret is valid for seven more days and counts until then", async () => {
    const { app, secrets } = await createDraft(fixture, developer);
    const { clientId } = app;
    const secretId = secrets[0]!.id;
    await addSecret(fixture.apps, { clientId }, developer);
    const retired = await retireSecret(fixture.apps, { clientId, secretId, immediately: false }, developer);
    const left = retired.retiresAt!.getTime() - Date.now();
    expect(left).toBeGreaterThan(7 * DAY - 60_000);
    expect(left).toBeLessThanOrEqual(7 * DAY + 60_000);
    expect(await requestErrorOf(addSecret(fixture.apps, { clientId }, developer))).toEqual(LIMIT);
    const again = await retireSecret(fixture.apps, { clientId, secretId, immediately: false }, developer);
    expect(again.retiresAt).toEqual(retired.retiresAt);
  });

  test("with immediately, the secret is invalid at once and does not count", async () => {
    const { app, secrets } = await createDraft(fixture, developer);
    const { clientId } = app;
    const secretId = secrets[0]!.id;
    await addSecret(fixture.apps, { clientId }, developer);
    await retireSecret(fixture.apps, { clientId, secretId, immediately: true }, developer);
    const remaining = await getApp(fixture.apps, { clientId }, developer);
    expect(remaining.secrets.map(({ id }) => id)).not.toContain(secretId);
    await addSecret(fixture.apps, { clientId }, developer);
    const gone = retireSecret(fixture.apps, { clientId, secretId, immediately: true }, developer);
    expect(await requestErrorOf(gone)).toEqual({ kind: "not_found", reason: "NOT_FOUND" });
  });

  test("S4 returns NOT_FOUND for another app's secret", async () => {
    const mine = await createDraft(fixture, developer);
    const other = await createDraft(fixture, await developerCall(fixture));
    const request = { clientId: mine.app.clientId, secretId: other.secrets[0]!.id, immediately: true };
    expect(await requestErrorOf(retireSecret(fixture.apps, request, developer))).toMatchObject({ reason: "NOT_FOUND" });
  });
});
