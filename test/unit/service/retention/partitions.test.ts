import pg from "pg";
import { beforeEach, describe, expect, test } from "vitest";
import {
  createPartitions,
  PARTITIONED_TABLES,
  type PartitionStatus,
  partitionName,
  partitionStatus,
} from "../../../../src/store/retention/partitions.ts";
import { backdatePartitions, rowsByPartition } from "../../../support/partitions.ts";
import { DAY, useRetentionWorld } from "./world.ts";

const WEEKS = 26;

const world = useRetentionWorld();
beforeEach(async () => {
  await world.sql.query(`truncate ${PARTITIONED_TABLES.join(", ")}`);
  await backdatePartitions(world.sql, WEEKS);
});

const statusOf = async (table: string): Promise<PartitionStatus> =>
  (await world.management.read((_em, query) => partitionStatus(query))).find((status) => status.table === table)!;
const create = () => world.management.transactional(({ query }) => createPartitions(query));

/** Inserts access tokens that were issued and expire so many days before now; negative: after now. */
async function tokens(rows: number, { issued, expired }: { issued: number; expired: number }): Promise<void> {
  await world.sql.query(
    `insert into access_token (id, family_id, digest, scopes, issued_at, expires_at)
     select uuidv7($2 * interval '-1 day'), uuidv7(), '', '{}', clock_timestamp() - $2 * interval '1 day',
       clock_timestamp() - $3 * interval '1 day' from generate_series(1, $1::int)`,
    [rows, issued, expired],
  );
}

describe("partitions are created", () => {
  test("five weeks ahead, without gaps", async () => {
    for (const table of PARTITIONED_TABLES) {
      const { partitions, ahead } = await statusOf(table);
      expect(ahead).toBeGreaterThanOrEqual(35 * DAY);
      const spans = partitions.slice(1).map(({ endsAt }, at) => endsAt - partitions[at]!.endsAt);
      expect(new Set(spans)).toEqual(new Set([table === "audit_event" ? 28 * DAY : 7 * DAY]));
    }
    expect(await create()).toEqual([]);
  });

  test("once by concurrent processes, also after weeks without any", async () => {
    const { partitions } = await statusOf("access_token");
    const missing = partitions.slice(-8).map(({ name }) => name);
    for (const name of missing) await world.sql.query(`drop table "${name}"`);
    const created = await Promise.all([create(), create(), create()]);
    expect(created.flat().sort()).toEqual(missing);
  });

  test("while a transaction reads and writes the table", async () => {
    const { partitions } = await statusOf("access_token");
    await world.sql.query(`drop table "${partitions.at(-1)!.name}"`);
    const busy = await world.sql.connect();
    try {
      await busy.query("begin");
      await busy.query(
        "insert into access_token (family_id, digest, scopes, issued_at, expires_at) values (uuidv7(), '', '{}', now(), now())",
      );
      expect(await create()).toEqual([partitions.at(-1)!.name]);
    } finally {
      await busy.query("rollback");
      busy.release();
    }
  });

  test("beside a default partition, which an operator may have added", async () => {
    const newest = (await statusOf("access_token")).partitions.at(-1)!.name;
    await world.sql.query(`drop table "${newest}"`);
    await world.sql.query("create table access_token_rest partition of access_token default");
    try {
      expect(await create()).toEqual([newest]);
    } finally {
      await world.sql.query("drop table access_token_rest");
    }
  });

  test("so that the metric shows how far ahead the newest one ends", async () => {
    await world.sweep.run();
    const metrics = await world.registry.metrics();
    const ahead = Number(/latchkey_partitions_ahead_seconds\{table="access_token"\} (.*)/.exec(metrics)![1]);
    expect(ahead).toBeGreaterThan(34 * DAY);
    expect(metrics).toMatch(/latchkey_partitions\{table="audit_event"\} \d+/);
  });
});

describe("partitions are dropped", () => {
  test("S3 if all their rows are due, and not one row earlier", async () => {
    await tokens(2_500, { issued: 60, expired: 59 });
    await tokens(2_500, { issued: 30, expired: 29 });
    await tokens(1, { issued: 30, expired: -1 });
    const [due, held] = Object.keys(await rowsByPartition(world.sql)).sort();
    await world.sweep.run();
    const { partitions } = await statusOf("access_token");
    const names = partitions.map(({ name }) => name);
    expect(names).not.toContain(due);
    expect(names).toContain(held);
    // The expired rows beside the last one are removed row by row.
    expect(await rowsByPartition(world.sql)).toEqual({ [held!]: 1 });
  });

  test("S3 with a first undue row behind thousands that are due", async () => {
    // Both are issued on a Thursday, so that one partition of a week has them at each time of a run.
    const now = new Date();
    const sinceThursday = ((now.getUTCDay() + 3) % 7) + (now.getTime() % 86_400_000) / 86_400_000;
    await tokens(1, { issued: 28 + sinceThursday, expired: -1 });
    await tokens(1_500, { issued: 27.9 + sinceThursday, expired: 2 });
    const before = await rowsByPartition(world.sql);
    expect(Object.values(before)).toEqual([1_501]);
    await world.sweep.run();
    expect(await rowsByPartition(world.sql)).toEqual(before);
  });

  test("after AUDIT_RETENTION for audit events", async () => {
    const event =
      "insert into audit_event (id, action, caller_name, request_id, at) select uuidv7(i), 'a', 'c', 'r', now() + i from";
    await world.sql.query(`${event} unnest(array[interval '-100 days', interval '-20 days', interval '0']) i`);
    await world.sweep.run();
    const { rows } = await world.sql.query("select (now() - at)::text as age from audit_event order by at");
    expect(rows).toEqual([{ age: expect.stringMatching(/^20 days/) }, { age: expect.stringMatching(/^00:/) }]);
    expect(await world.registry.metrics()).toMatch(
      /latchkey_retention_partitions_dropped_total\{table="audit_event"\} [1-9]/,
    );
  });

  test("by the next run if the process ended between detaching and dropping", async () => {
    await tokens(1, { issued: 60, expired: 59 });
    const [name] = Object.keys(await rowsByPartition(world.sql));
    await world.sql.query(`alter table access_token detach partition "${name}" concurrently`);
    expect((await statusOf("access_token")).detached).toEqual([name]);
    await world.sweep.run();
    expect((await statusOf("access_token")).detached).toEqual([]);
  });

  test("by the next run if DETACH was interrupted", async () => {
    await tokens(1, { issued: 60, expired: 59 });
    const [name] = Object.keys(await rowsByPartition(world.sql));
    const reader = await world.sql.connect();
    const job = new pg.Client({ connectionString: world.url });
    await job.connect();
    try {
      await reader.query("begin");
      await reader.query("select count(*) from access_token");
      const detaching = job.query(`alter table access_token detach partition "${name}" concurrently`);
      const cancelled = expect(detaching).rejects.toThrow("canceling statement");
      await world.untilWaiting(1);
      await reader.query(
        `select pg_cancel_backend(pid) from pg_stat_activity
         where datname = current_database() and query like 'alter table%' and wait_event_type = 'Lock'`,
      );
      await cancelled;
      const { partitions } = await statusOf("access_token");
      expect(partitions.filter(({ isDetaching }) => isDetaching)).toMatchObject([{ name }]);
    } finally {
      await reader.query("rollback");
      reader.release();
      await job.end();
    }
    await world.sweep.run();
    const { partitions, detached } = await statusOf("access_token");
    expect(partitions.map((partition) => partition.name)).not.toContain(name);
    expect(detached).toEqual([]);
  });

  test("not if a detached table still has live rows", async () => {
    await tokens(1, { issued: 30, expired: -1 });
    const [name] = Object.keys(await rowsByPartition(world.sql));
    await world.sql.query(`alter table access_token detach partition "${name}" concurrently`);
    await world.sweep.run();
    expect((await statusOf("access_token")).detached).toEqual([name]);
    await world.sql.query(`drop table "${name}"`);
  });
});

test("token requests succeed while partitions are dropped and created", async () => {
  const installed = await Promise.all(Array.from({ length: 8 }, () => world.install()));
  let done = false;
  const busy = async ({ app, merchant, pair }: (typeof installed)[number]) => {
    let { refreshToken } = pair;
    while (!done) {
      const next = await world.refreshWith(app, refreshToken);
      expect(await world.look(next.accessToken)).toMatchObject({ active: true });
      await world.exchangeCode(app, { code: await world.issueCode({ app, merchant }) });
      ({ refreshToken } = next);
    }
  };
  const churn = async () => {
    try {
      for (let turn = 0; turn < 4; turn++) {
        const { partitions } = await statusOf("access_token");
        for (const { name } of partitions.slice(-2)) {
          await world.sql.query(`alter table access_token detach partition "${name}" concurrently`);
          await world.sql.query(`drop table "${name}"`);
        }
        await world.sweep.run();
      }
    } finally {
      done = true;
    }
  };
  await Promise.all([churn(), ...installed.map(busy)]);
  const { partitions } = await statusOf("refresh_token");
  expect(partitions.length).toBeLessThan(WEEKS);
});

test("a partition is named after the UTC date of its start", () => {
  expect(partitionName("access_token", Date.UTC(2027, 0, 4) / 1_000)).toBe("access_token_20270104");
});
