import type { Query, Statement } from "../connection/query.ts";

/** The minimum duration of failures after which a success makes waiting retries due at once. */
const PULL_UP_AFTER = "interval '1 minute'";

/** The maximum number of deliveries that one success makes due, so that the statement ends in time. The next success continues. */
const PULL_UP = 2_000;

// When an endpoint works again after more than a short failure, retries that were scheduled for later become due.
const RECOVER: Statement = {
  name: "recover-webhook-endpoint",
  text: `
    with endpoint as (
      select id from webhook_endpoint where id = $1 and failing_since < clock_timestamp() - ${PULL_UP_AFTER}
    ), due as (
      update webhook_delivery set next_attempt_at = clock_timestamp()
      where exists (select from endpoint) and id = any(array(
        select id from webhook_delivery
        where endpoint_id = $1 and state = 'PENDING' and next_attempt_at > (select clock_timestamp())
        order by next_attempt_at limit ${PULL_UP}
      ))
      returning 1
    )
    update webhook_endpoint
    set failing_since = case when (select count(*) from due) = ${PULL_UP} then clock_timestamp() - ${PULL_UP_AFTER} end
    where id = $1 and failing_since is not null`,
};

/**
 * Stores that an attempt succeeded. The endpoint stays failing as long as more deliveries must be made due. The caller must have locked the
 * lane.
 */
export async function recordSuccess(query: Query, endpointId: string): Promise<void> {
  await query(RECOVER, [endpointId]);
}

const FAIL: Statement = {
  name: "record-webhook-failure",
  text: `
    update webhook_endpoint
    set failing_since = case when $2 then clock_timestamp() else coalesce(failing_since, clock_timestamp()) end
    where id = $1 returning extract(epoch from clock_timestamp() - failing_since)::float8 as seconds`,
};

/**
 * Stores that the last attempt failed; returns for how many seconds all attempts have failed.
 * @param worked true if an attempt has succeeded since the last call
 */
export async function recordFailure(query: Query, endpointId: string, worked: boolean): Promise<number> {
  const [row] = await query<{ seconds: number }>(FAIL, [endpointId, worked]);
  return row?.seconds ?? 0;
}
