import type { Query, Statement } from "../connection/query.ts";
import { toRange } from "../connection/scan.ts";
import { EXPIRING, PROBLEM, STOP } from "./health-conditions.ts";

/** The number of installations by health and state; no number is above `COUNTED`. */
export interface HealthCounts {
  needsAttention: number;
  expiresSoon: number;
  healthy: number;
  /** Those that are paused or suspended, or whose app or merchant is suspended. */
  suspended: number;
  uninstalled: number;
  pending: number;
  /** True if there are more active installations, of which only the newest are counted by health. */
  partial: boolean;
}

/** The limit of each count, which stands for more than 1,000. */
const COUNTED = 1001;

/** SQL: the newest installations of the app in a state, read in the order of the index up to the limit. */
function newest(columns: string, state: string): string {
  const fixed = [
    { column: "app_id", value: "$1::uuid" },
    { column: "state", value: `'${state}'` },
  ];
  const after = ["'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid"];
  const { where, order } = toRange({ fixed, key: ["id"], after, descending: true });
  return `(select ${columns} from installation where ${where} order by ${order} limit ${COUNTED})`;
}

const COUNT: Statement = {
  name: "count-installations-by-health",
  prepared: true,
  text: `
    select
      count(*) filter (where problem and not stopped)::int as "needsAttention",
      count(*) filter (where expiring and not problem and not stopped)::int as "expiresSoon",
      count(*) filter (where not expiring and not problem and not stopped)::int as healthy,
      least(${COUNTED}, count(*) filter (where stopped) + (select count(*) from ${newest("", "SUSPENDED")} s))::int as suspended,
      (select count(*) from ${newest("", "UNINSTALLED")} u)::int as uninstalled,
      (select count(*) from ${newest("", "PENDING")} p)::int as pending,
      count(*) >= ${COUNTED} as partial
    from (
      select ${PROBLEM} as problem, ${EXPIRING} as expiring,
        (select m.state = 'SUSPENDED' from merchant m where m.id = i.merchant_id) as stopped
      from ${newest("*", "ACTIVE")} i offset 0
    ) h`,
};

interface CountedApp {
  id: string;
  archived: boolean;
  stopped: boolean;
}

/** Counts at most 1,001 rows in each state. The rows of an archived app may not be updated yet. */
export async function countByHealth(query: Query, app: CountedApp): Promise<HealthCounts> {
  const [row] = await query<HealthCounts>(COUNT, [app.id]);
  const counts = row!;
  if (!app.archived && !app.stopped) return counts;
  const { needsAttention, expiresSoon, healthy, suspended, uninstalled, pending } = counts;
  const installed = needsAttention + expiresSoon + healthy + suspended;
  const none = { needsAttention: 0, expiresSoon: 0, healthy: 0, suspended: 0, pending, partial: false };
  if (app.archived) return { ...none, uninstalled: Math.min(installed + uninstalled, COUNTED) };
  return { ...none, suspended: Math.min(installed, COUNTED), uninstalled };
}

/** The problems of an app that need attention. */
export interface AttentionCount {
  clientId: string;
  /** Installations. */
  needsAttention: number;
  /** Webhook endpoints. */
  failingEndpoints: number;
}

const ATTENTION: Statement = {
  name: "count-installations-that-need-attention",
  prepared: true,
  text: `
    select a.client_id as "clientId", c.count as "needsAttention", e.count as "failingEndpoints"
    from app a cross join lateral (
      select count(*)::int as count
      from (select * from installation where app_id = a.id and state = 'ACTIVE' order by id desc limit ${COUNTED}) i
      where ${PROBLEM} and (select m.state <> 'SUSPENDED' from merchant m where m.id = i.merchant_id)
    ) c cross join lateral (
      select count(*)::int as count from webhook_endpoint
      where app_id = a.id
        and case state when 'ACTIVE' then failing_since is not null else disabled_reason in ('FAILING', 'GONE') end
    ) e
    where a.id = any($1::uuid[]) and a.state not in ('SUSPENDED', 'REJECTED', 'ARCHIVED') and c.count + e.count > 0`,
};

/** Counts failing endpoints, and installations among the newest 1,001 active ones of each app; without apps that have none. @param appIds `app.id` */
export async function countAttention(query: Query, appIds: readonly string[]): Promise<AttentionCount[]> {
  return appIds.length === 0 ? [] : query<AttentionCount>(ATTENTION, [appIds]);
}

const IS = {
  gone: "(i.state in ('ACTIVE', 'SUSPENDED') and (a.state = 'ARCHIVED' or m.state = 'CLOSED'))",
  stopped: `(i.state in ('ACTIVE', 'SUSPENDED') and ${STOP})`,
  active: `(i.state = 'ACTIVE' and not ${STOP})`,
};

/** SQL: the number of installations that match, without those that ended with their app or merchant. */
const counted = (condition: string) => `count(*) filter (where ${condition} and not ${IS.gone})::int`;

const COUNT_ALL: Statement = {
  name: "count-all-installations-by-health",
  prepared: true,
  text: `
    select
      ${counted(`${IS.active} and ${PROBLEM}`)} as "needsAttention",
      ${counted(`${IS.active} and ${EXPIRING} and not ${PROBLEM}`)} as "expiresSoon",
      ${counted(`${IS.active} and not ${EXPIRING} and not ${PROBLEM}`)} as healthy,
      ${counted(IS.stopped)} as suspended,
      count(*) filter (where i.state = 'UNINSTALLED' or ${IS.gone})::int as uninstalled,
      ${counted("i.state = 'PENDING'")} as pending,
      count(*) >= ${COUNTED} as partial
    from (select * from installation order by id desc limit ${COUNTED}) i
    cross join lateral (select state from app where id = i.app_id offset 0) a
    cross join lateral (select state from merchant where id = i.merchant_id offset 0) m`,
};

/** Counts the newest 1,001 installations of all apps. */
export async function countAllByHealth(query: Query): Promise<HealthCounts> {
  const [row] = await query<HealthCounts>(COUNT_ALL, []);
  return row!;
}
