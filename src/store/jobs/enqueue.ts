import type { Statement, Write } from "../connection/query.ts";

/** A task for any replica (`service/jobs/worker.ts`). */
export interface NewJob {
  /** Selects the handler. */
  kind: string;
  /** Must contain no secrets and no tokens, because it is readable in the database. */
  payload: Record<string, unknown>;
  /** If a pending job of the same kind has the same key, this job is not added. Absent: the job is always added. */
  key?: string;
}

const ENQUEUE: Statement = {
  name: "enqueue-jobs",
  text: `
    insert into job (kind, key, payload)
    select kind, key, payload from jsonb_to_recordset($1::jsonb) as given(kind text, key text, payload jsonb)
    on conflict (kind, key) where key is not null and state = 'PENDING' do nothing`,
};

/** Adds jobs, which run after the commit of the transaction. If the transaction rolls back, they do not run. */
export function enqueueJobs(jobs: readonly NewJob[]): Write {
  return { statement: ENQUEUE, values: [JSON.stringify(jobs)] };
}
