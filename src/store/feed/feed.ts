import type { EventKind, EventSubject } from "../../model/revocation-event.ts";
import { type Statement, timestamp, type Write } from "../connection/query.ts";

/** An event that revokes, suspends, resumes or reduces the scopes of tokens. */
export interface FeedEvent {
  subject: EventSubject;
  /** The UUID of a token, family or installation, the `client_id` of an app, or the id of a merchant; empty for EVERYTHING. */
  subjectId: string;
  kind: EventKind;
  /** For not-before revocations: microseconds of the database's clock. */
  notBefore?: number | null;
  /** For installations: the version that the event is about. */
  installationVersion?: number | null;
}

/** The channel that wakes feed readers; its payload is the newest cursor. */
export const FEED_CHANNEL = "latchkey_feed";

// The row of `feed_head` stays locked until the commit, so cursors follow commit order and have no gaps.
const APPEND: Statement = {
  name: "append-events",
  text: `
    with given as (
      select * from rows from (
        jsonb_to_recordset($1::jsonb)
          as (subject text, subject_id text, kind text, not_before float8, installation_version int)
      ) with ordinality as given(subject, subject_id, kind, not_before, installation_version, n)
    ), head as (
      update feed_head set cursor = cursor + (select count(*) from given) where id = 1 returning cursor
    ), appended as (
      insert into revocation_event (cursor, subject, subject_id, kind, not_before, installation_version, at)
      select head.cursor - (select count(*) from given) + n, subject, subject_id, kind,
        ${timestamp("not_before")}, installation_version, clock_timestamp()
      from given, head
    )
    select pg_notify('${FEED_CHANNEL}', cursor::text) from head`,
};

/**
 * Appends events to the revocation feed. Must be the last statement of its transaction, because every revoking transaction waits for the
 * row that it locks.
 */
export function appendEvents(events: readonly FeedEvent[]): Write {
  const given = events.map((event) => ({
    subject: event.subject,
    subject_id: event.subjectId,
    kind: event.kind,
    not_before: event.notBefore ?? null,
    installation_version: event.installationVersion ?? null,
  }));
  return { statement: APPEND, values: [JSON.stringify(given)] };
}
