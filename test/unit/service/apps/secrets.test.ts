import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Call } from "../../../../src/service/call.ts";
import {
  createDraft,
  createFixture,
  developerCall,
  type Fixture,
  keyCall,
  NO_SETTINGS,
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

const LIMIT = { kind: "failed_precondition", reason: "SECRET_LIMIT" };
const DAY = 24 * 3600 * 1_000_000;

describe("client secrets", () => {
  test("L5 two live side by side, a third is refused", async () => {
    const { clientId } = await createDraft(fixture, developer);
    const { secret, clientSecret } = await fixture.apps.addSecret(clientId, developer);
    expect(secret).toMatchObject({ hint: clientSecret.slice(-4), endsAt: null });
    expect(await requestErrorOf(fixture.apps.addSecret(clientId, developer))).toEqual(LIMIT);
    expect((await fixture.apps.get(clientId, developer)).app.secrets).toHaveLength(2);
  });

  test("adds at once never make three", async () => {
    for (let round = 0; round < 5; round++) {
      const { clientId } = await createDraft(fixture, developer);
      const adds = [1, 2, 3, 4].map(() => fixture.apps.addSecret(clientId, keyCall()));
      const settled = await Promise.allSettled(adds);
      expect(settled.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
      expect((await fixture.apps.get(clientId, developer)).app.secrets).toHaveLength(2);
    }
  });

  test("a retired one works for 7 more days, and its place is taken until then", async () => {
    const { clientId, secrets } = await createDraft(fixture, developer);
    const secretId = secrets[0]!.secretId;
    await fixture.apps.addSecret(clientId, developer);
    const retired = await fixture.apps.retireSecret({ clientId, secretId, immediately: false }, developer);
    const left = retired.endsAt! - Date.now() * 1000;
    expect(left).toBeGreaterThan(7 * DAY - 60_000_000);
    expect(left).toBeLessThanOrEqual(7 * DAY + 60_000_000);
    expect(await requestErrorOf(fixture.apps.addSecret(clientId, developer))).toEqual(LIMIT);
    const again = await fixture.apps.retireSecret({ clientId, secretId, immediately: false }, developer);
    expect(again.endsAt).toBe(retired.endsAt);
  });

  test("a leaked one ends at once and frees its place", async () => {
    const { clientId, secrets } = await createDraft(fixture, developer);
    const secretId = secrets[0]!.secretId;
    await fixture.apps.addSecret(clientId, developer);
    await fixture.apps.retireSecret({ clientId, secretId, immediately: true }, developer);
    const { app } = await fixture.apps.get(clientId, developer);
    expect(app.secrets.map((secret) => secret.secretId)).not.toContain(secretId);
    await fixture.apps.addSecret(clientId, developer);
    const gone = fixture.apps.retireSecret({ clientId, secretId, immediately: true }, developer);
    expect(await requestErrorOf(gone)).toEqual({ kind: "not_found", reason: "NOT_FOUND" });
  });

  test("S4 one app's secret is not another's to retire", async () => {
    const mine = await createDraft(fixture, developer);
    const other = await createDraft(fixture, await developerCall(fixture));
    const request = { clientId: mine.clientId, secretId: other.secrets[0]!.secretId, immediately: true };
    expect(await requestErrorOf(fixture.apps.retireSecret(request, developer))).toMatchObject({ reason: "NOT_FOUND" });
  });

  test("are none for a public app", async () => {
    const request = { profile: profile(), confidential: false, settings: NO_SETTINGS, developerAccountId: null };
    const { app } = await fixture.apps.create(request, developer);
    expect(await requestErrorOf(fixture.apps.addSecret(app.clientId, developer))).toMatchObject({
      reason: "PUBLIC_APP",
    });
  });

  test("S1 are kept as digests only", async () => {
    const { clientId } = await createDraft(fixture, developer);
    const { clientSecret, secret } = await fixture.apps.addSecret(clientId, developer);
    const rows = await fixture.management.read((_, query) =>
      query<{ digest: Buffer }>({ name: "digest", text: "select digest from app_secret where id = $1" }, [
        secret.secretId,
      ]),
    );
    expect(rows[0]!.digest).toHaveLength(32);
    const dump = await fixture.management.read((_, query) =>
      query({ name: "dump", text: "select s::text from app_secret s union all select a::text from audit_event a" }, []),
    );
    expect(JSON.stringify(dump)).not.toContain(clientSecret.slice(6, -4));
  });
});
