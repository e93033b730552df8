import type { Query, Statement } from "../connection/query.ts";

/** The work that is waiting for a process. */
export interface WebhookWork {
  /** The number of events whose deliveries are not queued yet. */
  eventsBehind: number;
  /** True if a lane that no process holds has due deliveries. */
  hasFreeLane: boolean;
  /** The endpoints whose lanes this process holds and that have due deliveries. */
  due: string[];
}

// A lane with an expired lease always counts as free, because `due_at` does not include the deliveries that its holder was attempting.
const FREE = "((holder is null and due_at <= clock_timestamp()) or leased_until < clock_timestamp())";

const FIND_WORK: Statement = {
  name: "find-webhook-work",
  text: `
    select (e.cursor - h.cursor)::float8 as "eventsBehind",
      exists (select from webhook_lane where ${FREE}) as "hasFreeLane",
      array(select endpoint_id from webhook_lane where holder = $1 and due_at <= clock_timestamp()) as due
    from webhook_head h, event_head e where h.id = 1 and e.id = 1`,
};

/** Reads the work for the process `holder`. */
export async function findWork(query: Query, holder: string): Promise<WebhookWork> {
  const [row] = await query<WebhookWork>(FIND_WORK, [holder]);
  return row!;
}

const CLAIM: Statement = {
  name: "claim-webhook-lanes",
  text: `
    update webhook_lane set holder = $1, leased_until = clock_timestamp() + $3 * interval '1 second'
    where endpoint_id = any(array(
      select endpoint_id from webhook_lane where ${FREE} order by due_at limit $2 for update skip locked
    ))
    returning endpoint_id as id`,
};

export interface LaneClaim {
  holder: string;
  limit: number;
  leaseSeconds: number;
}

/** Takes lanes with due deliveries, also lanes of a process that has stopped; returns the ids of their endpoints. */
export async function claimLanes(query: Query, { holder, limit, leaseSeconds }: LaneClaim): Promise<string[]> {
  return (await query<{ id: string }>(CLAIM, [holder, limit, leaseSeconds])).map(({ id }) => id);
}

const EXTEND: Statement = {
  name: "extend-webhook-lanes",
  text: `
    update webhook_lane set leased_until = clock_timestamp() + $3 * interval '1 second'
    where endpoint_id = any($2::uuid[]) and holder = $1`,
};

/** Extends the leases that the process still has. */
export async function extendLanes(
  query: Query,
  { holder, endpointIds, leaseSeconds }: { holder: string; endpointIds: readonly string[]; leaseSeconds: number },
): Promise<void> {
  await query(EXTEND, [holder, endpointIds, leaseSeconds]);
}

const LOCK: Statement = {
  name: "lock-held-webhook-lane",
  text: `
    select w.failing_since is not null as failing from webhook_lane l join webhook_endpoint w on w.id = l.endpoint_id
    where l.endpoint_id = $1 and l.holder = $2 for update of l`,
};

/** The state of an endpoint at the start of a step. */
export interface HeldLane {
  /** True if the last attempt failed. */
  failing: boolean;
}

/** Locks a lane; null if another process has taken the lane over, or it was deleted. */
export async function lockHeldLane(
  query: Query,
  { endpointId, holder }: { endpointId: string; holder: string },
): Promise<HeldLane | null> {
  const [row] = await query<HeldLane>(LOCK, [endpointId, holder]);
  return row ?? null;
}
