import type { AppState } from "../../model/app.ts";
import { micros, type Query, type Statement } from "../connection/query.ts";
import { IS_VALID_CLAIM } from "./claims.ts";

/** An app that waits for a review. */
export interface QueuedRow {
  clientId: string;
  /** The name of the pending revision, if there is one. */
  name: string;
  /** Microseconds. */
  submittedAt: number;
}

/** The numbers of submitted apps and revisions, and of those in review, each counted up to a limit. */
export interface QueueSizes {
  waiting: number;
  inReview: number;
}

/** SQL: a count of index entries that stops at the limit `$1`. */
const count = (state: string): string => `
  (select count(*)::int from (
    select from (select from app where state = '${state}' limit $1) a
    union all select from (select from app_revision where state = '${state}' limit $1) r limit $1
  ) both_kinds)`;

const SIZES: Statement = {
  name: "count-reviews",
  prepared: true,
  text: `select ${count("SUBMITTED")} as waiting, ${count("IN_REVIEW")} as "inReview"`,
};

export async function countReviews(query: Query, limit: number): Promise<QueueSizes> {
  return (await query<QueueSizes>(SIZES, [limit]))[0]!;
}

const FREE = `and not exists (select from review_claim c where c.app_id = a.id and ${IS_VALID_CLAIM})`;
const OTHERS = "a.client_id <> $1 and a.developer_id <> all($2::uuid[])";

/** SQL: the states of the review queue, as in the indexes `app_queue` and `app_revision_queue`. */
export const IS_QUEUED = "in ('SUBMITTED', 'IN_REVIEW')";

export function isQueued(state: AppState): boolean {
  return state === "SUBMITTED" || state === "IN_REVIEW";
}

/** SQL: the time of the submission of an app or revision. Submissions of an early version of the service have only the last change. */
export const submittedAt = (table: string): string => `coalesce(${table}.submitted_at, ${table}.updated_at)`;

/** SQL: the first app and the first revision of a state, in the order of the index. */
const firstOf = (state: string, where: string): string => `
  (select a.client_id, a.name, ${submittedAt("a")} as at from app a
   where a.state = '${state}' and ${where} order by ${submittedAt("a")}, a.id limit 1)
  union all
  (select a.client_id, r.name, ${submittedAt("r")} from app_revision r join app a on a.id = r.app_id
   where r.state = '${state}' and ${where} order by ${submittedAt("r")}, r.app_id limit 1)`;

const first = (candidates: string): string =>
  `select client_id as "clientId", name, ${micros("at")} as "submittedAt" from (${candidates}) c order by at limit 1`;

const NEXT: Statement = {
  name: "find-next-review",
  prepared: true,
  text: first(`${firstOf("SUBMITTED", OTHERS)} union all ${firstOf("IN_REVIEW", `${OTHERS} ${FREE}`)}`),
};

interface Except {
  /** The `client_id` of an app to leave out; empty to leave out none. */
  clientId: string;
  /** The developers whose apps are left out. */
  developerIds: readonly string[];
}

/** The unclaimed app that waits longest; null if there is none. */
export async function findNextReview(query: Query, { clientId, developerIds }: Except): Promise<QueuedRow | null> {
  const [row = null] = await query<QueuedRow>(NEXT, [clientId, developerIds]);
  return row;
}

const OLDEST: Statement = {
  name: "find-oldest-review",
  prepared: true,
  text: first(firstOf("SUBMITTED", "true")),
};

/** The submitted app that waits longest; null if none waits. */
export async function findOldestReview(query: Query): Promise<QueuedRow | null> {
  const [row = null] = await query<QueuedRow>(OLDEST, []);
  return row;
}
