import pino from "pino";
import { afterEach, expect, test } from "vitest";
import { type WatchMessage, watchRevocations } from "../../../../src/service/tokens/watch-revocations.ts";
import { withConnection } from "../../../../src/store/connection/transaction.ts";
import { renewEpoch } from "../../../../src/store/feed/feed-page.ts";
import { type FeedReader, startFeedReader } from "../../../../src/store/feed/feed-reader.ts";
import { useWorld } from "../../../support/world/fixtures.ts";
import { readerOf } from "../../../support/world/replicas.ts";
import { createCall } from "../../../support/world/tokens.ts";

const world = useWorld();
const open: { abort: AbortController; feed: FeedReader }[] = [];
afterEach(async () => {
  for (const { abort, feed } of open.splice(0)) {
    abort.abort();
    await feed.stop();
  }
});

/** A stream of a replica of its own, whose feed is read on request. `next` skips heartbeats. */
function watch(cursor: string, { keep = 100, readPage = readerOf(world.pools.reserved) } = {}) {
  const renew = (old: string) => withConnection(world.pools.reserved, (query) => renewEpoch(query, old));
  const feed = startFeedReader({ readPage, renewEpoch: renew, everyMs: 600_000, keep, log: pino({ level: "silent" }) });
  const abort = new AbortController();
  open.push({ abort, feed });
  const stream = watchRevocations({ feed, heartbeatMs: 5 }, { cursor }, { signal: abort.signal });
  const read = async (): Promise<WatchMessage> => (await stream.next()).value!;
  return {
    abort,
    feed,
    stream,
    read,
    async next(): Promise<WatchMessage> {
      for (;;) {
        const message = await read();
        if (message.kind !== "heartbeat") return message;
      }
    },
  };
}

/** Revokes the tokens of a new installation; returns the id of their family. */
async function revoke(): Promise<string> {
  const { app, pair } = await world.install();
  const token = pair.refreshToken!;
  const revoked = await world.tokens.look(token, "refresh_token");
  await world.tokens.revoke({ credentials: app.credentials, token, tokenTypeHint: "" }, createCall());
  return revoked.active ? revoked.familyId : "";
}
const eventOf = (subjectId: string) => ({ kind: "event", event: { subjectId, kind: "REVOKED" } });

test("starts with a reset, then sends heartbeats and each new event", async () => {
  await revoke();
  const { feed, read, next } = watch("");
  expect(await read()).toMatchObject({ kind: "reset" });
  const heartbeat = await read();
  if (heartbeat.kind !== "heartbeat") throw new Error(heartbeat.kind);
  // The stream was requested before the read of the feed was sent.
  expect(heartbeat.elapsedMs).toBeGreaterThanOrEqual(heartbeat.ageMs - 1);
  const familyId = await revoke();
  await feed.read();
  expect(await next()).toMatchObject(eventOf(familyId));
});

test("another replica continues after a cursor that is newer than its last read", async () => {
  const first = watch("");
  const { cursor } = await first.next();
  const other = watch(cursor);
  const families = [await revoke(), await revoke()];
  expect(await other.next()).toMatchObject(eventOf(families[0]!));
  const second = await other.next();
  expect(second).toMatchObject(eventOf(families[1]!));
  expect((await watch(second.cursor).read()).kind).toBe("heartbeat");
});

test("a cursor of another epoch and one further behind than the buffer get a reset", async () => {
  const { cursor } = await watch("").next();
  for (let n = 0; n < 3; n++) await revoke();
  expect(await watch(cursor, { keep: 2 }).next()).toMatchObject({ kind: "reset" });
  expect(await watch(cursor, { keep: 3 }).next()).toMatchObject({ kind: "event" });
  await withConnection(world.pools.ordinary, (query) => renewEpoch(query, null));
  expect(await watch(cursor).next()).toMatchObject({ kind: "reset" });
});

test("ends when the call is cancelled, also while the first read hangs", async () => {
  const read = Promise.withResolvers<never>();
  const hanging = watch("", { readPage: () => read.promise });
  const message = hanging.stream.next();
  hanging.abort.abort();
  expect(await message).toMatchObject({ done: true });
  read.reject(new Error("no database"));
  const { abort, next, stream } = watch("");
  await next();
  abort.abort();
  let ended = await stream.next();
  while (ended.done !== true) ended = await stream.next();
});

test("a core without the feed is unavailable", async () => {
  const stream = watchRevocations({}, { cursor: "" }, {});
  await expect(stream.next()).rejects.toMatchObject({ kind: "unavailable", reason: "NO_FEED" });
});
