import type { Query, Statement } from "../connection/query.ts";
import { toRange } from "../connection/scan.ts";
import { EXPIRING, PROBLEM } from "./health-conditions.ts";

/** The number of an app's installations by health and state; no number is above `COUNTED`. */
export interface HealthCounts {
  needsAttention: number;
  expiresSoon: number;
  healthy: number;
  /** Those that are paused or suspended, or whose app or merchant is suspended. */
  suspended: number;
  uninstalled: number;
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
  const { needsAttention, expiresSoon, healthy, suspended, uninstalled } = counts;
  const installed = needsAttention + expiresSoon + healthy + suspended;
  const none = { needsAttention: 0, expiresSoon: 0, healthy: 0, suspended: 0, partial: false };
  if (app.archived) return { ...none, uninstalled: Math.min(installed + uninstalled, COUNTED) };
  return { ...none, suspended: Math.min(installed, COUNTED), uninstalled };
}
