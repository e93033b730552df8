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

/** The rows of a filter in the order of its index; of one with two columns the first ones of both indexes, each event once. */
function rowsOf(filter: Filter | undefined, value: string): Rows {
  if (filter === undefined) return branch([]);
  const [one, other] = filter.columns.map((column) => branch([{ column: `e.${column}`, value }]));
  if (other === undefined) return one!;
  const both = [one!, other].map(({ source, order }) => `(select * from ${source} order by ${order} limit $2)`);
  return {
    source: `(select distinct on (id) * from (${both.join(" union all ")}) b order by id desc) e`,
    order: "e.id desc",
  };
}

function branch(fixed: { column: string; value: string }[]): Rows {
  const { where, order } = toRange({ fixed, key: ["e.id"], after: ["$1::uuid"], descending: true });
  return { source: `(select * from audit_event e where ${where}) e`, order };
}

function conditionOf({ columns }: Filter, value: string): string {
  return `(${columns.map((column) => `${column} = ${value}`).join(" or ")})`;
}

function page({ source, order }: Rows, matches: string): string {
  return `
    select id, ${micros("at")} as at, action, actor_id as "actorId", actor_client_id as "actorClientId",
      caller_key_id as "callerKeyId", caller_name as "callerName", client_id as "clientId", installation_id as "installationId",
      merchant_id as "merchantId", account_id as "accountId", address, request_id as "requestId", detail,
      ${matches} as matches, n = $2 as last
    from (select e.*, row_number() over (order by ${order}) as n from ${source} order by ${order} limit $2) e
    where ${matches} or n = $2 order by ${order} limit $3`;
}
