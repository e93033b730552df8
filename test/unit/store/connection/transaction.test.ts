import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { StorageError } from "../../../../src/observe/storage-error.ts";
import { type ConnectionPools, createConnectionPools } from "../../../../src/store/connection/pools.ts";
import type { Query, Statement } from "../../../../src/store/connection/query.ts";
import {
  type BatchWork,
  decideOn,
  decideTogether,
  withConnection,
} from "../../../../src/store/connection/transaction.ts";
import { LONG_TIMEOUT_POOL } from "../../../support/long-timeouts.ts";
import { useTestDatabase } from "../../../support/world/fixtures.ts";

const decided = <D>(decisions: D[]) => ({ decisions, writes: [] });
const run = (query: Query, text: string, values: unknown[] = []) => query<{ n: number }>({ name: "", text }, values);

describe("the transaction of a batch", () => {
  const database = useTestDatabase();
  let pools: ConnectionPools;
  beforeAll(async () => {
    await database.sql.query("create table note (n int primary key)");
    pools = createConnectionPools({ url: database.url, size: 4, reserved: 2, ...LONG_TIMEOUT_POOL });
  });
  afterAll(async () => {
    await pools.end();
  });

  const notes = async () => (await database.sql.query("select n from note order by n")).rows.map(({ n }) => n);
  const insert = (members: number[], perMember?: (query: Query, n: number) => Promise<unknown>) =>
    decideTogether(pools.ordinary, members, async (query, group) => {
      for (const n of group) {
        await perMember?.(query, n);
        await run(query, "insert into note values ($1)", [n]);
      }
      return decided(group.map((n) => n * 10));
    });

  it("returns the decision of each request after the commit", async () => {
    expect(await insert([1, 2])).toEqual([
      { kind: "decided", decision: 10 },
      { kind: "decided", decision: 20 },
    ]);
    expect(await notes()).toEqual([1, 2]);
  });

  it("is retried request by request if it fails, so that one request does not fail the others", async () => {
    const settled = await insert([3, 1, 4]);
    expect(settled.map(({ kind }) => kind)).toEqual(["decided", "failure", "decided"]);
    expect(await notes()).toEqual([1, 2, 3, 4]);
  });

  it("O7 retries a single request three times after a serialization failure", async () => {
    let attempts = 0;
    const failing = (times: number) => async (query: Query) => {
      attempts++;
      if (attempts <= times) await run(query, "do $$ begin raise exception 'again' using errcode = '40001'; end $$");
    };
    expect(await insert([5], failing(3))).toEqual([{ kind: "decided", decision: 50 }]);
    expect(attempts).toBe(4);
    attempts = 0;
    const [settled] = await insert([6], failing(99));
    expect(attempts).toBe(4);
    expect(settled).toMatchObject({ kind: "failure", failure: { name: "StorageError", outcome: "none" } });
    expect(await notes()).not.toContain(6);
  });

  it("succeeds after a deadlock with another batch", async () => {
    const crossing = (first: number, second: number) =>
      decideTogether(pools.ordinary, [0], async (query) => {
        await run(query, "update note set n = n where n = $1", [first]);
        await new Promise((resolve) => setTimeout(resolve, 100));
        await run(query, "update note set n = n where n = $1", [second]);
        return decided([first]);
      });
    const settled = await Promise.all([crossing(1, 2), crossing(2, 1)]);
    expect(settled.flat().map(({ kind }) => kind)).toEqual(["decided", "decided"]);
  });

  it("rolls back and rethrows a defect unchanged", async () => {
    const defect = decideTogether(pools.ordinary, [7], async (query) => {
      await run(query, "insert into note values (7)");
      throw new TypeError("defect");
    });
    expect(await defect).toMatchObject([{ kind: "failure", failure: expect.any(TypeError) }]);
    expect(await notes()).not.toContain(7);
  });

  it("has an unknown outcome for every request if the connection is lost at COMMIT, and is not retried", async () => {
    let runs = 0;
    const settled = await decideTogether(pools.ordinary, [8, 9], async (query, group) => {
      runs++;
      const [me] = await query<{ pid: number }>({ name: "", text: "select pg_backend_pid() as pid" }, []);
      await run(query, "insert into note values (8), (9)");
      await database.sql.query("select pg_terminate_backend($1)", [me!.pid]);
      await new Promise((resolve) => setTimeout(resolve, 100));
      return decided([...group]);
    });
    expect(settled).toMatchObject([
      { kind: "failure", failure: { name: "StorageError", outcome: "unknown" } },
      { kind: "failure", failure: { name: "StorageError", outcome: "unknown" } },
    ]);
    expect(runs).toBe(1);
  });

  /** Work that returns its writes without performing them. */
  const writing = (members: number[], ...texts: string[]) =>
    decideTogether(pools.ordinary, members, async (_query, group) => ({
      decisions: [...group],
      writes: texts.map((text) => ({ statement: { name: "", text }, values: [], guard: "a note is missing" })),
    }));

  it("sends the writes in order, then the commit", async () => {
    const settled = await writing([1], "insert into note values (20)", "update note set n = 21 where n = 20");
    expect(settled).toEqual([{ kind: "decided", decision: 1 }]);
    expect(await notes()).toContain(21);
    expect(await notes()).not.toContain(20);
  });

  /** The first words of the statements that a transaction sent. */
  async function wordsOf(work: BatchWork<number, number>): Promise<string[]> {
    const client = await pools.ordinary.acquire();
    const words: string[] = [];
    const send = client.query.bind(client) as (...sent: unknown[]) => Promise<unknown>;
    client.query = ((...sent: [string | { text: string }]) => {
      words.push((typeof sent[0] === "string" ? sent[0] : sent[0].text).trim().split(" ")[0]!);
      return send(...sent);
    }) as typeof client.query;
    await decideOn(client, { pool: pools.ordinary, requests: [1], work });
    client.query = send as typeof client.query;
    return words;
  }

  it("V2 rolls back if it only locked rows, so that the latency of a commit reveals nothing", async () => {
    const lock = { name: "", text: "select n from note where n = 1 for update", readOnly: true } as const;
    const locking = (texts: string[], statement: Statement = lock) =>
      wordsOf(async (query) => {
        await query(statement, []);
        return { decisions: [1], writes: texts.map((text) => ({ statement: { name: "", text }, values: [] })) };
      });
    expect(await locking([])).toEqual(["begin", "select", "rollback"]);
    expect(await locking(["update note set n = 1 where n = 1"])).toEqual(["begin", "select", "update", "commit"]);
    expect(await locking([], { name: "", text: lock.text })).toEqual(["begin", "select", "commit"]);
  });

  it("rolls back if a write fails, although the commit was already sent", async () => {
    const [settled] = await writing([1], "insert into note values (22)", "insert into note values (21)", "select 1");
    expect(settled).toMatchObject({ kind: "failure", failure: { name: "StorageError", outcome: "none" } });
    expect(settled).toMatchObject({ failure: { cause: { code: "23505" } } });
    expect(await notes()).not.toContain(22);
    expect((await insert([23]))[0]!.kind).toBe("decided");
  });

  it("rolls back if the guard of a write fails", async () => {
    const guard = `with changed as (update note set n = 25 where n = 24 returning n)
      select 1 / (count(*) = 1)::int from changed`;
    const [settled] = await writing([1], "insert into note values (26)", guard);
    expect(settled).toMatchObject({
      failure: { outcome: "none", cause: { name: "GuardError", message: "a note is missing" } },
    });
    expect(await notes()).not.toContain(26);
  });

  it("O7 retries a single request after a serialization failure of its write", async () => {
    await database.sql.query("create sequence attempt");
    const [settled] = await writing(
      [1],
      "do $$ begin if nextval('attempt') < 3 then raise exception 'again' using errcode = '40001'; end if; end $$",
      "insert into note values (27)",
    );
    expect(settled).toEqual({ kind: "decided", decision: 1 });
    expect((await database.sql.query("select last_value::int as n from attempt")).rows[0].n).toBe(3);
  });

  it("has an unknown outcome if the connection is lost between a write and COMMIT", async () => {
    const settled = await writing(
      [28, 29],
      "insert into note values (28)",
      "select pg_terminate_backend(pg_backend_pid())",
    );
    expect(settled).toMatchObject(
      [1, 2].map(() => ({ kind: "failure", failure: { name: "StorageError", outcome: "unknown" } })),
    );
  });

  it("is retried request by request after a defect in one request", async () => {
    const settled = await decideTogether(pools.ordinary, [30, 31], async (_query, group) => {
      if (group.includes(30)) throw new TypeError("defect");
      return decided([...group]);
    });
    expect(settled).toMatchObject([
      { kind: "failure", failure: expect.any(TypeError) },
      { kind: "decided", decision: 31 },
    ]);
  });

  it("delays only the requests that need a locked row", async () => {
    await database.sql.query("insert into note values (40), (41), (42)");
    const holder = await database.sql.connect();
    await holder.query("begin");
    await holder.query("select 1 from note where n = 41 for update");
    const done: number[] = [];
    const settled = decideTogether(pools.ordinary, [40, 41, 42], async (query, group) => {
      await run(query, "select n from note where n = any($1) order by n for update", [group]);
      if (group.length === 1) done.push(group[0]!);
      // The first results release the row; the last request gets it only then.
      if (done.length === 2 && !done.includes(41)) await holder.query("commit");
      return decided([...group]);
    });
    expect(await settled).toEqual([40, 41, 42].map((decision) => ({ kind: "decided", decision })));
    expect(done).toEqual([40, 42, 41]);
    holder.release();
  });

  it("has no effect if the connection is lost before COMMIT, and the next batch gets a new connection", async () => {
    const [settled] = await decideTogether(pools.ordinary, [1], async (query) => {
      const [me] = await query<{ pid: number }>({ name: "", text: "select pg_backend_pid() as pid" }, []);
      await database.sql.query("select pg_terminate_backend($1)", [me!.pid]);
      await run(query, "select 1 as n");
      return decided([1]);
    });
    expect(settled).toMatchObject({ kind: "failure", failure: { name: "StorageError", outcome: "none" } });
    expect(await insert([10])).toEqual([{ kind: "decided", decision: 100 }]);
  });

  it("O6 waits a bounded time for a connection, also while the reserved pool has free ones", async () => {
    // The timeout includes opening a connection.
    const few = createConnectionPools({
      ...LONG_TIMEOUT_POOL,
      url: database.url,
      size: 4,
      reserved: 2,
      acquireTimeoutMs: 4_000,
    });
    const holders = await Promise.all([few.ordinary.acquire(), few.ordinary.acquire()]);
    const attempt = () => decideTogether(few.ordinary, [11], async () => decided([11]));
    const [settled] = await attempt();
    expect(settled).toMatchObject({ kind: "failure", failure: { name: "StorageError", outcome: "none" } });
    expect(await withConnection(few.reserved, (query) => run(query, "select 1 as n"))).toEqual([{ n: 1 }]);
    for (const holder of holders) holder.release();
    expect((await attempt())[0]!.kind).toBe("decided");
    await few.end();
  });

  it("fails after the statement timeout", async () => {
    const shortTimeouts = createConnectionPools({
      ...LONG_TIMEOUT_POOL,
      url: database.url,
      size: 2,
      reserved: 1,
      statementTimeoutMs: 2_000,
    });
    await expect(withConnection(shortTimeouts.ordinary, (query) => run(query, "select pg_sleep(50)"))).rejects.toThrow(
      StorageError,
    );
    expect(await withConnection(shortTimeouts.ordinary, (query) => run(query, "select 1 as n"))).toEqual([{ n: 1 }]);
    await shortTimeouts.end();
  });

  it("fails with a StorageError without a database", async () => {
    const nowhere = createConnectionPools({ url: "postgres://127.0.0.1:1/none", size: 2, reserved: 1 });
    const [settled] = await decideTogether(nowhere.ordinary, [1], async () => decided([1]));
    expect(settled).toMatchObject({ kind: "failure", failure: { name: "StorageError", outcome: "none" } });
    await nowhere.end();
  });
});
