import { afterEach, describe, expect, test } from "vitest";
import { listEvents } from "../../../../src/service/events/list-events.ts";
import { type EventMessage, watchEvents } from "../../../../src/service/events/watch-events.ts";
import { withConnection } from "../../../../src/store/connection/transaction.ts";
import { renewEpoch } from "../../../../src/store/feed/feed-page.ts";
import { createOutbox, type OutboxFilter } from "../../../../src/store/outbox/read.ts";
import { useWorld } from "../../../support/world/fixtures.ts";
import { installOn } from "../../../support/world/installations.ts";

const world = useWorld();
const ALL: OutboxFilter = { clientId: null, merchantId: null, type: null };

const open = new Set<AbortController>();
afterEach(() => {
  for (const one of open) one.abort();
  open.clear();
});

/** A stream of a replica of its own. `next` skips heartbeats. */
function watch(cursor: string, filter: Partial<OutboxFilter> = {}) {
  const abort = new AbortController();
  open.add(abort);
  const deps = { outbox: createOutbox(world.management), readEveryMs: 5, heartbeatMs: 5 };
  const stream = watchEvents(deps, { ...ALL, ...filter, cursor }, { signal: abort.signal });
  const read = async (): Promise<EventMessage> => (await stream.next()).value!;
  return {
    read,
    async next(): Promise<EventMessage> {
      for (;;) {
        const message = await read();
        if (message.kind !== "heartbeat") return message;
      }
    },
    /** Resolves when the stream has ended. */
    async end(): Promise<void> {
      abort.abort();
      while (!(await stream.next()).done);
    },
  };
}

const emit = (clientId: string, times = 1) =>
  world.management.transactional(async (tx) => {
    for (let n = 0; n < times; n++) tx.emit({ type: "app.approved", clientId });
  });

describe("watchEvents", () => {
  test("starts with a reset, and then sends each new event", async () => {
    await emit("app_before");
    const stream = watch("");
    expect(await stream.next()).toMatchObject({ kind: "reset" });
    expect(await stream.read()).toMatchObject({ kind: "heartbeat" });
    await emit("app_after");
    expect(await stream.next()).toMatchObject({ kind: "event", event: { clientId: "app_after" } });
    await stream.end();
  });

  test("loses and repeats no event across streams of changing replicas while events are written", async () => {
    const first = watch("");
    let { cursor } = await first.next();
    await first.end();
    const app = await world.app();
    const written = (async () => {
      for (let n = 0; n < 20; n++) await Promise.all([installOn(world, app), installOn(world, app), emit("app_race")]);
    })();
    const seen: string[] = [];
    while (seen.length < 60) {
      const stream = watch(cursor);
      for (let n = 0; n < 7 && seen.length < 60; n++) {
        const message = await stream.next();
        expect(message.kind).toBe("event");
        ({ cursor } = message);
        if (message.kind === "event") seen.push(message.event.id);
      }
      await stream.end();
    }
    await written;
    const rows = await world.rows<{ id: string }>(
      "select id from event where client_id in ('app_race', $1) order by cursor",
      [app.clientId],
    );
    expect(seen).toEqual(rows.map(({ id }) => id));
  });

  test("sends a long backlog in order, and its filters skip other events", async () => {
    const { cursor } = await watch("").next();
    await emit("app_backlog", 450);
    await emit("app_rare");
    const stream = watch(cursor, { clientId: "app_backlog" });
    const cursors: number[] = [];
    for (let n = 0; n < 450; n++) {
      const message = await stream.next();
      if (message.kind === "event") cursors.push(message.event.cursor);
    }
    expect(cursors).toEqual(cursors.map((_, at) => cursors[0]! + at));
    const { cursor: last } = await stream.read();
    const { items } = await listEvents(
      { outbox: createOutbox(world.management) },
      { ...ALL, page: { pageSize: 0, pageToken: last } },
    );
    // The heartbeat's cursor is after the skipped event.
    expect(items).toEqual([]);
    const rare = watch(cursor, { type: "app.approved", clientId: "app_rare" });
    expect(await rare.next()).toMatchObject({ kind: "event", event: { clientId: "app_rare" } });
  });

  test("sends a reset after a new epoch, and continues", async () => {
    const stream = watch("");
    const { cursor } = await stream.next();
    await withConnection(world.pools.ordinary, (query) => renewEpoch(query, null));
    const reset = await stream.next();
    expect(reset).toMatchObject({ kind: "reset" });
    const again = watch(cursor);
    expect(await again.next()).toEqual(reset);
    await emit("app_epoch");
    for (const one of [stream, again]) {
      expect(await one.next()).toMatchObject({ kind: "event", event: { clientId: "app_epoch" } });
    }
  });

  test("sends a reset after a failover that lost events, also if their numbers are used again", async () => {
    await emit("app_kept");
    const stream = watch("");
    await stream.next();
    await emit("app_lost");
    const lost = await stream.next();
    await stream.end();
    await world.sql.query("delete from event where client_id = 'app_lost'");
    await world.sql.query("update event_head set cursor = cursor - 1");
    expect(await watch(lost.cursor).next()).toMatchObject({ kind: "reset" });
    await emit("app_other");
    expect(await watch(lost.cursor).next()).toMatchObject({ kind: "reset" });
  });

  test("ends with the error of the database", async () => {
    const outbox = createOutbox({ ...world.management, read: () => Promise.reject(new Error("gone")) });
    await expect(watchEvents({ outbox }, { ...ALL, cursor: "" }, {}).next()).rejects.toThrow("gone");
  });
});
