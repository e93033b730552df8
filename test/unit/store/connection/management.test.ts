import { UniqueConstraintViolationException } from "@mikro-orm/core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Account } from "../../../../src/model/account.ts";
import { recordAudit } from "../../../../src/service/audit/record-audit.ts";
import { createManagement, type Management } from "../../../../src/store/connection/management.ts";
import { createOrm } from "../../../../src/store/connection/orm.ts";
import type { Statement } from "../../../../src/store/connection/query.ts";
import { LONG_TIMEOUT_POOL } from "../../../support/long-timeouts.ts";
import { useTestDatabase } from "../../../support/world/fixtures.ts";
import { createCall } from "../../../support/world/tokens.ts";
import { makeFreezable } from "../feed/freezable.ts";

describe("a management transaction", () => {
  const database = useTestDatabase();
  let management: Management;
  let close: () => Promise<void>;
  beforeAll(async () => {
    const orm = await createOrm({ url: database.url, ...LONG_TIMEOUT_POOL });
    management = createManagement(orm);
    close = () => orm.close(true);
  });
  afterAll(async () => {
    await close();
  });

  const accounts = async () =>
    (await database.sql.query("select name from account order by name")).rows.map(({ name }) => name);
  const audits = async () => (await database.sql.query("select action, detail from audit_event order by id")).rows;

  it("writes entities, audit rows and feed events in one transaction", async () => {
    await management.transactional(async (tx) => {
      const account = tx.em.create(Account, { name: "Ada", email: "ada@example.com" });
      recordAudit(tx, createCall(), {
        action: "account.create",
        accountId: account.id,
        detail: { name: "it's ? $1 \\" },
      });
    });
    expect(await accounts()).toEqual(["Ada"]);
    expect(await audits()).toEqual([{ action: "account.create", detail: { name: "it's ? $1 \\" } }]);
  });

  it("rolls back if the work throws", async () => {
    await expect(
      management.transactional(async (tx) => {
        tx.em.create(Account, { name: "Bob" });
        recordAudit(tx, createCall(), { action: "account.create" });
        await tx.em.flush();
        throw new Error("no");
      }),
    ).rejects.toThrow("no");
    expect(await accounts()).toEqual(["Ada"]);
    expect(await audits()).toHaveLength(1);
  });

  it("throws a constraint violation as the database's error", async () => {
    await expect(
      management.transactional(async (tx) => {
        tx.em.create(Account, { name: "Eve", email: "ada@example.com" });
      }),
    ).rejects.toBeInstanceOf(UniqueConstraintViolationException);
  });

  it("O7 is retried after a deadlock, at most three times", async () => {
    let runs = 0;
    const failing = (times: number) =>
      management.transactional(async (tx) => {
        runs++;
        if (runs <= times) {
          await tx.query({ name: "", text: "do $$ begin raise exception 'again' using errcode = '40P01'; end $$" }, []);
        }
        return runs;
      });
    expect(await failing(3)).toBe(4);
    runs = 0;
    await expect(failing(99)).rejects.toMatchObject({ name: "StorageError", outcome: "none" });
    expect(runs).toBe(4);
  });

  it("prepares only statements that say so, in transactions and outside", async () => {
    const orm = await createOrm({ url: database.url, ...LONG_TIMEOUT_POOL, poolSize: 1 });
    const one = createManagement(orm);
    const LIST: Statement = {
      name: "list",
      text: "select name from pg_prepared_statements order by name",
    };
    const prepared = (name: string): Statement => ({ name, text: `select $1::int as ${name}`, prepared: true });
    for (const value of [1, 2]) {
      expect(await one.read((_, query) => query(prepared("outside"), [value]))).toEqual([{ outside: value }]);
      expect(await one.transactional(({ query }) => query(prepared("inside"), [value]))).toEqual([{ inside: value }]);
      expect(await one.read((_, query) => query({ name: "other", text: `select ${value} as n` }, []))).toEqual([
        { n: value },
      ]);
    }
    expect(await one.read((_, query) => query(LIST, []))).toEqual([{ name: "inside" }, { name: "outside" }]);
    await orm.close();
  });

  it("returns lost connections to the pool", async () => {
    for (let lost = 0; lost < 8; lost++) {
      await expect(
        management.transactional(async (tx) => {
          const [me] = await tx.query<{ pid: number }>({ name: "", text: "select pg_backend_pid() as pid" }, []);
          await database.sql.query("select pg_terminate_backend($1)", [me!.pid]);
          await tx.query({ name: "", text: "select 1" }, []);
        }),
      ).rejects.toMatchObject({ name: "StorageError", outcome: "none" });
    }
    expect(await management.read((em) => em.count(Account))).toBe(1);
  });

  it("O6 closes connections that hang and opens others", async () => {
    const freezable = await makeFreezable(database.url);
    const orm = await createOrm({ ...LONG_TIMEOUT_POOL, url: freezable.url, poolSize: 2, statementTimeoutMs: 2_000 });
    const behind = createManagement(orm);
    const select: Statement = { name: "", text: "select 1 as one" };
    const twice = () => [1, 2].map(() => behind.transactional((tx) => tx.query(select, [])));
    expect(await Promise.all(twice())).toEqual([[{ one: 1 }], [{ one: 1 }]]);
    freezable.freeze();
    const failure = { name: "StorageError", outcome: "none" };
    await Promise.all(twice().map((one) => expect(one).rejects.toMatchObject(failure)));
    expect(await Promise.all(twice())).toEqual([[{ one: 1 }], [{ one: 1 }]]);
    freezable.freeze();
    await expect(behind.read((_em, query) => query(select, []))).rejects.toMatchObject(failure);
    await orm.close();
    await freezable.close();
  });

  it("closes while a connection is opened; its caller gets a StorageError", async () => {
    for (let turns = 0; turns < 10; turns++) {
      const orm = await createOrm({ url: database.url, ...LONG_TIMEOUT_POOL });
      const reading = createManagement(orm).read((_em, query) => query({ name: "one", text: "select 1" }, []));
      const read = reading.then(
        () => "read",
        (error) => error,
      );
      // At a different time during the opening in each round.
      for (let turn = 0; turn < turns; turn++) await new Promise((resolve) => setImmediate(resolve));
      await orm.close();
      expect(["read", "StorageError"]).toContain(String((await read).name ?? (await read)));
    }
  });

  it("fails with an unknown outcome if the connection is lost at COMMIT", async () => {
    await expect(
      management.transactional(async (tx) => {
        tx.em.create(Account, { name: "Zoe" });
        await tx.em.flush();
        const [me] = await tx.query<{ pid: number }>({ name: "", text: "select pg_backend_pid() as pid" }, []);
        await database.sql.query("select pg_terminate_backend($1)", [me!.pid]);
        await new Promise((resolve) => setTimeout(resolve, 100));
      }),
    ).rejects.toMatchObject({ name: "StorageError", outcome: "unknown" });
    expect(await management.read((em) => em.count(Account))).toBe(1);
  });

  it("fails with a StorageError if a statement fails", async () => {
    await expect(
      management.transactional(async (tx) => tx.query({ name: "", text: "select no_such_column" }, [])),
    ).rejects.toMatchObject({ name: "StorageError" });
    await expect(management.read(async (em) => em.execute("select no_such_column"))).rejects.toMatchObject({
      name: "StorageError",
    });
  });
});
