import type { Management } from "../connection/management.ts";
import { micros, type Statement } from "../connection/query.ts";
import { pageOfScan, rowNumber, type Scanned, scanLimit, toRange } from "../connection/scan.ts";
import { FIRST_ID, LAST_ID } from "../connection/uuid-range.ts";
import type { AuditRow } from "./audit.ts";

/** Null matches all. `from` and `before` are microseconds. They are compared as milliseconds, the precision of an event's id. */
export interface AuditFilter {
  clientId: string | null;
  installationId: string | null;
  merchantId: string | null;
  /** The account that is the actor or is affected. */
  accountId: string | null;
  /** The account that is the actor. */
  actorId: string | null;
  action: string | null;
  /** Inclusive. */
  from: number | null;
  /** Exclusive. */
  before: number | null;
}

export interface AuditListQuery extends AuditFilter {
  limit: number;
  /** The id of the last event of the previous page; null for the first page. */
  after: string[] | null;
}

/** An event with the current names of its subjects; null if the subject is absent or was deleted. */
export interface ListedAuditEvent extends Omit<AuditRow, "action">, Scanned {
  id: string;
  /** An earlier or later release may have written actions that this release does not know. */
  action: string;
  /** Microseconds. */
  at: number;
  actorName: string | null;
  actorEmail: string | null;
  actorClientName: string | null;
  clientName: string | null;
  merchantName: string | null;
  accountName: string | null;
  accountEmail: string | null;
}

export interface AuditList {
  /** Newest first. */
  page(query: AuditListQuery): Promise<{ shown: ListedAuditEvent[]; next: ListedAuditEvent | null }>;
}

export function createAuditList(management: Management): AuditList {
  return {
    page: (query) =>
      management.read(async (_, run) => {
        const { statement, values } = toStatement(query);
        return pageOfScan(await run<ListedAuditEvent>(statement, values), query.limit);
      }),
  };
}

/** The lowest UUIDv7 of a millisecond, because the id of an event is generated when the event is written. @see RFC 9562 §5.7 */
function firstIdOf(micros: number): string {
  const hex = Math.floor(micros / 1000)
    .toString(16)
    .padStart(12, "0");
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}

// The first requested filter uses its index; the others are checked row by row. The most selective filter comes first.
const FILTERS = [
  { name: "installationId", columns: ["installation_id"], type: "uuid" },
  { name: "actorId", columns: ["actor_id"], type: "uuid" },
  { name: "accountId", columns: ["actor_id", "account_id"], type: "uuid" },
  { name: "merchantId", columns: ["merchant_id"], type: "text" },
  { name: "clientId", columns: ["client_id"], type: "text" },
  { name: "action", columns: ["action"], type: "text" },
] as const;

type Filter = (typeof FILTERS)[number];

/** The statement of one page and its values. */
export function toStatement(query: AuditListQuery): { statement: Statement; values: unknown[] } {
  const [first, ...others] = FILTERS.filter(({ name }) => query[name] !== null);
  const { limit, from, before } = query;
  const start = before === null ? LAST_ID : firstIdOf(before);
  const values: unknown[] = [
    query.after?.[0] ?? start,
    scanLimit(limit, others.length > 0),
    limit + 1,
    from === null ? FIRST_ID : firstIdOf(from),
  ];
  const bind = ({ name, type }: Filter) => `$${values.push(query[name])}::${type}`;
  const rows = rowsOf(first, first === undefined ? "" : bind(first));
  const matches = ["true", ...others.map((filter) => conditionOf(filter, bind(filter)))].join(" and ");
  const name = ["list-audit", ...[first, ...others].map((filter) => filter?.name ?? "all")].join("-");
  return { statement: { name, text: page(rows, matches) }, values };
}

interface Rows {
  source: string;
  order: string;
}

/**
 * SQL: the keys `k` of a filter's rows in index order. A filter with two columns merges two indexes and drops duplicates. Selects only
 * index columns, because with whole rows the planner misestimates the row count and may fetch and sort all rows.
 */
function rowsOf(filter: Filter | undefined, value: string): Rows {
  if (filter === undefined) return branch([]);
  const [one, other] = filter.columns.map((column) => branch([{ column: `k.${column}`, value }]));
  if (other === undefined) return one!;
  const both = [one!, other].map(({ source, order }) => `(select id from ${source} order by ${order} limit $2)`);
  return {
    source: `(select distinct on (id) id from (${both.join(" union all ")}) b order by id desc) k`,
    order: "k.id desc",
  };
}

function branch(fixed: { column: string; value: string }[]): Rows {
  const { where, order } = toRange({ fixed, key: ["k.id"], after: ["$1::uuid"], to: ["$4::uuid"], descending: true });
  const columns = [...fixed.map(({ column }) => column), "k.id"].join(", ");
  return { source: `(select ${columns} from audit_event k where ${where}) k`, order };
}

function conditionOf({ columns }: Filter, value: string): string {
  return `(${columns.map((column) => `e.${column} = ${value}`).join(" or ")})`;
}

const NAMES = `
    left join lateral (select name, email from account where id = e.actor_id offset 0) actor on true
    left join lateral (select name from app where client_id = e.actor_client_id offset 0) by_app on true
    left join lateral (select name from app where client_id = e.client_id offset 0) of_app on true
    left join lateral (select name from merchant where id = e.merchant_id offset 0) of_merchant on true
    left join lateral (select name, email from account where id = e.account_id offset 0) of_account on true`;

// `offset 0` makes PostgreSQL look the rows up one by one, so that the scan ends when the page is full.
function page({ source, order }: Rows, matches: string): string {
  return `
    select e.id, ${micros("e.at")} as at, e.action, e.actor_id as "actorId", e.actor_client_id as "actorClientId",
      e.caller_key_id as "callerKeyId", e.caller_name as "callerName", e.client_id as "clientId", e.installation_id as "installationId",
      e.merchant_id as "merchantId", e.account_id as "accountId", e.address, e.request_id as "requestId", e.detail,
      actor.name as "actorName", actor.email as "actorEmail", by_app.name as "actorClientName", of_app.name as "clientName",
      of_merchant.name as "merchantName", of_account.name as "accountName", of_account.email as "accountEmail",
      ${matches} as matches, k.n = $2 as last
    from (select k.*, ${rowNumber(order)} as n from ${source} order by ${order} limit $2) k
    cross join lateral (select * from audit_event where id = k.id offset 0) e
    ${NAMES}
    where ${matches} or k.n = $2 order by ${order} limit $3`;
}
