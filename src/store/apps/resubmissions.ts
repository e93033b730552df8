import { micros, type Query, type Statement } from "../connection/query.ts";

/** An app that a review returned to its developer since its last approval. */
export interface ResubmissionRow {
  clientId: string;
  /** The number of reviews that requested changes or rejected the app. */
  returnedTimes: number;
  /** The first submission since the last approval, in microseconds; null if the history has it no longer. */
  firstSubmittedAt: number | null;
}

// Reads the newest entries of each app in the index `app_history_app_id`. An app has seldom more.
const LIST: Statement = {
  name: "list-resubmissions",
  text: `
    select a.client_id as "clientId", h.returned as "returnedTimes", ${micros("h.submitted_at")} as "firstSubmittedAt"
    from app a
    cross join lateral (
      with newest as materialized (
        select action, at from app_history where app_id = a.id order by id desc limit 100)
      select count(*) filter (where action in ('request_changes', 'reject'))::int as returned,
        min(at) filter (where action = 'submit') as submitted_at
      from newest where at > coalesce((select max(at) from newest where action = 'approve'), '-infinity')
    ) h
    where a.id = any($1::uuid[]) and h.returned > 0`,
};

/** Those apps that a review returned since their last approval. @param appIds `app.id` */
export async function listResubmissions(query: Query, appIds: readonly string[]): Promise<ResubmissionRow[]> {
  return appIds.length === 0 ? [] : query<ResubmissionRow>(LIST, [appIds]);
}
