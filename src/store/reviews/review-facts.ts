import type { ReviewedFields } from "../../model/app.ts";
import { micros, type Query, type Statement } from "../connection/query.ts";

/** A decision, or a withdrawal from a review, with the profile that was reviewed. */
export interface DecisionRow {
  action: string;
  revision: number | null;
  /** Microseconds. */
  at: number;
  profile: ReviewedFields | null;
}

const LAST_DECISION: Statement = {
  name: "find-last-decision",
  prepared: true,
  text: `
    select action, revision, ${micros("at")} as at, profile from app_history
    where app_id = $1 and action in ('approve', 'request_changes', 'reject') order by id desc limit 1`,
};

/** The last decision about an app; null before the first. */
export async function findLastDecision(query: Query, appId: string): Promise<DecisionRow | null> {
  const [row = null] = await query<DecisionRow>(LAST_DECISION, [appId]);
  return row;
}

const LAST_WITHDRAWAL: Statement = {
  name: "find-last-withdrawal",
  prepared: true,
  text: `
    select action, revision, ${micros("at")} as at, profile from app_history
    where app_id = $1 and action = 'withdraw' and profile is not null order by id desc limit 1`,
};

/** The last withdrawal of an app from a review; null if there is none. */
export async function findLastWithdrawal(query: Query, appId: string): Promise<DecisionRow | null> {
  const [row = null] = await query<DecisionRow>(LAST_WITHDRAWAL, [appId]);
  return row;
}

const TEST_INSTALLS: Statement = {
  name: "count-test-installs",
  prepared: true,
  text: `
    select count(*)::int as count from merchant m join installation i on i.merchant_id = m.id and i.app_id = $2
    where m.developer_id = $1 and i.state <> 'PENDING'`,
};

/** The number of the developer's test merchants on which the app is or was installed. */
export async function countTestInstalls(query: Query, developerId: string, appId: string): Promise<number> {
  return (await query<{ count: number }>(TEST_INSTALLS, [developerId, appId]))[0]!.count;
}
