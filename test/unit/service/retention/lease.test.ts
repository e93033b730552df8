import { beforeEach, describe, expect, test } from "vitest";
import { startRetentionCleanup } from "../../../../src/service/retention/cleanup.ts";
import { FIRST_ID } from "../../../../src/store/connection/uuid-range.ts";
import { removeDue } from "../../../../src/store/retention/by-id.ts";
import { extendLease, takeLease } from "../../../../src/store/retention/lease.ts";
import { DAY, useRetentionWorld } from "./world.ts";

const world = useRetentionWorld();
beforeEach(() => world.sql.query("truncate retention_lease, retention_place, access_token"));

async function expired(rows: number, changes: { expired?: boolean } = {}): Promise<void> {
  const at = changes.expired === false ? "clock_timestamp()" : "clock_timestamp() - interval '60 days'";
  await world.sql.query(
    `insert into access_token (family_id, digest, scopes, issued_at, expires_at)
     select uuidv7(), '', '{}', ${at}, ${at} from generate_series(1, $1::int)`,
    [rows],
  );
}

const take = (seconds: number) => world.management.transactional(({ query }) => takeLease(query, seconds));
const extend = (holder: string) =>
  world.management.transactional(({ query }) => extendLease(query, { holder, seconds: 30 }));

describe("one run at a time", () => {
  test("a run removes nothing while another is in progress", async () => {
    await expired(3);
    expect(await take(30)).not.toBeNull();
    await world.sweep.run();
    expect(await world.count("access_token")).toBe(3);
  });

  test("one of several concurrent runs gets the lease", async () => {
    const taken = await Promise.all(Array.from({ length: 8 }, () => take(30)));
    expect(taken.filter((holder) => holder !== null)).toHaveLength(1);
  });

  test("a run takes over the expired lease of another, which then stops", async () => {
    await expired(3);
    const dead = await take(0);
    await world.sweep.run();
    expect(await world.count("access_token")).toBe(0);
    expect(await extend(dead!)).toBe(false);
  });

  test("no process starts a run during the pause after a complete one", async () => {
    await world.another(60_000).run();
    await expired(3);
    await world.sweep.run();
    expect(await world.count("access_token")).toBe(3);
    await world.age(61);
    await world.sweep.run();
    expect(await world.count("access_token")).toBe(0);
  });

  test("a run that has lost its lease stops", async () => {
    await expired(3);
    const { management, deps: services, metrics, keep } = world;
    const overtaken: typeof management = {
      ...management,
      async transactional(work) {
        const result = await management.transactional(work);
        await world.sql.query("update retention_lease set holder = gen_random_uuid()");
        return result;
      },
    };
    const deps = { management: overtaken, log: services.log, metrics, keep };
    const sweep = startRetentionCleanup(deps, { everyMs: 3_600_000, restMs: 0 });
    await sweep.run();
    await sweep.stop();
    expect(await world.count("access_token")).toBe(3);
  });

  test("a stopped run releases its lease, and the next one continues", async () => {
    await expired(5_000);
    const stopped = world.another(60_000);
    const running = stopped.run();
    await stopped.stop();
    await running;
    await world.sweep.run();
    expect(await world.count("access_token")).toBe(0);
  });
});

describe("the scan", () => {
  test("removes all rows in batches", async () => {
    await expired(12_345);
    await expired(7, { expired: false });
    await world.sweep.run();
    expect(await world.count("access_token")).toBe(7);
  });

  test("reads rows by primary key", async () => {
    await expired(11_000, { expired: false });
    await world.sql.query("analyze access_token");
    const values = [FIRST_ID, 5_000, 1_000, DAY];
    const { rows } = await world.sql.query(`explain (format json) ${removeDue("access_token").text}`, values);
    const plan = JSON.stringify(rows);
    expect(plan).toContain('"Index Name":"access_token_initial_pkey"');
    expect(plan).not.toMatch(/"Seq Scan"[^}]*"access_token_initial"/);
  });

  test("finds expired rows behind rows that have not expired", async () => {
    await expired(11_000, { expired: false });
    await expired(3);
    await world.sweep.run();
    expect(await world.count("access_token")).toBe(11_000);
  });
});

describe("the metrics", () => {
  test("count removed rows by table and show since when the oldest expired row is due", async () => {
    const { registry, keep } = world;
    registry.resetMetrics();
    await expired(2);
    await world.sweep.run();
    const removed = /^latchkey_retention_removed_total\{table="access_token"\} 2$/m;
    expect(await registry.metrics()).toMatch(removed);
    const oldest = async () => {
      const { values } = await registry.getSingleMetric("latchkey_retention_oldest_expired_seconds")!.get();
      return values.find(({ labels }) => labels.table === "access_token")!.value;
    };
    expect(await oldest()).toBeLessThan(DAY);
    await expired(1);
    const holder = await world.sql.connect();
    try {
      await holder.query("begin");
      await holder.query("select 1 from access_token for update");
      await world.sweep.run();
      expect(await oldest()).toBeGreaterThan(50 * DAY - keep.access_token - 1);
    } finally {
      await holder.query("rollback");
      holder.release();
    }
  });
});
