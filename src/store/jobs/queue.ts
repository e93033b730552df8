import { micros, type Query, type Statement } from "../connection/query.ts";

/** A job during an attempt. */
export interface ClaimedJob {
  id: string;
  kind: string;
  payload: Record<string, unknown>;
  /** The number of this attempt, from 1 on. */
  attempt: number;
  /** Seconds since the job was enqueued. */
  ageSeconds: number;
  /** The id of this attempt's lease. */
  holder: string;
}

export interface JobClaim {
  kinds: readonly string[];
  limit: number;
  /** Seconds after which another worker takes the job over if it is not finished. */
  leaseSeconds: number;
}

// The time is a subselect, because an index condition cannot contain a volatile function: otherwise each claim would read all waiting jobs.
// Each claim has a new holder, so a late worker cannot finish the attempt of another worker.
const CLAIM: Statement = {
  name: "claim-jobs",
  text: `
    update job set attempts = attempts + 1, holder = gen_random_uuid(), run_at = clock_timestamp() + $3 * interval '1 second'
    where id = any(array(
      select id from job where state = 'PENDING' and run_at <= (select clock_timestamp()) and kind = any($1)
      order by run_at limit $2 for update skip locked
    ))
    returning id, kind, payload, attempts as attempt, holder,
      ((${micros("clock_timestamp()")} - ${micros("created_at")}) / 1000000)::float8 as "ageSeconds"`,
};

/** Claims due jobs. The job of a stopped worker is due again when the lease ends. */
export function claimJobs(query: Query, { kinds, limit, leaseSeconds }: JobClaim): Promise<ClaimedJob[]> {
  return query<ClaimedJob>(CLAIM, [kinds, limit, leaseSeconds]);
}

const COMPLETE: Statement = {
  name: "complete-job",
  text: "delete from job where id = $1 and holder = $2 returning 1",
};

/** Deletes a job that succeeded; false if another worker has taken it over. */
export async function completeJob(query: Query, { id, holder }: ClaimedJob): Promise<boolean> {
  return (await query(COMPLETE, [id, holder])).length > 0;
}

const RETRY: Statement = {
  name: "retry-job",
  text: `
    update job set run_at = clock_timestamp() + $3 * interval '1 millisecond', holder = null, last_error = $4
    where id = $1 and holder = $2`,
};

/** Schedules the next attempt. `error` is stored for operators. */
export async function retryJob(query: Query, job: ClaimedJob, next: { delayMs: number; error: string }): Promise<void> {
  await query(RETRY, [job.id, job.holder, next.delayMs, next.error]);
}

/** The number of days for which the row of a job that was given up stays. */
export const KEEP_FAILED_DAYS = 30;

const FAIL: Statement = {
  name: "fail-job",
  text: `
    update job set state = 'FAILED', holder = null, last_error = $3, expires_at = clock_timestamp() + interval '${KEEP_FAILED_DAYS} days'
    where id = $1 and holder = $2`,
};

/** Gives a job up. The row stays for 30 days. */
export async function failJob(query: Query, { id, holder }: ClaimedJob, error: string): Promise<void> {
  await query(FAIL, [id, holder, error]);
}

const FAIL_OLD: Statement = {
  name: "fail-old-jobs",
  text: `
    update job set state = 'FAILED', holder = null, last_error = $3, expires_at = clock_timestamp() + interval '${KEEP_FAILED_DAYS} days'
    where id = any(array(
      select id from job where state = 'PENDING' and run_at <= (select clock_timestamp()) and kind = $1
        and created_at < clock_timestamp() - $2 * interval '1 second'
      order by run_at limit 1000 for update skip locked
    ))
    returning 1`,
};

/** Jobs that no process of the deployment runs. */
export interface OldJobs {
  kind: string;
  /** The minimum age of the jobs. */
  seconds: number;
  error: string;
}

/** Gives up at most 1,000 due jobs that are older than `seconds`; returns their number. A job with a lease is not due. */
export async function failOldJobs(query: Query, { kind, seconds, error }: OldJobs): Promise<number> {
  return (await query(FAIL_OLD, [kind, seconds, error])).length;
}
