import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createManagement } from "../../../../src/store/connection/management.ts";
import { createOrm } from "../../../../src/store/connection/orm.ts";
import { type ConnectionPools, createConnectionPools } from "../../../../src/store/connection/pools.ts";
import { perform } from "../../../../src/store/connection/query.ts";
import { decideTogether } from "../../../../src/store/connection/transaction.ts";
import { appendEvents, FEED_CHANNEL, type FeedEvent } from "../../../../src/store/feed/feed.ts";
import { LONG_TIMEOUT_POOL } from "../../../support/long-timeouts.ts";
import { useTestDatabase } from "../../../support/world/fixtures.ts";

const family = (subjectId: string): FeedEvent => ({ subject: "FAMILY", subjectId, kind: "REVOKED" });

describe("the revocation feed", () => {
  const database = useTestDatabase();
  let pools: ConnectionPools;
  beforeAll(async () => {
    pools = createConnectionPools({ url: database.url, size: 12, reserved: 2, ...LONG_TIMEOUT_POOL });
  });
  afterAll(async () => {
    await pools.end();
  });

  const append = (...events: FeedEvent[]) =>
    decideTogether(pools.ordinary, [0], async () => ({ decisions: [0], writes: [appendEvents(events)] }));
  const cursors = async () =>
    (await database.sql.query("select cursor::int as n from revocation_event order by cursor")).rows.map(({ n }) => n);

  it("stores events in order, with times to the microsecond", async () => {
    await append(
      { subject: "INSTALLATION", subjectId: "i", kind: "SCOPES_REDUCED", installationVersion: 3 },
      { subject: "EVERYTHING", subjectId: "", kind: "REVOKED", notBefore: 1_795_187_029_207_301 },
    );
    const { rows } = await database.sql.query(
      `select cursor::int, subject, subject_id, kind, installation_version,
         (extract(epoch from not_before) * 1000000)::bigint::text as not_before from revocation_event order by cursor`,
    );
    expect(rows).toEqual([
      {
        cursor: 1,
        subject: "INSTALLATION",
        subject_id: "i",
        kind: "SCOPES_REDUCED",
        installation_version: 3,
        not_before: null,
      },
      {
        cursor: 2,
        subject: "EVERYTHING",
        subject_id: "",
        kind: "REVOKED",
        installation_version: null,
        not_before: "1795187029207301",
      },
    ]);
  });

  it("has no gaps or duplicates after concurrent appends and rollbacks", async () => {
    const before = (await cursors()).length;
    await Promise.all([
      ...Array.from({ length: 30 }, (_, n) => append(family(`a${n}`), family(`b${n}`))),
      ...Array.from({ length: 10 }, () =>
        decideTogether(pools.ordinary, [0], async (query) => {
          await perform(query, appendEvents([family("never")]));
          throw new Error("rolled back");
        }),
      ),
    ]);
    const after = await cursors();
    expect(after).toEqual(Array.from({ length: before + 60 }, (_, at) => at + 1));
    const { rows } = await database.sql.query(
      "select count(*)::int as n from revocation_event where subject_id = 'never'",
    );
    expect(rows[0].n).toBe(0);
  });

  it("hides an event until all earlier ones are committed", async () => {
    const appended = Promise.withResolvers<void>();
    const held = Promise.withResolvers<void>();
    const first = decideTogether(pools.ordinary, [0], async (query) => {
      await perform(query, appendEvents([family("first")]));
      appended.resolve();
      await held.promise;
      return { decisions: [0], writes: [] };
    });
    await appended.promise;
    const second = append(family("second"));
    const waiting = `select count(*)::int as n from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(async () => (await database.sql.query(waiting)).rows[0].n).toBe(1);
    const seen = await database.sql.query("select 1 from revocation_event where subject_id in ('first', 'second')");
    expect(seen.rows).toEqual([]);
    held.resolve();
    await Promise.all([first, second]);
    const { rows } = await database.sql.query("select subject_id from revocation_event order by cursor desc limit 2");
    expect(rows.map((row) => row.subject_id)).toEqual(["second", "first"]);
  });

  it("notifies listeners at the commit", async () => {
    const listener = new pg.Client({ connectionString: database.url });
    await listener.connect();
    const woken = new Promise<string>((resolve) => {
      listener.on("notification", ({ payload }) => resolve(payload ?? ""));
    });
    await listener.query(`listen ${FEED_CHANNEL}`);
    await append(family("x"));
    expect(Number(await woken)).toBe((await cursors()).at(-1));
    await listener.end();
  });

  it("gets the events of a management transaction at its commit, and none after a rollback", async () => {
    const orm = await createOrm({ url: database.url, ...LONG_TIMEOUT_POOL });
    const management = createManagement(orm);
    const before = (await cursors()).length;
    await management.transactional(async (tx) => {
      tx.publish(family("it's ? a \\ $1 test"));
    });
    await expect(
      management.transactional(async (tx) => {
        tx.publish(family("undone"));
        throw new Error("undone");
      }),
    ).rejects.toThrow("undone");
    const { rows } = await database.sql.query("select subject_id from revocation_event where cursor > $1", [before]);
    expect(rows).toEqual([{ subject_id: "it's ? a \\ $1 test" }]);
    await orm.close();
  });
});
