import type { OutboxEventType } from "../../model/outbox-event.ts";
import type { Management } from "../connection/management.ts";
import { IS_STANDBY, refuseStandby } from "../connection/primary.ts";
import { micros, type Statement } from "../connection/query.ts";
import { pageOfScan, rowNumber, type Scanned, scanLimit, toRange } from "../connection/scan.ts";
import type { FeedPosition } from "../feed/event-buffer.ts";

export interface RecordedOutboxEvent {
  /** One more than the cursor of the event before. */
  cursor: number;
  id: string;
  type: OutboxEventType;
  /** Microseconds of the database's clock. */
  at: number;
  clientId: string;
  /** Null for events of an app, like the following fields up to `scopes`. */
  merchantId: string | null;
  installationId: string | null;
  sequence: number | null;
  installationVersion: number | null;
  scopes: string[] | null;
  /** The endpoint of `webhook.disabled`. */
  endpointId: string | null;
  /** The client secret of `client_secret.expiring`. */
  secretId: string | null;
}

/** Null matches all. */
export interface OutboxFilter {
  clientId: string | null;
  merchantId: string | null;
  type: string | null;
}

export interface OutboxRead extends OutboxFilter {
  /** Null starts at the oldest event that is kept. */
  after: FeedPosition | null;
  limit: number;
}

export type OutboxPage =
  | {
      kind: "events";
      epoch: string;
      events: RecordedOutboxEvent[];
      /** The position after the page, also after events that the filter skipped. */
      position: FeedPosition;
      hasMore: boolean;
    }
  /** Events after the requested position may be missing. `position` is the newest position. */
  | { kind: "gap"; position: FeedPosition };

export interface Outbox {
  /** Reads the events after a position, in commit order. @throws StorageError for a database error or on a standby */
  read(read: OutboxRead): Promise<OutboxPage>;
}

export function createOutbox(management: Management): Outbox {
  return {
    read: (read) =>
      management.read(async (_, query) => {
        const { statement, values } = toStatement(read);
        const rows = await query<Row>(statement, values);
        refuseStandby(rows[0]);
        return toPage(read, rows);
      }),
  };
}

interface Head {
  standby: boolean;
  epoch: string;
  head: number;
  /** The id of the newest event; null if that event was removed, or before the first event. */
  headId: string | null;
  /** The oldest cursor that is kept; null if there are no events. */
  oldest: number | null;
  /** The id of the event at the position; null if there is none. */
  anchorId: string | null;
}

type Event = RecordedOutboxEvent & Scanned;
type Row = Head & { [N in keyof Event]: Event[N] | null };

function toPage({ after, limit }: OutboxRead, rows: readonly Row[]): OutboxPage {
  const { epoch, head, headId } = rows[0]!;
  const newest = { epoch, cursor: head, eventId: headId };
  if (after !== null && !isKnown(after, rows[0]!)) return { kind: "gap", position: newest };
  const found = rows.filter((row) => row.cursor !== null) as unknown as Event[];
  const { shown, next } = pageOfScan(found, limit);
  const position = next === null ? newest : { epoch, cursor: next.cursor, eventId: next.id };
  return { kind: "events", epoch, events: shown.map(toEvent), position, hasMore: next !== null };
}

function toEvent(row: Event): RecordedOutboxEvent {
  const { cursor, id, type, at, clientId, merchantId, installationId, sequence, installationVersion, scopes } = row;
  const { endpointId, secretId } = row;
  const subject = { clientId, merchantId, installationId, endpointId, secretId };
  return { cursor, id, type, at, ...subject, sequence, installationVersion, scopes };
}

/** False if events after the position were removed, or if the position belongs to another history of the database. */
function isKnown({ epoch, cursor, eventId }: FeedPosition, { oldest, ...row }: Head): boolean {
  if (epoch !== row.epoch || cursor > row.head) return false;
  return cursor + 1 >= (oldest ?? row.head + 1) && (row.anchorId === null || row.anchorId === eventId);
}

/**
 * Builds the statement, which reads head and events from one snapshot. Each combination of filters reads one index in the order of the
 * list.
 */
function toStatement({ after, limit, ...filter }: OutboxRead): { statement: Statement; values: unknown[] } {
  const values: unknown[] = [after?.cursor ?? 0];
  const add = (value: unknown): string => `$${values.push(value)}`;
  const [first, ...others] = FILTERS.filter(({ name }) => filter[name] !== null);
  const fixed = first?.indexed ? [{ column: `e.${first.column}`, value: `${add(filter[first.name])}::text` }] : [];
  const checked = first?.indexed ? others : FILTERS.filter(({ name }) => filter[name] !== null);
  const { where, order } = toRange({ fixed, key: ["e.cursor"], after: ["$1::bigint"], descending: false });
  const matches = ["true", ...checked.map(({ name, column }) => `e.${column} = ${add(filter[name])}::text`)].join(
    " and ",
  );
  const scanned = add(scanLimit(limit, checked.length > 0));
  const shown = add(limit + 1);
  const name = ["read-outbox", ...[...(fixed.length > 0 ? [first!] : []), ...checked].map(({ name }) => name)].join(
    "-",
  );
  const text = `
    select ${IS_STANDBY} as standby, f.epoch, h.cursor::float8 as head, (select id from event where cursor = h.cursor) as "headId",
      (select min(cursor) from event)::float8 as oldest, (select id from event where cursor = $1::bigint) as "anchorId", p.*
    from feed_head f cross join event_head h left join lateral (
      select e.cursor::float8 as cursor, e.id, e.type, ${micros("e.at")} as at, e.client_id as "clientId",
        e.merchant_id as "merchantId", e.installation_id as "installationId", e.sequence,
        e.installation_version as "installationVersion", e.scopes, e.disabled_endpoint_id as "endpointId",
        e.expiring_secret_id as "secretId", ${matches} as matches, e.n = ${scanned} as last
      from (select e.*, ${rowNumber(order)} as n from event e where ${where} order by ${order} limit ${scanned}) e
      where ${matches} or e.n = ${scanned} order by e.cursor limit ${shown}
    ) p on true
    where f.id = 1 and h.id = 1 order by p.cursor`;
  return { statement: { name, text }, values };
}

// The first requested filter with an index uses this index; the others are checked row by row.
const FILTERS = [
  { name: "merchantId", column: "merchant_id", indexed: true },
  { name: "clientId", column: "client_id", indexed: true },
  { name: "type", column: "type", indexed: false },
] as const;
