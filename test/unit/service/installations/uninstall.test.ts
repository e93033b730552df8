import { describe, expect, test } from "vitest";
import { sha256 } from "../../../../src/credential/digest.ts";
import { getInstallation } from "../../../../src/service/installations/get-installation.ts";
import { uninstall } from "../../../../src/service/installations/uninstall.ts";
import { callOf, keyCall } from "../../../support/world/calls.ts";
import { useWorld } from "../../../support/world/fixtures.ts";
import { changeOf, eventsOf, member, sessionsOf } from "../../../support/world/installations.ts";
import { requestErrorOf } from "../../../support/world/rejections.ts";
import { createCall, format } from "../../../support/world/tokens.ts";

const world = useWorld();

const FAMILIES = 1_000;
const TOKENS_OF_EACH = 100;
const SECRET = new Uint8Array(32);

/** Adds families with access tokens of one secret; returns one token of each family. */
async function fill(installationId: string): Promise<string[]> {
  await world.sql.query(
    `insert into token_family (id, app_id, merchant_id, installation_id, account_id, scopes, authorized_at, expires_at)
     select uuidv7(), app_id, merchant_id, installation_id, account_id, scopes, clock_timestamp(), expires_at
     from token_family, generate_series(1, $2::int) where installation_id = $1`,
    [installationId, FAMILIES],
  );
  await world.sql.query(
    `insert into access_token (family_id, digest, scopes, issued_at, expires_at)
     select id, $2, scopes, clock_timestamp(), clock_timestamp() + interval '1 hour'
     from token_family, generate_series(1, $3::int) where installation_id = $1 and current_id is null`,
    [installationId, sha256(SECRET), TOKENS_OF_EACH],
  );
  const { rows } = await world.sql.query(
    "select min(id::text) as id from access_token where digest = $1 group by family_id",
    [sha256(SECRET)],
  );
  return rows.map(({ id }) => format.format("at", id, SECRET));
}

async function activeAmong(tokens: string[]): Promise<number> {
  const answers = await world.tokens.batchIntrospect({ tokens, consistency: "fully_consistent" }, createCall());
  return answers.filter(({ active }) => active).length;
}

/** The number of rows per table that the last transaction on the installation wrote. */
async function writtenWith(installationId: string): Promise<Record<string, number>> {
  const { rows: tables } = await world.sql.query(
    "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition",
  );
  const counts = tables.map(
    ({ name }) => `select '${name}' as name, count(*)::int as rows from "${name}" t
    where t.xmin::text = (select xmin::text from installation where id = $1)`,
  );
  const { rows } = await world.sql.query(counts.join(" union all "), [installationId]);
  return Object.fromEntries(rows.filter(({ rows }) => rows > 0).map(({ name, rows }) => [name, rows]));
}

describe("uninstall", () => {
  test("revokes every token, with one event and one audit event", async () => {
    const installed = await world.install();
    const manager = callOf(await member(world, installed.merchant.id, "MANAGER"));
    const ended = await uninstall(world.deps, changeOf(installed), manager);
    expect(ended).toMatchObject({ state: "UNINSTALLED", version: 1 });
    expect(ended.endedAt).toBeGreaterThan(ended.connectedAt!);
    expect(await world.isActive(installed.pair.accessToken)).toBe(false);
    expect(await world.isActive(installed.pair.refreshToken!, "refresh_token")).toBe(false);
    const { rows } = await world.sql.query("select * from revocation_event where subject_id = $1", [
      ended.installationId,
    ]);
    expect(rows).toMatchObject([{ subject: "INSTALLATION", kind: "REVOKED", installation_version: 1 }]);
    const audit = await world.sql.query(
      "select * from audit_event where action = 'installation.uninstall' and installation_id = $1",
      [ended.installationId],
    );
    expect(audit.rows).toMatchObject([
      { actor_id: manager.actor!.accountId, merchant_id: installed.merchant.id, request_id: "req-web" },
    ]);
  });

  test("has no effect the second time", async () => {
    const installed = await world.install();
    const first = await uninstall(world.deps, changeOf(installed), keyCall());
    const { endedAt, changedAt } = first;
    const again = await uninstall(world.deps, changeOf(installed), keyCall());
    expect(again).toMatchObject({ state: "UNINSTALLED", endedAt, changedAt });
    expect(await eventsOf(world, installed)).toEqual(["REVOKED"]);
  });

  test("a re-install keeps the id and increments the version", async () => {
    const installed = await world.install();
    await uninstall(world.deps, changeOf(installed), keyCall());
    const code = await world.issueCode(installed);
    const pair = await world.exchangeCode(installed.app, { code });
    expect(pair.installationId).toBe(installed.pair.installationId);
    const now = await getInstallation(world.deps, { installationId: pair.installationId }, keyCall());
    expect(now).toMatchObject({ state: "ACTIVE", version: 2, endedAt: null });
    expect(await world.isActive(installed.pair.accessToken)).toBe(false);
  });

  test("a session cannot act for the app", async () => {
    const installed = await world.install();
    const { developer } = sessionsOf(installed);
    expect(await requestErrorOf(uninstall(world.deps, changeOf(installed), developer))).toMatchObject({
      reason: "PARTY",
    });
  });

  test("V6 with 100,000 tokens one installation row is written, and the tokens of every family are inactive", async () => {
    const { pair } = await world.install();
    const { installationId } = pair;
    const tokens = await fill(installationId);
    expect(tokens).toHaveLength(FAMILIES);
    expect(await activeAmong(tokens)).toBe(FAMILIES);
    // Other transactions write last use and health to the same row.
    await Promise.all([world.deps.tokens.store.lastUse.flush(), world.deps.tokens.store.health.flush()]);
    await uninstall(world.deps, { installationId, party: null }, keyCall());
    expect(await writtenWith(installationId)).toEqual({
      installation: 1,
      audit_event: 1,
      event: 1,
      event_head: 1,
      feed_head: 1,
      revocation_event: 1,
    });
    expect(await activeAmong([...tokens.slice(1), pair.accessToken])).toBe(0);
    expect(await activeAmong(tokens.slice(0, 1))).toBe(0);
  });
});
