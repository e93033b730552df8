import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { administer } from "../../support/template.ts";
import { COUNTS } from "./settings.ts";
import { expectNoLoss, openStage, type Stage } from "./stage.ts";

const PRELOADED = fileURLToPath(new URL("brief-intervals.ts", import.meta.url));
const EXPIRED_FAMILIES = 5_000 * COUNTS.rounds;

let stage: Stage;
beforeAll(async () => {
  stage = await openStage({
    node: ["--import", PRELOADED],
    // Inserts before the core starts, because the cleanup pauses after a complete run.
    async between(url) {
      await administer(url, INSERT_EXPIRED);
      return url;
    },
  });
});
afterAll(() => stage?.stop());

/** Families whose tokens were issued eleven days ago and expired ten days ago. */
const INSERT_EXPIRED = `
  with n as materialized (
    select uuidv7(interval '-11 days') as family_id, uuidv7(interval '-11 days') as refresh_id,
      uuidv7(interval '-11 days') as access_id, i.* from generate_series(1, ${EXPIRED_FAMILIES}) g
      join bench_installation i on i.n = 1 + g % 1000
  ), f as (
    insert into token_family (id, app_id, merchant_id, installation_id, account_id, scopes, authorized_at, current_id, expires_at)
    select family_id, app_id, merchant_id, id, account_id, '{}', now() - interval '11 days', refresh_id, now() - interval '10 days' from n
  ), r as (
    insert into refresh_token (id, family_id, digest, issued_at, expires_at)
    select refresh_id, family_id, '', now() - interval '11 days', now() - interval '10 days' from n
  )
  insert into access_token (id, family_id, digest, scopes, issued_at, expires_at)
  select access_id, family_id, '', '{}', now() - interval '11 days', now() - interval '10 days' from n`;

const COUNT_EXPIRED = `
  select (select count(*) from access_token where expires_at < now()) + (select count(*) from refresh_token where expires_at < now())
    + (select count(*) from token_family where expires_at < now()) as rows`;

test("S3 expired rows are removed beside refreshes: nothing that a retry or reuse detection needs is lost", async () => {
  const inject = async () => {
    const isRemoved = async () => expect((await stage.postgres.query(COUNT_EXPIRED)).rows[0].rows).toBe("0");
    await vi.waitFor(isRemoved, { timeout: 600_000, interval: 200 });
  };
  await expectNoLoss(stage, {
    name: "expired rows removed",
    rounds: 1,
    check: { mustAnswer: true },
    inject,
  });
});
