import { readFileSync } from "node:fs";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { migrate } from "../../../src/store/migrations/migrate.ts";
import { query } from "../../support/template.ts";
import { createWorld, type World } from "../../support/world/world.ts";
import {
  createGroupSchemas,
  createKeyedTables,
  createReferenceTables,
  GROUP_SCHEMAS,
  KEYED_SCHEMA,
  TOKEN_TABLES,
} from "./layout.ts";
import { type LifeRecord, liveThrough, sendOtherStatements } from "./life.ts";
import { type Nodes, startNodes } from "./nodes.ts";
import { planKind } from "./plan-kind.ts";
import { createRecorder, type Recorder, type RecorderOptions } from "./recorder.ts";
import { withImmutableTimestamps } from "./statements.ts";

let nodes: Nodes;
let refusals: Record<string, string>;
const worlds: World[] = [];
const recorders: Recorder[] = [];

beforeAll(async () => {
  nodes = await startNodes();
  await migrate(nodes.url);
  refusals = await tryToDistribute();
  await createReferenceTables(nodes.url);
  await createKeyedTables(nodes.url);
  await createGroupSchemas(nodes.url);
});
afterAll(async () => {
  await Promise.all(recorders.map(({ pools }) => pools.end()));
  await Promise.all(worlds.map((world) => world.close()));
  await nodes?.stop();
});

/** Tries to distribute each token table by its merchant. Returns the errors of Citus by table. */
async function tryToDistribute(): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const table of TOKEN_TABLES) {
    await query(nodes.url, `select create_distributed_table('${table}', 'merchant_id')`).catch(
      (error: pg.DatabaseError) => {
        found[table] = error.message;
      },
    );
  }
  return found;
}

function urlOf(schema: string): string {
  return `${nodes.url}?options=-csearch_path%3D${schema},public`;
}

async function live(schema: string, options: RecorderOptions): Promise<{ records: LifeRecord; recorder: Recorder }> {
  const url = urlOf(schema);
  const world = await createWorld({}, { database: { url, drop: async () => {} } });
  worlds.push(world);
  const recorder = await createRecorder(url, options);
  recorders.push(recorder);
  return { records: await liveThrough(world, recorder), recorder };
}

/** The first cell of a row that describes a statement. */
const STATEMENT = /^`([a-z_-]+)`$/;

/** The rows in the tables of docs/scaling.md whose first cell matches: the match and the other cells. */
function documented(first: RegExp): [string, string[]][] {
  const markdown = readFileSync(new URL("../../../docs/scaling.md", import.meta.url), "utf8");
  const rows = [...markdown.matchAll(/^\| ([^|]+) \|(.*)\|$/gm)];
  return rows.flatMap(([, name, rest]) => {
    const [, found] = first.exec(name!) ?? [];
    return found === undefined ? [] : [[found, rest!.split("|").map((cell) => cell.trim())] as [string, string[]]];
  });
}

describe("Citus", () => {
  test("does not distribute the tables by merchant as they are", () => {
    expect(refusals).toEqual({
      installation: expect.stringMatching(/referenced table "app" must be a distributed table or a reference table/),
      authorization_code: 'cannot create constraint on "authorization_code"',
      token_family: 'cannot create constraint on "token_family"',
      access_token: 'column "merchant_id" of relation "access_token" does not exist',
      refresh_token: 'column "merchant_id" of relation "refresh_token" does not exist',
    });
  });

  test("refuses generic plans of inserts from a function", async () => {
    const options = { pushesDown: false, planCacheMode: "force_generic_plan" } as const;
    await expect(live(GROUP_SCHEMAS[0]!, options)).rejects.toMatchObject({
      cause: { message: "could not create distributed plan" },
    });
  });

  test("commits inserts inside WITH in two phases on several workers", async () => {
    const options = { pushesDown: false, planCacheMode: "force_custom_plan" } as const;
    const { records } = await live(GROUP_SCHEMAS[0]!, options);
    for (const name of ["exchange", "refresh", "revoke"]) {
      expect(records[name]!.twoPhase, name).toBe(true);
      expect(records[name]!.connections.size, name).toBeGreaterThan(1);
    }
  });

  describe("plans", () => {
    let recorder: Recorder;
    beforeAll(async () => {
      ({ recorder } = await live(GROUP_SCHEMAS[0]!, { pushesDown: false, planCacheMode: "force_custom_plan" }));
      await sendOtherStatements(recorder);
    });

    async function plan(schema: string, adapt: (text: string) => string): Promise<Map<string, string>> {
      const client = new pg.Client({ connectionString: urlOf(schema) });
      await client.connect();
      try {
        const kinds = new Map<string, string>();
        for (const [name, { text, values }] of recorder.statements) {
          kinds.set(name, await planKind(client, { text: adapt(text), values }));
        }
        return kinds;
      } finally {
        await client.end();
      }
    }

    test("follow the table of docs/scaling.md with immutable timestamps", async () => {
      const byKey = await plan(KEYED_SCHEMA, withImmutableTimestamps);
      const byGroup = await plan(GROUP_SCHEMAS[0]!, withImmutableTimestamps);
      const rows = documented(STATEMENT).map(([name, cells]) => [name, cells.slice(0, 2)]);
      const planned = [...byKey].map(([name, kind]) => [name, [kind, byGroup.get(name)]]);
      expect(Object.fromEntries(rows)).toEqual(Object.fromEntries(planned));
    });

    test("refuse the stable functions that docs/scaling.md names", async () => {
      const byGroup = await plan(GROUP_SCHEMAS[0]!, (text) => text);
      const refused = [...byGroup].filter(([, kind]) => kind === "error: stable function").map(([name]) => name);
      const rows = documented(STATEMENT).filter(([, [, , change]]) => change?.includes("`timestamp()`"));
      expect(rows.map(([name]) => name).sort()).toEqual(refused.sort());
    });
  });

  test.each(GROUP_SCHEMAS)("runs the token operations of %s on one worker in one phase", async (schema) => {
    const { records } = await live(schema, { pushesDown: true, planCacheMode: "force_custom_plan" });
    const connections = new Set(Object.values(records).flatMap((remote) => [...remote.connections]));
    expect(connections.size).toBe(1);
    const counts = Object.entries(records).map(([name, { commands, twoPhase }]) => [
      name,
      [`${commands.length}`, twoPhase ? "2" : "1"],
    ]);
    const operations = new RegExp(`^(${Object.keys(records).join("|")})$`);
    expect(Object.fromEntries(documented(operations))).toEqual(Object.fromEntries(counts));
  });
});
