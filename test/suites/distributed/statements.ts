import { randomUUIDv7 } from "node:crypto";
import { timestamp } from "../../../src/store/connection/query.ts";

/** A statement as the driver gets it. */
export interface SentStatement {
  name: string;
  text: string;
  values: readonly unknown[];
}

const TIMESTAMP = new RegExp(
  timestamp("EXPRESSION")
    .replaceAll(/[()*+]/g, "\\$&")
    .replace("EXPRESSION", "(\\S+)"),
  "g",
);

/** Replaces stable timestamp expressions by the immutable `to_timestamp`, because Citus rejects stable functions of columns in updates. */
export function withImmutableTimestamps(text: string): string {
  return text.replaceAll(TIMESTAMP, "to_timestamp($1 / 1e6)");
}

// Citus would run an insert inside WITH on all nodes, and copy the rows of some inserts in two phases. These parts run completely on one
// shard. Each group is one transaction, which fails if its first part finds a row that has changed since it was locked.
const ROTATE = [
  `with moved as (
     update token_family f set current_id = w.next_id, current_accepted_at = null, generation = f.generation + 1,
       expires_at = greatest(f.expires_at, to_timestamp(w.next_expires_at / 1e6), to_timestamp(w.access_expires_at / 1e6))
     from unnest($2::uuid[], $1::uuid[], $5::uuid[], $7::float8[], $12::float8[])
       as w(family_id, presented_id, next_id, next_expires_at, access_expires_at)
     where f.id = w.family_id and f.current_id = w.presented_id and f.ended_at is null
     returning f.id
   )
   select 1 / ((select count(*) from moved) = cardinality($1))::int as held`,
  `update refresh_token r set used_at = to_timestamp(w.at / 1e6), successor_id = w.next_id, successor_access_id = w.access_id,
     successor_scopes = string_to_array(w.scopes, ' '), salt = null, key_id = null, used_from = w.address
   from unnest($1::uuid[], $3::float8[], $4::text[], $5::uuid[], $10::uuid[], $13::text[])
     as w(presented_id, at, scopes, next_id, access_id, address)
   where r.id = w.presented_id and r.id between $14 and $15`,
  `insert into refresh_token (id, family_id, digest, issued_at, expires_at, salt, key_id)
   select next_id, f.id, digest, to_timestamp(at / 1e6), to_timestamp(w.expires_at / 1e6), salt, key_id
   from unnest($5::uuid[], $2::uuid[], $6::bytea[], $3::float8[], $7::float8[], $8::bytea[], $9::text[])
     as w(next_id, family_id, digest, at, expires_at, salt, key_id)
   join token_family f on f.id = w.family_id`,
  `insert into access_token (id, family_id, digest, scopes, issued_at, expires_at)
   select access_id, f.id, digest, string_to_array(w.scopes, ' '), to_timestamp(at / 1e6), to_timestamp(w.expires_at / 1e6)
   from unnest($10::uuid[], $2::uuid[], $11::bytea[], $4::text[], $3::float8[], $12::float8[])
     as w(access_id, family_id, digest, scopes, at, expires_at)
   join token_family f on f.id = w.family_id`,
];

const REDEEM = [
  `with spent as (
     update authorization_code c set used_at = to_timestamp(w.at / 1e6) from unnest($1::uuid[], $2::float8[]) as w(id, at)
     where c.id = w.id and c.used_at is null returning c.id
   )
   select 1 / ((select count(*) from spent) = cardinality($1))::int as held`,
  `insert into token_family (id, app_id, merchant_id, installation_id, account_id, scopes, authorized_at, current_id, expires_at)
   select c.id, c.app_id, c.merchant_id, c.installation_id, c.account_id, string_to_array(w.scopes, ' '), c.issued_at,
     w.refresh_id, to_timestamp(w.expires_at / 1e6)
   from unnest($1::uuid[], $3::text[], $4::float8[], $8::uuid[]) as w(code_id, scopes, expires_at, refresh_id)
   join authorization_code c on c.id = w.code_id`,
  `insert into refresh_token (id, family_id, digest, issued_at, expires_at)
   select w.refresh_id, c.id, w.digest, to_timestamp(w.at / 1e6), to_timestamp(w.expires_at / 1e6)
   from unnest($8::uuid[], $1::uuid[], $9::bytea[], $2::float8[], $10::float8[])
     as w(refresh_id, code_id, digest, at, expires_at)
   join authorization_code c on c.id = w.code_id
   where w.refresh_id is not null`,
  `insert into access_token (id, family_id, digest, scopes, issued_at, expires_at)
   select w.access_id, c.id, w.digest, string_to_array(w.scopes, ' '), to_timestamp(w.at / 1e6), to_timestamp(w.expires_at / 1e6)
   from unnest($5::uuid[], $1::uuid[], $6::bytea[], $3::text[], $2::float8[], $7::float8[])
     as w(access_id, code_id, digest, scopes, at, expires_at)
   join authorization_code c on c.id = w.code_id`,
];

const INSERT_CODES = [
  `insert into authorization_code (id, digest, app_id, merchant_id, account_id, installation_id, redirect_uri, scopes,
     code_challenge, replaces_grant, issued_at, expires_at)
   select w.id, w.digest, i.app_id, i.merchant_id, w.account_id, i.id, w.redirect_uri, string_to_array(w.scopes, ' '),
     w.code_challenge, w.replaces_grant, to_timestamp(w.issued_at / 1e6), to_timestamp(w.expires_at / 1e6)
   from unnest($1::uuid[], $2::bytea[], $5::uuid[], $6::uuid[], $7::text[], $8::text[], $9::text[], $10::boolean[],
     $11::float8[], $12::float8[])
     as w(id, digest, account_id, installation_id, redirect_uri, scopes, code_challenge, replaces_grant, issued_at, expires_at)
   join installation i on i.id = w.installation_id`,
];

const APPEND_EVENTS = [
  "update feed_head set cursor = cursor + cardinality($2::int[]) where id = any($1::int[])",
  `insert into revocation_event (cursor, event_id, subject, subject_id, kind, not_before, installation_version, at)
   select h.cursor - cardinality($1::int[]) + w.n, w.event_id, w.subject, w.subject_id, w.kind, to_timestamp(w.not_before / 1e6),
     w.installation_version, w.at
   from unnest($1::int[], $2::int[], $3::uuid[], $4::timestamptz[], $5::text[], $6::text[], $7::text[], $8::float8[], $9::int[])
     as w(head, n, event_id, at, subject, subject_id, kind, not_before, installation_version)
   join feed_head h on h.id = w.head`,
  "select pg_notify('latchkey_feed', cursor::text) from feed_head where id = any($1::int[])",
];

const APPEND_TO_OUTBOX = [
  `update installation i set event_sequence = i.event_sequence + w.events from unnest($1::uuid[], $2::int[]) as w(id, events)
   where i.id = w.id`,
  "update event_head set cursor = cursor + cardinality($4::int[]) where id = any($3::int[])",
  `insert into event (cursor, id, at, type, client_id, merchant_id, installation_id, sequence, installation_version, scopes)
   select h.cursor - cardinality($4::int[]) + w.n, w.event_id, w.at, w.type, a.client_id, i.merchant_id, i.id,
     i.event_sequence - w.later, coalesce(w.version, i.version), coalesce(string_to_array(w.scopes, ' '), i.granted_scopes)
   from unnest($3::int[], $4::int[], $5::uuid[], $6::timestamptz[], $7::text[], $8::uuid[], $9::int[], $10::int[], $11::text[])
     as w(head, n, event_id, at, type, installation_id, later, version, scopes)
   join event_head h on h.id = w.head join installation i on i.id = w.installation_id join public.app a on a.id = i.app_id`,
];

interface OutboxRow {
  type: string;
  installation_id: string;
  version?: number;
  scopes?: string;
}

/** The token operations write only events of installations. */
function toOutboxValues(json: string): unknown[] {
  const events: OutboxRow[] = JSON.parse(json);
  const added = events.map(newRow);
  const ids = events.map((event) => event.installation_id);
  const changed = [...new Set(ids)];
  const eventsOf = (id: string, from = 0) => ids.slice(from).filter((other) => other === id).length;
  return [
    ...[changed, changed.map((id) => eventsOf(id))],
    ...[events.map(() => 1), events.map((_, at) => at + 1), added.map(({ id }) => id), added.map(({ at }) => at)],
    ...[events.map(({ type }) => type), ids, ids.map((id, at) => eventsOf(id, at + 1))],
    ...[events.map(({ version }) => version ?? null), events.map(({ scopes }) => scopes ?? null)],
  ];
}

interface EventRow {
  subject: string;
  subject_id: string;
  kind: string;
  not_before: number | null;
  installation_version: number | null;
}

function toEventValues(json: string): unknown[] {
  const events: EventRow[] = JSON.parse(json);
  const added = events.map(newRow);
  return [
    ...[events.map(() => 1), events.map((_, at) => at + 1), added.map(({ id }) => id), added.map(({ at }) => at)],
    ...[
      events.map(({ subject }) => subject),
      events.map(({ subject_id }) => subject_id),
      events.map(({ kind }) => kind),
    ],
    ...[events.map(({ not_before }) => not_before), events.map((event) => event.installation_version)],
  ];
}

type Replacement = (values: readonly unknown[]) => SentPart[];
type SentPart = Omit<SentStatement, "name">;

const REPLACEMENTS: Record<string, Replacement> = {
  "rotate-refresh-tokens": (values) => ROTATE.map((part) => renumber(part, values)),
  "redeem-codes": (values) => REDEEM.map((part) => renumber(part, values)),
  "insert-codes": (values) => INSERT_CODES.map((part) => renumber(part, values)),
  "append-audit": ([json]) => [insertRows("audit_event", (JSON.parse(json as string) as object[]).map(toAuditRow))],
  "append-events": ([json]) => APPEND_EVENTS.map((part) => renumber(part, toEventValues(json as string))),
  "append-to-outbox": ([json]) => APPEND_TO_OUTBOX.map((part) => renumber(part, toOutboxValues(json as string))),
  "create-installations": ([apps, merchants]) => {
    const rows = (apps as string[]).map((app_id, at) => ({
      app_id,
      merchant_id: (merchants as string[])[at],
      ...newRow(),
    }));
    const times = rows.map(({ id, at, ...row }) => ({ ...row, id, created_at: at, changed_at: at }));
    return [insertRows("installation", times, "on conflict (app_id, merchant_id) do nothing")];
  },
};

/** Values of the columns whose defaults are volatile functions. */
function newRow(): { id: string; at: string } {
  return { id: randomUUIDv7(), at: new Date().toISOString() };
}

function toAuditRow(given: object): Record<string, unknown> {
  const columns = Object.entries(given).map(([key, value]) => [
    key.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    value,
  ]);
  return { ...Object.fromEntries(columns), ...newRow() };
}

/** An insert with one row of VALUES for each of `rows`. All rows have the same keys, which are the columns. */
function insertRows(table: string, rows: Record<string, unknown>[], rest = ""): SentPart {
  const columns = Object.keys(rows[0]!);
  const tuples = rows.map((_, row) => `(${columns.map((_, at) => `$${row * columns.length + at + 1}`).join(", ")})`);
  return {
    text: `insert into ${table} (${columns.join(", ")}) values ${tuples.join(", ")} ${rest}`,
    values: rows.flatMap((row) => columns.map((column) => row[column])),
  };
}

/** Replaces a statement that Citus does not run completely on one shard by statements that it does. */
export function pushDown({ name, text, values }: SentStatement): SentStatement[] {
  const parts = REPLACEMENTS[name]?.(values);
  if (parts === undefined) return [{ name, text, values }];
  return parts.map((part, at) => ({ name: `${name}-${at + 1}-of-${part.values.length}`, ...part }));
}

/** Renumbers the used parameters from 1, because PostgreSQL rejects values for unused parameters. */
function renumber(text: string, values: readonly unknown[]): { text: string; values: unknown[] } {
  const used = [...new Set([...text.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number)))].sort((a, b) => a - b);
  return {
    text: text.replaceAll(/\$(\d+)/g, (_, number) => `$${used.indexOf(Number(number)) + 1}`),
    values: used.map((number) => values[number - 1]),
  };
}
