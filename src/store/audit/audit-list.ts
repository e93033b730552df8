import type { Management } from "../connection/management.ts";
import { micros, type Statement } from "../connection/query.ts";
import { pageOfScan, type Scanned, scanLimit, toRange } from "../connection/scan.ts";

export interface AuditFilter {
  clientId: string | null;
  installationId: string | null;
  merchantId: string | null;
  /** Done by or to this account. */
  accountId: string | null;
  action: string | null;
  /** Microseconds, looked at to the millisecond, as ids tell it, which are made just before the moment is read: done at this moment or later. */
  from: number | null;
  /** Done before this moment. */
  before: number | null;
}

export interface AuditListQuery extends AuditFilter {
  limit: number;
  /** The id of the last event given; null: from the newest on. */
  after: string[] | null;
}

/** An event as it was written; `at` is microseconds. */
export interface AuditView extends Scanned {
  id: string;
  at: number;
  action: string;
  actorId: string | null;
  actorClientId: string | null;
  callerKeyId: string | null;
  callerName: string;
  clientId: string | null;
  installationId: string | null;
  merchantId: string | null;
  accountId: string | null;
  address: string | null;
  requestId: string;
  detail: Record<string, unknown>;
  /** What those are called now that the ids name; null where there is none any more. */
  actorName: string | null;
  actorEmail: string | null;
  actorClientName: string | null;
  clientName: string | null;
  merchantName: string | null;
  accountName: string | null;
  accountEmail: string | null;
}

export interface AuditList {
  /** The newest first. */
  page(asked: AuditListQuery): Promise<{ shown: AuditView[]; next: AuditView | null }>;
}

export function createAuditList(management: Management): AuditList {
  return {
    page: (asked) =>
      management.read(async (_, query) => {
        const { statement, values } = toStatement(asked);
        return pageOfScan(await query<AuditView>(statement, values), asked.limit);
      }),
  };
}

const FIRST_ID = "00000000-0000-0000-0000-000000000000";
const LAST_ID = "ffffffff-ffff-ffff-ffff-ffffffffffff";

/** The least id of a millisecond: an id begins with the moment at which it was made (RFC 9562 §5.7), and an event's is made when it happens. */
function firstIdOf(moment: number): string {
  const hex = Math.floor(moment / 1000)
    .toString(16)
    .padStart(12, "0");
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}

// The first one that is asked for is read by its index and gives the order; the others are looked at row by row. The fewest rows come first.
const FILTERS = [
  { name: "installationId", columns: ["installation_id"], type: "uuid" },
  { name: "accountId", columns: ["actor_id", "account_id"], type: "uuid" },
  { name: "merchantId", columns: ["merchant_id"], type: "text" },
  { name: "clientId", columns: ["client_id"], type: "text" },
  { name: "action", columns: ["action"], type: "text" },
] as const;

type Filter = (typeof FILTERS)[number];

/** The statement of one page and its values. */
export function toStatement(asked: AuditListQuery): { statement: Statement; values: unknown[] } {
  const [first, ...others] = FILTERS.filter(({ name }) => asked[name] !== null);
  const { limit, from, before } = asked;
  const start = before === null ? LAST_ID : firstIdOf(before);
  const values: unknown[] = [
    asked.after?.[0] ?? start,
    scanLimit(limit, others.length > 0),
    limit + 1,
    from === null ? FIRST_ID : firstIdOf(from),
  ];
  const given = ({ name, type }: Filter) => `$${values.push(asked[name])}::${type}`;
  const rows = rowsOf(first, first === undefined ? "" : given(first));
  const matches = ["true", ...others.map((filter) => conditionOf(filter, given(filter)))].join(" and ");
  const name = ["list-audit", ...[first, ...others].map((filter) => filter?.name ?? "all")].join("-");
  return { statement: { name, text: page(rows, matches) }, values };
}

interface Rows {
  source: string;
  order: string;
}

/**
 * The keys `k` of a filter's rows in the order of its index; of one with two columns the first ones of both indexes, each event once. Keys
 * alone, for those the index has: the planner knows badly how many rows a range of rows holds, and for whole rows it would at times rather
 * fetch all of them and sort.
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

// The rows are looked up one by one (`offset 0` keeps the planner from another way), so that the page ends the scan when it is full.
function page({ source, order }: Rows, matches: string): string {
  return `
    select e.id, ${micros("e.at")} as at, e.action, e.actor_id as "actorId", e.actor_client_id as "actorClientId",
      e.caller_key_id as "callerKeyId", e.caller_name as "callerName", e.client_id as "clientId", e.installation_id as "installationId",
      e.merchant_id as "merchantId", e.account_id as "accountId", e.address, e.request_id as "requestId", e.detail,
      actor.name as "actorName", actor.email as "actorEmail", by_app.name as "actorClientName", of_app.name as "clientName",
      of_merchant.name as "merchantName", of_account.name as "accountName", of_account.email as "accountEmail",
      ${matches} as matches, k.n = $2 as last
    from (select k.*, row_number() over (order by ${order}) as n from ${source} order by ${order} limit $2) k
    cross join lateral (select * from audit_event where id = k.id offset 0) e
    ${NAMES}
    where ${matches} or k.n = $2 order by ${order} limit $3`;
}
