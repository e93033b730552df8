import { randomBytes, randomUUIDv7 } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startSaltCleanup } from "../../../../src/service/tokens/salt-cleanup.ts";
import type { Query, Statement } from "../../../../src/store/connection/query.ts";
import { lockRefreshTokens, readPairs, rotateRefreshTokens } from "../../../../src/store/tokens/refresh-tokens.ts";
import { eraseSalts } from "../../../../src/store/tokens/salts.ts";
import { type Installed, idOf } from "../../../support/world/tokens.ts";
import { createWorld, type World } from "../../../support/world/world.ts";
import { type BoundStatement, capture, explain, rowsRead } from "../plans.ts";

const ANCESTORS = 10_000;

let world: World;
let client: pg.Client;
/** An installation whose family has `ANCESTORS` rotated tokens. */
let old: Installed;
beforeAll(async () => {
  world = await createWorld();
  client = new pg.Client({ connectionString: world.url });
  await client.connect();
  old = await world.install();
  await client.query(
    `with first as (
       select r.*, a.scopes from refresh_token r join access_token a using (family_id) where r.id = $1
     ), spent as (
       insert into refresh_token (id, family_id, digest, issued_at, expires_at, used_at, successor_id, successor_access_id, successor_scopes)
       select uuidv7(n * interval '-1 second'), family_id, digest, issued_at, expires_at, issued_at, uuidv7(), uuidv7(), scopes
       from first, generate_series(1, $2::int) n
     )
     insert into access_token (id, family_id, digest, scopes, issued_at, expires_at)
     select uuidv7(n * interval '-1 second'), family_id, digest, scopes, issued_at, expires_at
     from first, generate_series(1, $2::int) n`,
    [idOf(old.pair.refreshToken!), ANCESTORS],
  );
  await client.query("vacuum analyze refresh_token");
  await client.query("vacuum analyze access_token");
});
afterAll(async () => {
  await client.end();
  await world.close();
});

/** The rows read from `refresh_token`, the scan types, and the blocks of all tables. Rolls back. */
async function cost(one: BoundStatement) {
  const { nodes, blocks } = await explain(client, one);
  const ways = new Set<string>();
  let taken = 0;
  for (const node of nodes) {
    if (node["Relation Name"] !== "refresh_token" || node["Node Type"] === "ModifyTable") continue;
    ways.add(node["Node Type"]);
    taken += rowsRead(node);
  }
  return { taken, ways, blocks };
}

/** The statements of a refresh and of its retry, with the newest token of a family. */
async function refreshing({ app }: Installed, refreshToken: string) {
  const tokenId = idOf(refreshToken);
  const { proof, clientId } = app.credentials;
  const secretId = proof.kind === "secret" ? idOf(proof.secret) : null;
  const { rows } = await client.query("select family_id from refresh_token where id = $1", [tokenId]);
  const { rows: access } = await client.query("select max(id::text) as id from access_token where family_id = $1", [
    rows[0].family_id,
  ]);
  const at = Date.now() * 1000;
  const token = () => ({ id: randomUUIDv7(), digest: randomBytes(32), expiresAt: at + 3_600_000_000 });
  const next = { ...token(), salt: randomBytes(32), keyId: "k" };
  const of = { presentedId: tokenId, familyId: rows[0].family_id, at, address: null };
  const rotation = { ...of, scopes: ["a"], next, access: token() };
  return [
    await capture((query) => lockRefreshTokens(query, [{ tokenId, clientId, secretId }])),
    rotateRefreshTokens([rotation]),
    await capture((query) => readPairs(query, [{ refreshId: tokenId, accessId: access[0].id }])),
  ];
}

async function costOf(installed: Installed, refreshToken: string) {
  let [taken, blocks] = [0, 0];
  for (const statement of await refreshing(installed, refreshToken)) {
    const one = await cost(statement);
    taken += one.taken;
    blocks += one.blocks;
    expect([...one.ways]).not.toContain("Seq Scan");
  }
  return { taken, blocks };
}

describe("T11 RFC 6749 §6 a refresh costs the same", () => {
  it(`T11 after ${ANCESTORS.toLocaleString("en-GB")} rotations of its family as after none`, async () => {
    const young = await world.install();
    const before = await costOf(young, young.pair.refreshToken!);
    const after = await costOf(old, old.pair.refreshToken!);
    expect(after.taken).toBe(before.taken);
    // 10,000 rows are about 200 blocks.
    expect(after.blocks).toBeLessThanOrEqual(before.blocks + 20);
  });

  it("T11 after 200 rotations with dead rows as after the first", async () => {
    const installed = await world.install();
    let refreshToken = installed.pair.refreshToken!;
    const rotate = async (times: number) => {
      for (let n = 0; n < times; n++) {
        refreshToken = (await world.refreshWith(installed.app, refreshToken)).refreshToken!;
      }
      return costOf(installed, refreshToken);
    };
    const before = await rotate(1);
    const after = await rotate(200);
    expect(after.taken).toBe(before.taken);
    expect(after.blocks).toBeLessThanOrEqual(before.blocks + 50);
  }, 300_000);
});

describe("the salt cleanup", () => {
  it("scans at most its limit of rows of a large table from any position", async () => {
    const { rows } = await client.query("select id from refresh_token order by id offset 5000 limit 1");
    const sweep = { window: -600, limit: 1000, scanLimit: 100 };
    for (const fromId of [null, rows[0].id]) {
      const { taken, ways } = await cost(await capture(async (query) => eraseSalts(one(query), { ...sweep, fromId })));
      // One scan for the end of the range, one for its salts.
      expect(taken).toBeLessThanOrEqual(2 * (sweep.scanLimit + 1));
      expect([...ways]).not.toContain("Seq Scan");
    }
  });

  it("continues at the recorded position in another process", async () => {
    const windows = { confidential: -600, public: -600 };
    const sweep = startSaltCleanup({ ...world.deps.tokens, windows }, 60_000);
    await sweep.run();
    await sweep.stop();
    const first = { window: -600, fromId: null, limit: 1000, scanLimit: 20_000 };
    const { taken, blocks } = await cost(await capture(async (query) => eraseSalts(one(query), first)));
    expect(taken).toBe(0);
    expect(blocks).toBeLessThanOrEqual(20);
  });
});

/** Returns a row if one is expected. */
function one(query: Query): Query {
  return async <Row>(statement: Statement, values: readonly unknown[]) => {
    await query(statement, values);
    return [{} as Row];
  };
}
