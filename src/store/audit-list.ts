import type { Management } from "./management.ts";
import { micros, type Statement } from "./query.ts";
import { pageOfScan, type Scanned, scanLimit } from "./scan.ts";

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
  { name: "installationId", condition: (value: string) => `installation_id = ${value}::uuid` },
  { name: "accountId", condition: (value: string) => `(account_id = ${value}::uuid or actor_id = ${value}::uuid)` },
  { name: "merchantId", condition: (value: string) => `merchant_id = ${value}` },
  { name: "clientId", condition: (value: string) => `client_id = ${value}` },
  { name: "action", condition: (value: string) => `action = ${value}` },
] as const;

/** The statement of one page and its values. */
export function toStatement(asked: AuditListQuery): { statement: Statement; values: unknown[] } {
  const [first, ...others] = FILTERS.filter(({ name }) => asked[name] !== null);
  const { limit } = asked;
  const values: unknown[] = [asked.after?.[0] ?? LAST_ID, scanLimit(limit, others.length > 0), limit + 1];
  const conditionOf = (filter: (typeof FILTERS)[number]) => filter.condition(`$${values.push(asked[filter.name])}`);
  const source = first?.name === "accountId" ? ofAccount(`$${values.push(asked.accountId)}`) : "audit_event";
  const where = first === undefined || first.name === "accountId" ? "true" : conditionOf(first);
  const matches = ["true", ...others.map(conditionOf)].join(" and ");
  const name = ["list-audit", first?.name ?? "all", ...others.map((other) => other.name)].join("-");
  return { statement: { name, text: page({ source, where, matches }) }, values };
}

/** Two indexes, each in order, that have no event in common. */
function ofAccount(account: string): string {
  const branch = (condition: string) =>
    `(select * from audit_event where ${condition} and id < $1 order by id desc limit $2)`;
  const by = `actor_id = ${account}::uuid`;
  return `(${branch(by)} union all ${branch(`account_id = ${account}::uuid and actor_id is distinct from ${account}::uuid`)}) both_ways`;
}

function page({ source, where, matches }: { source: string; where: string; matches: string }): string {
  return `
    select id, ${micros("at")} as at, action, actor_id as "actorId", actor_client_id as "actorClientId",
      caller_key_id as "callerKeyId", client_id as "clientId", installation_id as "installationId",
      merchant_id as "merchantId", account_id as "accountId", address, request_id as "requestId", detail,
      ${matches} as matches, n = $2 as last
    from (select *, row_number() over (order by id desc) as n from ${source}
      where ${where} and id < $1 order by id desc limit $2) e
    where ${matches} or n = $2 order by id desc limit $3`;
}
