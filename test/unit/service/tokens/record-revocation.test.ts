import { expect, test } from "vitest";
import { revocationJobs } from "../../../../src/service/tokens/record-revocation.ts";
import type { RevokeSubject } from "../../../../src/service/tokens/revoke-before.ts";
import { findInstallation } from "../../../../src/store/installations/installation-list.ts";
import { useWorld } from "../../../support/world/fixtures.ts";
import { createCall, type Installed, idOf } from "../../../support/world/tokens.ts";

const world = useWorld();

const end = (subject: RevokeSubject, notBefore: number | null = null) =>
  world.tokens.revokeBefore({ subject, notBefore }, createCall());

/** Runs the jobs that were added since the last call. */
async function runJobs(signal = new AbortController().signal): Promise<void> {
  await world.deps.tokens.store.health.flush();
  const jobs = await world.rows<{ kind: string; payload: Record<string, unknown> }>(
    "delete from job where kind = 'record_revocation' returning kind, payload",
  );
  for (const { kind, payload } of jobs) await revocationJobs(world.deps)[kind]!.run(payload, { number: 1, signal });
}

/** Seconds until the recorded expiry of an installation. */
async function left({ pair }: Pick<Installed, "pair">): Promise<number> {
  await world.deps.tokens.store.health.flush();
  const [row] = await world.rows<{ left: number }>(
    "select extract(epoch from tokens_expire_at - clock_timestamp())::float8 as left from installation where id = $1",
    [pair.installationId],
  );
  return row!.left;
}

/** True if a reader of the installation sees its access as revoked. */
async function isRevoked({ pair }: Pick<Installed, "pair">): Promise<boolean> {
  await world.deps.tokens.store.health.flush();
  const find = world.deps.management.transactional(({ query }) => findInstallation(query, pair.installationId));
  return (await find)!.tokensRevoked;
}

test.each(["app", "merchant", "everything"] as const)("a revocation of %s ends the recorded expiry", async (kind) => {
  const [installed, other] = [await world.install(), await world.install()];
  const subjects: Record<typeof kind, RevokeSubject> = {
    app: { kind: "app", clientId: installed.app.clientId },
    merchant: { kind: "merchant", merchantId: installed.merchant.id },
    everything: { kind: "everything" },
  };
  expect(await left(installed)).toBeGreaterThan(0);
  expect(await isRevoked(installed)).toBe(false);
  await end(subjects[kind]);
  await runJobs();
  expect(await left(installed)).toBeLessThanOrEqual(0);
  expect(await isRevoked(installed)).toBe(true);
  expect((await left(other)) <= 0).toBe(kind === "everything");
});

test("keeps the expiry of tokens that were authorized after the time", async () => {
  const { app, merchant, pair } = await world.install();
  await world.age(100);
  const again = await world.exchangeCode(app, { code: await world.issueCode({ app, merchant }) });
  expect(again.installationId).toBe(pair.installationId);
  await end({ kind: "app", clientId: app.clientId }, (Date.now() - 50_000) * 1_000);
  await runJobs();
  expect(await left({ pair })).toBeGreaterThan(7_000_000);
  expect(await isRevoked({ pair })).toBe(false);
});

test("is no longer revoked after the app is connected again, also when the new tokens expire", async () => {
  const installed = await world.install();
  const { app, merchant, pair } = installed;
  await end({ kind: "app", clientId: app.clientId });
  await runJobs();
  await world.exchangeCode(app, { code: await world.issueCode({ app, merchant }) });
  expect(await isRevoked(installed)).toBe(false);
  await world.age(8_000_000);
  await world.rows("update installation set tokens_expire_at = clock_timestamp() where id = $1", [pair.installationId]);
  expect(await isRevoked(installed)).toBe(false);
});

test("a revocation by the app is recorded like one by the platform", async () => {
  const installed = await world.install();
  const { app, pair } = installed;
  await world.tokens.revoke(
    { credentials: app.credentials, token: pair.refreshToken!, tokenTypeHint: "" },
    createCall(),
  );
  expect(await left(installed)).toBeLessThanOrEqual(0);
  expect(await isRevoked(installed)).toBe(true);
});

test("lasts if another process records the tokens afterwards, until the app is connected again", async () => {
  const app = await world.app();
  const merchant = await world.merchant();
  const code = await world.issueCode({ app, merchant });
  const pair = await world.exchangeCode(app, { code });
  await end({ kind: "app", clientId: app.clientId });
  await runJobs();
  const now = Date.now() * 1_000;
  const issued = { familyId: idOf(code), lastRefreshedAt: null, now, expireAt: now + 1_000_000_000, refreshed: true };
  world.deps.tokens.store.health.issued(pair.installationId, issued);
  expect(await left({ pair })).toBeLessThanOrEqual(0);
  await world.exchangeCode(app, { code: await world.issueCode({ app, merchant }) });
  expect(await left({ pair })).toBeGreaterThan(7_000_000);
});

test("stops with its process before the next transaction", async () => {
  const installed = await world.install();
  await left(installed);
  await end({ kind: "app", clientId: installed.app.clientId });
  await expect(runJobs(AbortSignal.abort(new Error("stopping")))).rejects.toThrow("stopping");
  expect(await left(installed)).toBeGreaterThan(0);
});

test("records the end of an app with more installations than one transaction changes", async () => {
  const { app, pair } = await world.install();
  await left({ pair });
  await world.rows(`insert into merchant (id, name) select 'many-' || n, 'Many ' || n from generate_series(1, 1200) n`);
  await world.rows(
    `insert into installation (id, app_id, merchant_id, state, granted_scopes, tokens_expire_at)
     select gen_random_uuid(), $1, 'many-' || n, 'ACTIVE', '{}', now() + interval '1 day' from generate_series(1, 1200) n`,
    [app.id],
  );
  await end({ kind: "app", clientId: app.clientId });
  await runJobs();
  const expired = "app_id = $1 and tokens_expire_at <= clock_timestamp()";
  expect(await world.count("installation", expired, [app.id])).toBe(1_201);
});
