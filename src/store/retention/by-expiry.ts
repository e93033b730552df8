import type { Query, Statement } from "../connection/query.ts";

/** The result of one retention transaction. */
export interface Batch {
  removed: number;
  /** The number of due rows: removed rows, and rows that another transaction has locked. */
  due: number;
  /** How many seconds the oldest due row has been due; null if no row is due. */
  oldestDueFor: number | null;
}

/** Tables with an index on expiry. */
export type ExpiryTable = keyof typeof RULES;

interface Rule {
  /** How long a row stays after its expiry. */
  after: string;
  /** SQL: true if no other row references the row `k`. */
  free?: string;
  key?: string;
}

// Interactions reference sessions and install tokens, so they are removed first.
const RULES = {
  failure_window: { after: "0", key: "ctid" },
  external_sign_in: { after: "0" },
  pending_sign_in: { after: "0" },
  used_challenge: { after: "0" },
  interaction: { after: "1 hour" },
  session: { after: "1 day", free: "not exists (select from interaction i where i.session_id = k.id)" },
  install_token: { after: "1 day", free: "not exists (select from interaction i where i.install_token_id = k.id)" },
  // Only a job that was given up has an expiry.
  job: { after: "0" },
  // Deliveries that have not ended stay while their endpoint is active.
  webhook_delivery: {
    after: "0",
    free: "(k.state in ('SUCCEEDED', 'FAILED') or not exists (select from webhook_endpoint e where e.id = k.endpoint_id and e.state = 'ACTIVE'))",
  },
  webhook_attempt: { after: "0" },
  account_link: { after: "1 day" },
  // Kept, because inviters look up earlier invitations.
  invitation: { after: "90 days" },
} satisfies Record<string, Rule>;

export const EXPIRY_TABLES = Object.keys(RULES) as ExpiryTable[];

// Removes the oldest rows first and skips locked rows. Uses `now()`, because an index condition cannot contain `clock_timestamp()`.
function remove(table: ExpiryTable): Statement {
  const { after, free = "true", key = "id" }: Rule = RULES[table];
  const rows = `
      from ${table} k where k.expires_at <= now() - interval '${after}' and ${free} order by k.expires_at limit $1`;
  return {
    name: `remove-expired-${table}`,
    text: `
    with due as materialized (
      select k.expires_at + interval '${after}' as due_at ${rows}
    ), removed as (
      delete from ${table} where ${key} = any(array(
        select k.${key} ${rows} for update of k skip locked))
      returning 1
    )
    select (select count(*)::int from removed) as removed, (select count(*)::int from due) as due,
      (select extract(epoch from clock_timestamp() - min(due_at))::float8 from due) as "oldestDueFor"`,
  };
}

/** The statement of one batch. */
export function removeExpired(table: ExpiryTable): Statement {
  return STATEMENTS[table];
}

const STATEMENTS = Object.fromEntries(EXPIRY_TABLES.map((table) => [table, remove(table)])) as Record<
  ExpiryTable,
  Statement
>;

/** Removes up to `limit` rows that expired long enough ago. */
export async function removeByExpiry(query: Query, table: ExpiryTable, limit: number): Promise<Batch> {
  const [batch] = await query<Batch>(STATEMENTS[table], [limit]);
  return batch!;
}
