import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { LockWait } from "../../../../src/store/migrations/apply.ts";
import { toMigration } from "../../../../src/store/migrations/list.ts";
import { migrate } from "../../../../src/store/migrations/migrate.ts";
import { createTestDatabase, type TestDatabase } from "../../../support/database.ts";

let database: TestDatabase;
const clients: pg.Client[] = [];

async function connect(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: database.url });
  client.on("error", () => {});
  await client.connect();
  clients.push(client);
  return client;
}

beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.end()));
  await database.drop();
});

const ADD_COLUMN = toMigration("9000-add", 'alter table "token_family" add column "added" text null;');
const ADD_INDEX = toMigration(
  "9001-index",
  '-- no transaction\ncreate index concurrently if not exists "token_family_added" on "token_family" ("installation_id");\n',
);

interface OpenTransaction {
  pid: number;
  commit(): Promise<unknown>;
}

/** A session with an open transaction that has read the table. */
const startReader = () => startTransaction("select from token_family");
/** A session with an open transaction that may have written to the table, for which a concurrent index waits. */
const startWriter = () => startTransaction("lock table token_family in row exclusive mode");

async function startTransaction(statement: string): Promise<OpenTransaction> {
  const client = await connect();
  await client.query(`begin; ${statement}`);
  const { rows } = await client.query("select pg_backend_pid() as pid");
  return { pid: rows[0].pid, commit: () => client.query("commit") };
}

it("releases its place in the lock queue, names the blocking session, and goes on when it has ended", async () => {
  const reader = await startReader();
  const waits: LockWait[] = [];
  const migrating = migrate(database.url, { migrations: [ADD_COLUMN], onWait: (wait) => void waits.push(wait) });
  const other = await connect();
  // Without a lock timeout of the migration, this read would wait as long as the reader's transaction is open.
  const stop = new AbortController();
  const reading = (async () => {
    await other.query("set statement_timeout = '20s'");
    for (let reads = 0; ; reads++) {
      if (stop.signal.aborted) return reads;
      await other.query("select from token_family limit 1");
      await delay(5);
    }
  })();
  await expect.poll(() => waits.length).toBeGreaterThanOrEqual(3);
  stop.abort();
  expect(await reading).toBeGreaterThan(0);
  expect(waits[0]).toMatchObject({ migration: "9000-add", retryInMs: expect.any(Number) });
  expect(waits.flatMap(({ blockers }) => blockers.map(({ pid }) => pid))).toContain(reader.pid);
  await reader.commit();
  expect(await migrating).toEqual(["9000-add"]);
});

it("gives up with the name of the blocking session, has changed nothing, and can be run again", async () => {
  const reader = await startReader();
  const failing = migrate(database.url, { migrations: [ADD_COLUMN], retryForMs: 0, lockTimeoutMs: 2_000 });
  await expect(failing).rejects.toThrow(
    new RegExp(`9000-add found no free lock .*pid ${reader.pid} \\(.*pg_terminate_backend`),
  );
  await reader.commit();
  expect(await migrate(database.url, { migrations: [ADD_COLUMN] })).toEqual(["9000-add"]);
});

it("applies each migration in a transaction of its own: those before a failure stay applied", async () => {
  const broken = toMigration("9002-broken", "create table kept_out (id int); select 1 / 0;");
  await expect(migrate(database.url, { migrations: [ADD_COLUMN, broken] })).rejects.toThrow("division by zero");
  const client = await connect();
  const { rows } = await client.query(
    "select name, to_regclass('kept_out') as kept_out from schema_migration where name like '9%'",
  );
  expect(rows).toEqual([{ name: "9000-add", kept_out: null }]);
});

it("builds an index again that an interrupted run has left invalid", async () => {
  const writer = await startWriter();
  const waits: LockWait[] = [];
  const interrupted = migrate(database.url, { migrations: [ADD_INDEX], onWait: (wait) => void waits.push(wait) });
  const settled = interrupted.catch((error: Error) => error);
  const admin = await connect();
  const building =
    "select pid from pg_stat_activity where datname = current_database() and query like '%concurrently%' and wait_event_type = 'Lock'";
  await expect.poll(async () => (await admin.query(building)).rows.length).toBe(1);
  // The wait for older transactions blocks no request, so it has no timeout and is only reported.
  await expect.poll(() => waits.at(-1)).toMatchObject({ blockers: [{ pid: writer.pid }], retryInMs: null });
  await admin.query(`select pg_terminate_backend(pid) from (${building}) as b`);
  expect(await settled).toBeInstanceOf(Error);
  const valid = "select indisvalid as valid from pg_index where indexrelid = 'token_family_added'::regclass";
  expect((await admin.query(valid)).rows).toEqual([{ valid: false }]);
  await writer.commit();
  expect(await migrate(database.url, { migrations: [ADD_INDEX] })).toEqual(["9001-index"]);
  expect((await admin.query(valid)).rows).toEqual([{ valid: true }]);
  expect(await migrate(database.url, { migrations: [ADD_INDEX] })).toEqual([]);
});

it("a second run waits without a snapshot, so that it does not block the index of the first", async () => {
  const writer = await startWriter();
  const runs = [migrate(database.url, { migrations: [ADD_INDEX] }), migrate(database.url, { migrations: [ADD_INDEX] })];
  const admin = await connect();
  const sessions = `select count(*)::int as n from pg_stat_activity
    where datname = current_database() and application_name = 'latchkey migrate'`;
  // Two sessions of the run that has the lock, and one of the waiting run.
  await expect.poll(async () => (await admin.query(sessions)).rows[0].n).toBe(3);
  await writer.commit();
  expect((await Promise.all(runs)).flat()).toEqual(["9001-index"]);
});
