import type { Management } from "./management.ts";
import { micros, type Statement } from "./query.ts";
import { pageOfScan, type Scanned, scanLimit, toRange } from "./scan.ts";

export interface AuditFilter {
  clientId: string | null;
  installationId: string | null;
  merchantId: string | null;
  /** Done by or to this account. */
  accountId: string | null;
  action: string | null;
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

const LAST_ID = "ffffffff-ffff-ffff-ffff-ffffffffffff";

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
  const { limit } = asked;
  const values: unknown[] = [asked.after?.[0] ?? LAST_ID, scanLimit(limit, others.length > 0), limit + 1];
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
  const { where, order } = toRange({ fixed, key: ["k.id"], after: ["$1::uuid"], descending: true });
  const columns = [...fixed.map(({ column }) => column), "k.id"].join(", ");
  return { source: `(select ${columns} from audit_event k where ${where}) k`, order };
}

function conditionOf({ columns }: Filter, value: string): string {
  return `(${columns.map((column) => `e.${column} = ${value}`).join(" or ")})`;
}

// The rows are looked up one by one (`offset 0` keeps the planner from another way), so that the page ends the scan when it is full.
function page({ source, order }: Rows, matches: string): string {
  return `
    select e.id, ${micros("e.at")} as at, e.action, e.actor_id as "actorId", e.actor_client_id as "actorClientId",
      e.caller_key_id as "callerKeyId", e.caller_name as "callerName", e.client_id as "clientId", e.installation_id as "installationId",
      e.merchant_id as "merchantId", e.account_id as "accountId", e.address, e.request_id as "requestId", e.detail,
      ${matches} as matches, k.n = $2 as last
    from (select k.*, row_number() over (order by ${order}) as n from ${source} order by ${order} limit $2) k
    cross join lateral (select * from audit_event where id = k.id offset 0) e
    where ${matches} or k.n = $2 order by ${order} limit $3`;
}
