import type { Statement, Write } from "../connection/query.ts";

/** A task for any replica (`service/jobs/worker.ts`). */
export interface NewJob {
  /** Selects the handler. */
  kind: string;
  /** Readable in the database: no secrets and no tokens. */
  payload: Record<string, unknown>;
  /** If a pending job of the kind has the same key, this one is dropped. Absent: never dropped. */
  key?: string;
}

const ENQUEUE: Statement = {
  name: "enqueue-jobs",
  text: `
    insert into job (kind, key, payload)
    select kind, key, payload from jsonb_to_recordset($1::jsonb) as given(kind text, key text, payload jsonb)
    on conflict (kind, key) where key is not null and state = 'PENDING' do nothing`,
};

/** Adds jobs. They run after the commit of the transaction, and not if it rolls back. */
export function enqueueJobs(jobs: readonly NewJob[]): Write {
  return { statement: ENQUEUE, values: [JSON.stringify(jobs)] };
}
