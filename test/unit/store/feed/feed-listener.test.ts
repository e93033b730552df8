import pino from "pino";
import { describe, expect, it } from "vitest";
import { createConnectionPools } from "../../../../src/store/connection/pools.ts";
import { withConnection } from "../../../../src/store/connection/transaction.ts";
import { FEED_CHANNEL } from "../../../../src/store/feed/feed.ts";
import { listenToFeed } from "../../../../src/store/feed/feed-listener.ts";
import { dropEvents } from "../../../../src/store/feed/feed-page.ts";
import { LONG_TIMEOUT_POOL } from "../../../support/long-timeouts.ts";
import { useTestDatabase } from "../../../support/world/fixtures.ts";
import { makeFreezable } from "./freezable.ts";

const database = useTestDatabase();

describe("listenToFeed", () => {
  it("wakes at each notification, and after each reconnection", async () => {
    let woken = 0;
    const listener = listenToFeed({ url: database.url, log: pino({ level: "silent" }), wake: () => void woken++ });
    await expect.poll(() => woken).toBe(1);
    await database.sql.query(`notify ${FEED_CHANNEL}`);
    await expect.poll(() => woken).toBe(2);
    await database.sql.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where application_name = 'latchkey feed' and datname = current_database()`,
    );
    await expect.poll(() => woken).toBe(3);
    await database.sql.query(`notify ${FEED_CHANNEL}`);
    await expect.poll(() => woken).toBe(4);
    await listener.stop();
  });

  it("reconnects when the server no longer responds", async () => {
    const network = await makeFreezable(database.url);
    let woken = 0;
    const log = pino({ level: "silent" });
    const listener = listenToFeed({ url: network.url, log, wake: () => void woken++, checkEveryMs: 100 });
    // A server that is slow for a moment is replaced as well.
    await expect.poll(() => woken).toBeGreaterThan(0);
    let before = woken;
    network.freeze();
    await expect.poll(() => woken).toBeGreaterThan(before);
    before = woken;
    await database.sql.query(`notify ${FEED_CHANNEL}`);
    await expect.poll(() => woken).toBeGreaterThan(before);
    await listener.stop();
    await network.close();
  });
});

describe("dropEvents", () => {
  it("deletes the oldest events first, and keeps the newest and the recent ones", async () => {
    await database.sql.query(`
      insert into revocation_event (cursor, subject, subject_id, kind, at)
        select n, 'FAMILY', n::text, 'REVOKED', clock_timestamp() - interval '2 days' from generate_series(1, 8) n;
      insert into revocation_event (cursor, subject, subject_id, kind, at)
        select n, 'FAMILY', n::text, 'REVOKED', clock_timestamp() from generate_series(9, 20) n;
      update feed_head set cursor = 20`);
    const pools = createConnectionPools({ url: database.url, size: 2, reserved: 1, ...LONG_TIMEOUT_POOL });
    const drop = (keep: number, limit: number) =>
      withConnection(pools.ordinary, (query) => dropEvents(query, { keep, keepFor: 86_400, limit }));
    const left = async () =>
      (await database.sql.query("select min(cursor)::int as first from revocation_event")).rows[0].first;
    expect([await drop(18, 100), await left()]).toEqual([2, 3]);
    expect([await drop(5, 3), await left()]).toEqual([3, 6]);
    expect([await drop(5, 100), await left()]).toEqual([3, 9]);
    expect([await drop(5, 100), await left()]).toEqual([0, 9]);
    await pools.end();
  });
});
