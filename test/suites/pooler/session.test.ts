import type { MikroORM } from "@mikro-orm/postgresql";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createManagement, type Management } from "../../../src/store/connection/management.ts";
import { createOrm } from "../../../src/store/connection/orm.ts";
import { type ConnectionPools, createConnectionPools } from "../../../src/store/connection/pools.ts";
import type { Query } from "../../../src/store/connection/query.ts";
import { decideTogether, withConnection } from "../../../src/store/connection/transaction.ts";
import { createTestDatabase, type TestDatabase } from "../../support/database.ts";
import { type PgBouncer, startPgBouncer } from "../../support/pgbouncer.ts";
import { query as runOnce } from "../../support/template.ts";

const READ_SETTINGS = `select current_setting('statement_timeout') as statement,
  current_setting('idle_in_transaction_session_timeout') as idle, current_setting('client_min_messages') as messages,
  current_setting('plan_cache_mode') as plans, current_setting('enable_seqscan') as scans`;

const UNSET = { statement: "0", idle: "0", messages: "notice", plans: "auto", scans: "on" };
const TOKENS = { statement: "40s", idle: "10s", messages: "warning", plans: "force_generic_plan", scans: "off" };
const MANAGEMENT = { ...UNSET, statement: "50s", idle: "15s", messages: "warning" };

const read = async (query: Query) => (await query({ name: "settings", text: READ_SETTINGS }, []))[0];

describe.each(["directly", "through PgBouncer in transaction mode"])(
  "%s, every transaction has the settings",
  (path) => {
    let database: TestDatabase;
    let pooler: PgBouncer | undefined;
    let url: string;
    let pools: ConnectionPools;
    let orm: MikroORM;
    let management: Management;
    beforeAll(async () => {
      database = await createTestDatabase();
      // PgBouncer has only one server connection, so that all clients share a session.
      if (path !== "directly") pooler = await startPgBouncer(database.url, { settings: { default_pool_size: 1 } });
      url = pooler?.url ?? database.url;
      pools = createConnectionPools({
        url,
        size: 4,
        reserved: 2,
        acquireTimeoutMs: 15_000,
        statementTimeoutMs: 40_000,
      });
      orm = await createOrm({ url, acquireTimeoutMs: 15_000, statementTimeoutMs: 50_000 });
      management = createManagement(orm);
    });
    afterAll(async () => {
      await orm?.close();
      await pools?.end();
      await pooler?.stop();
      await database?.drop();
    });

    it("of a batch, with the lock timeout of batches", async () => {
      const settled = await decideTogether(pools.ordinary, [1, 2], async (query) => {
        const [lock] = await query({ name: "", text: "show lock_timeout" }, []);
        return { decisions: [await read(query), lock], writes: [] };
      });
      expect(settled).toEqual([TOKENS, { lock_timeout: "250ms" }].map((decision) => ({ kind: "decided", decision })));
    });

    it("of a single token statement", async () => {
      expect(await withConnection(pools.reserved, read)).toEqual(TOKENS);
    });

    it("of a management operation", async () => {
      expect(await management.transactional(({ query }) => read(query))).toEqual(MANAGEMENT);
    });

    it("and leaves other sessions unchanged", async () => {
      expect(await runOnce(url, READ_SETTINGS)).toEqual([UNSET]);
    });

    it("a failed statement fails once, and the connection stays usable", async () => {
      const failing = withConnection(pools.ordinary, (query) => query({ name: "", text: "select 1 / 0" }, []));
      await expect(failing).rejects.toMatchObject({ name: "StorageError", outcome: "none", cause: { code: "22012" } });
      expect(await withConnection(pools.ordinary, read)).toEqual(TOKENS);
    });

    it("a single statement is committed", async () => {
      const note = { name: "", text: "insert into note values (1)" };
      await withConnection(pools.ordinary, (query) => query({ name: "", text: "create table note (n int)" }, []));
      await withConnection(pools.ordinary, (query) => query(note, []));
      expect(await runOnce(database.url, "select n from note")).toEqual([{ n: 1 }]);
    });
  },
);
