import type { EventKind, EventSubject } from "../../model/revocation-event.ts";
import { IS_STANDBY, refuseStandby } from "../connection/primary.ts";
import { micros, type Query, type Statement } from "../connection/query.ts";

/** An event of the feed. Times are microseconds of the database's clock. */
export interface RecordedEvent {
  /** One more than the cursor of the event before. */
  cursor: number;
  eventId: string;
  subject: EventSubject;
  /** The UUID of a token, family or installation, the `client_id` of an app, or the id of a merchant; empty for EVERYTHING. */
  subjectId: string;
  kind: EventKind;
  notBefore: number | null;
  installationVersion: number | null;
  at: number;
}

/** The result of one read: the newest cursor and the events up to it, from one snapshot. */
export interface FeedPage {
  epoch: string;
  /** The cursor of the newest event; 0 before the first. */
  head: number;
  /** In cursor order. */
  events: RecordedEvent[];
}

type PageRow = Pick<FeedPage, "epoch" | "head"> & { standby: boolean } & {
  [N in keyof RecordedEvent]: RecordedEvent[N] | null;
};

// One statement reads one snapshot, which contains everything that was committed before the statement reached the database.
const READ: Statement = {
  name: "read-feed",
  text: `
    select ${IS_STANDBY} as standby, h.epoch, h.cursor::float8 as head, e.cursor::float8 as cursor, e.event_id as "eventId", e.subject,
      e.subject_id as "subjectId", e.kind, ${micros("e.not_before")} as "notBefore",
      e.installation_version as "installationVersion", ${micros("e.at")} as at
    from feed_head h
    left join revocation_event e on e.cursor >= greatest($1::bigint, h.cursor - $2::bigint + 1)
    where h.id = 1 order by e.cursor`,
};

/**
 * Reads the events from the cursor `from` on, at most the newest `limit`.
 * @throws StorageError on a standby, whose feed may be behind
 */
export async function readFeed(query: Query, from: number, limit: number): Promise<FeedPage> {
  const rows = await query<PageRow>(READ, [from, limit]);
  refuseStandby(rows[0]);
  const { epoch, head } = rows[0]!;
  const events = rows.flatMap(({ standby: _standby, epoch: _epoch, head: _head, ...event }) =>
    event.cursor === null ? [] : [event as RecordedEvent],
  );
  return { epoch, head, events };
}

const RENEW: Statement = {
  name: "renew-epoch",
  text: "update feed_head set epoch = gen_random_uuid() where id = 1 and epoch = coalesce($1::uuid, epoch) returning epoch",
};

/**
 * Starts a new epoch of the feed, which resets every cache in cores and API services. If `old` is set, starts it only while `old` is the
 * current epoch. Returns the new epoch; null if the epoch did not change.
 */
export async function renewEpoch(query: Query, old: string | null): Promise<string | null> {
  const [row] = await query<{ epoch: string }>(RENEW, [old]);
  return row?.epoch ?? null;
}

// Keeps the newest events whatever their age, so that clients can resume after a quiet month.
const DROP: Statement = {
  name: "drop-events",
  text: `
    with oldest as (
      select e.cursor, e.at from revocation_event e
      where e.cursor <= (select cursor from feed_head where id = 1) - $1::bigint order by e.cursor limit $3
    ), due as (
      select cursor from oldest where at < clock_timestamp() - $2 * interval '1 second'
    )
    delete from revocation_event e using due where e.cursor = due.cursor returning 1`,
};

export interface EventCleanup {
  /** How many of the newest events stay, whatever their age. */
  keep: number;
  /** The minimum time in seconds for which every event stays. */
  keepFor: number;
  /** The maximum number of deleted rows. */
  limit: number;
}

/** Deletes the oldest events; returns how many. */
export async function dropEvents(query: Query, { keep, keepFor, limit }: EventCleanup): Promise<number> {
  return (await query(DROP, [keep, keepFor, limit])).length;
}
