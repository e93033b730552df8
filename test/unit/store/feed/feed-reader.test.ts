import { randomUUID } from "node:crypto";
import pino from "pino";
import { afterEach, describe, expect, it } from "vitest";
import type { FeedPage, RecordedEvent } from "../../../../src/store/feed/feed-page.ts";
import { type FeedReader, startFeedReader } from "../../../../src/store/feed/feed-reader.ts";

const HOUR = 3_600_000;
const readers: FeedReader[] = [];
afterEach(async () => {
  for (const reader of readers.splice(0)) await reader.stop();
});

/** A feed in memory and its reader. */
function createFeed({ keep = 5 } = {}) {
  const table = { epoch: randomUUID() as string, events: [] as RecordedEvent[], broken: false, reads: 0 };
  const calls: string[] = [];
  let clock = 0;
  let wall = 1_795_000_000_000;
  let gate: Promise<void> | null = null;
  const append = (count = 1) => {
    for (let n = 0; n < count; n++) {
      const cursor = table.events.length + 1;
      const id = {
        cursor,
        eventId: randomUUID(),
        subject: "FAMILY",
        subjectId: `f${cursor}`,
        kind: "REVOKED",
      } as const;
      table.events.push({ ...id, notBefore: null, installationVersion: null, at: 0 });
    }
  };
  const reader = startFeedReader({
    async readPage(from, limit): Promise<FeedPage> {
      table.reads++;
      const { epoch, events } = table;
      const page = { epoch, head: events.length, events: events.slice(-limit).filter(({ cursor }) => cursor >= from) };
      await gate;
      if (table.broken) throw new Error("no database");
      return page;
    },
    async renewEpoch(old) {
      if (table.epoch === old) table.epoch = randomUUID();
    },
    everyMs: HOUR,
    keep,
    now: () => clock,
    wall: () => wall,
    log: pino({ level: "silent" }),
  });
  readers.push(reader);
  reader.subscribe({ event: ({ subjectId }) => calls.push(subjectId), reset: () => calls.push("reset") });
  return {
    table,
    calls,
    reader,
    append,
    pass(milliseconds: number) {
      clock += milliseconds;
      wall += milliseconds;
    },
    /** Only the wall clock advances: a suspended machine, or a clock that is set. */
    passWallTime(milliseconds: number) {
      wall += milliseconds;
    },
    /** Blocks reads until the returned function is called. */
    holdReads() {
      const { promise, resolve } = Promise.withResolvers<void>();
      gate = promise;
      return () => {
        gate = null;
        resolve();
      };
    },
  };
}

describe("the feed reader", () => {
  it("calls reset first, then each event once and in order", async () => {
    const { reader, append, calls } = createFeed();
    await reader.read();
    append(2);
    await reader.read();
    await reader.read();
    append();
    await reader.read();
    expect(calls).toEqual(["reset", "f1", "f2", "f3"]);
  });

  it("ageMs counts from the time at which the newest read was sent", async () => {
    const { reader, pass, holdReads } = createFeed();
    expect(reader.ageMs()).toBe(Number.POSITIVE_INFINITY);
    await reader.read();
    pass(100);
    const release = holdReads();
    const reading = reader.read();
    pass(50);
    release();
    await reading;
    expect(reader.ageMs()).toBe(50);
  });

  it("ageMs grows while reads fail, and the next read catches up", async () => {
    const { reader, table, pass, append, calls } = createFeed();
    await reader.read();
    table.broken = true;
    append();
    pass(1_000);
    await reader.read();
    expect(reader.ageMs()).toBe(1_000);
    expect(calls.at(-1)).toBe("reset");
    table.broken = false;
    await reader.read();
    expect([reader.ageMs(), calls.at(-1)]).toEqual([0, "f1"]);
  });

  it("ageMs includes the time of a suspended machine, and the next read resets the subscribers", async () => {
    const { reader, calls, passWallTime } = createFeed();
    await reader.read();
    passWallTime(60_000);
    expect(reader.ageMs()).toBe(60_000);
    await reader.read();
    expect([reader.ageMs(), calls]).toEqual([0, ["reset", "reset"]]);
  });

  it("O8 setting the wall clock back does not reduce ageMs", async () => {
    const { reader, calls, pass, passWallTime } = createFeed();
    await reader.read();
    passWallTime(-300_000);
    pass(100);
    expect(reader.ageMs()).toBe(100);
    await reader.read();
    expect(calls).toEqual(["reset"]);
  });

  it("calls of read during a read share the next one", async () => {
    const { reader, table, holdReads } = createFeed();
    await reader.read();
    const before = table.reads;
    const release = holdReads();
    const asked = [reader.read(), reader.read(), reader.read()];
    release();
    await Promise.all(asked);
    expect(table.reads - before).toBe(2);
  });

  it("resets when it is further behind than the kept events", async () => {
    const { reader, append, calls } = createFeed({ keep: 5 });
    append();
    await reader.read();
    append(7);
    await reader.read();
    expect(calls.at(-1)).toBe("reset");
  });

  it("resets at a new epoch", async () => {
    const { reader, table, calls } = createFeed();
    await reader.read();
    const before = reader.position()!;
    table.epoch = randomUUID();
    await reader.read();
    expect(calls.at(-1)).toBe("reset");
    expect(reader.after(before)).toEqual({ kind: "reset", position: reader.position() });
  });

  it.each([
    ["has fewer events than were read", (events: RecordedEvent[]) => events.splice(2)],
    [
      "has other events under the same cursors",
      (events: RecordedEvent[]) =>
        events.splice(0, events.length, ...events.map((event) => ({ ...event, eventId: randomUUID() }))),
    ],
  ])("O5 starts a new epoch if the database %s, as after a restore", async (_name, change) => {
    const { reader, table, append, calls } = createFeed();
    append(4);
    await reader.read();
    const { epoch } = table;
    change(table.events);
    await reader.read();
    expect(table.epoch).not.toBe(epoch);
    expect(calls.at(-1)).toBe("reset");
    const eventId = table.events.at(-1)!.eventId;
    expect(reader.position()).toEqual({ epoch: table.epoch, cursor: table.events.length, eventId });
  });

  it("after: returns the next event, nothing at the newest position, and a reset for an unknown position", async () => {
    const { reader, table, append } = createFeed({ keep: 3 });
    append(5);
    await reader.read();
    const { epoch } = table;
    const idAt = (cursor: number) => table.events[cursor - 1]?.eventId ?? null;
    const beyond = (cursor: number) => reader.after({ epoch, cursor, eventId: idAt(cursor) });
    expect(beyond(5)).toEqual({ kind: "nothing" });
    expect(beyond(4)).toMatchObject({ kind: "event", event: { cursor: 5 } });
    expect(beyond(2)).toMatchObject({ kind: "event", event: { cursor: 3 } });
    const reset = { kind: "reset", position: { epoch, cursor: 5, eventId: idAt(5) } };
    for (const lost of [0, 1, 6]) expect(beyond(lost)).toEqual(reset);
  });

  it("O5 resets a position with the same epoch and cursor but another event id", async () => {
    const { reader, table, append } = createFeed();
    append(4);
    await reader.read();
    const { epoch } = table;
    for (const cursor of [4, 3, 1]) {
      for (const eventId of [randomUUID(), null]) {
        expect(reader.after({ epoch, cursor, eventId })).toEqual({ kind: "reset", position: reader.position() });
      }
    }
    expect(reader.after({ epoch, cursor: 0, eventId: null })).toMatchObject({ kind: "event", event: { cursor: 1 } });
  });
});
