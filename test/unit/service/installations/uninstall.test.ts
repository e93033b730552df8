import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sha256 } from "../../../../src/credential/digest.ts";
import { keyCall } from "../fixture.ts";
import { createCall, format, install } from "../tokens/world.ts";
import { createInstallationWorld, type InstallationWorld } from "./fixture.ts";

let world: InstallationWorld;
beforeAll(async () => {
  world = await createInstallationWorld();
});
afterAll(() => world.close());

const FAMILIES = 1_000;
const TOKENS_OF_EACH = 100;
const SECRET = new Uint8Array(32);

/** Families of an installation with many access tokens each, all of one secret; gives one token of each family. */
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

/** How many rows of each table the transaction wrote that wrote the installation's row as it is now. */
async function writtenWith(installationId: string): Promise<Record<string, number>> {
  const { rows: tables } = await world.sql.query("select tablename as name from pg_tables where schemaname = 'public'");
  const counts = tables.map(
    ({ name }) => `select '${name}' as name, count(*)::int as rows from "${name}" t
    where t.xmin::text = (select xmin::text from installation where id = $1)`,
  );
  const { rows } = await world.sql.query(counts.join(" union all "), [installationId]);
  return Object.fromEntries(rows.filter(({ rows }) => rows > 0).map(({ name, rows }) => [name, rows]));
}

describe("an uninstall", () => {
  test("V6 with 100,000 tokens writes the one row of the installation, and every family's tokens are inactive", async () => {
    const { pair } = await install(world);
    const { installationId } = pair;
    const tokens = await fill(installationId);
    expect(tokens).toHaveLength(FAMILIES);
    expect(await activeAmong(tokens)).toBe(FAMILIES);
    // That it was used is noted in its row, by a transaction that nobody waits for.
    await world.dependencies.store.lastUse.flush();
    await world.installations.uninstall({ installationId, party: null }, keyCall());
    expect(await writtenWith(installationId)).toEqual({
      installation: 1,
      audit_event: 1,
      feed_head: 1,
      revocation_event: 1,
    });
    expect(await activeAmong([...tokens.slice(1), pair.accessToken])).toBe(0);
    expect(await activeAmong(tokens.slice(0, 1))).toBe(0);
  });
});
