import type { Query, Statement } from "../connection/query.ts";

interface StateCounts {
  pending: number;
  succeeded: number;
  failed: number;
  /** The pending ones that are attempted again after a failed attempt. */
  retrying: number;
}

export interface DeliveryCounts extends StateCounts {
  /** True if older deliveries are not counted. */
  partial: boolean;
  /** The last UTC days, today included, oldest first. A day is such as `2026-01-31`. */
  days: (StateCounts & { date: string })[];
}

const IS_PENDING = "n.state in ('PENDING', 'WAITING')";

const SUMS = [
  ["pending", IS_PENDING],
  ["succeeded", "n.state = 'SUCCEEDED'"],
  ["failed", "n.state = 'FAILED'"],
  ["retrying", `${IS_PENDING} and n.attempts > 0`],
]
  .map(([name, condition]) => `'${name}', count(*) filter (where ${condition})`)
  .join(", ");

// The index gives the newest deliveries. An endpoint has no bound, so older ones are not read.
const COUNT: Statement = {
  name: "count-webhook-deliveries",
  text: `
    with newest as materialized (
      select state, attempts, (created_at at time zone 'UTC')::date as day from webhook_delivery where endpoint_id = $1 order by id desc limit $2
    ), today as (select (clock_timestamp() at time zone 'UTC')::date as day),
    days as (
      select jsonb_build_object('date', to_char(s.day, 'YYYY-MM-DD'), ${SUMS}) as counts
      from (select today.day - n as day from today, generate_series(0, $3::int - 1) n) s left join newest n on n.day = s.day
      group by s.day order by s.day
    )
    select jsonb_build_object('partial', count(*) >= $2, 'days', (select jsonb_agg(counts order by counts->>'date') from days), ${SUMS}) as counts
    from newest n`,
};

/** The newest `limit` deliveries of an endpoint by state, and by state and day. */
export async function countDeliveries(
  query: Query,
  { endpointId, limit, days }: { endpointId: string; limit: number; days: number },
): Promise<DeliveryCounts> {
  const [row] = await query<{ counts: DeliveryCounts }>(COUNT, [endpointId, limit, days]);
  return row!.counts;
}
