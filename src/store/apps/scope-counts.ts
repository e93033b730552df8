import type { Query } from "../connection/query.ts";
import { MAY_REQUEST } from "./app-search.ts";

/** The number of apps that may request a scope. */
export interface ScopeCount {
  scope: string;
  apps: number;
}

// One branch per scope, so that the planner chooses by the value: the table for a scope that most apps have, where the limit ends the scan,
// and the index `app_scopes` for others.
const branch = (_: string, at: number): string => {
  const scope = `$${at + 2}::text`;
  return `select ${scope} as scope, count(*)::int as apps from (select from app a where ${MAY_REQUEST(scope)} limit $1) a`;
};

/** Counts the apps of each scope up to a limit. */
export async function countScopeApps(query: Query, scopes: readonly string[], limit: number): Promise<ScopeCount[]> {
  if (scopes.length === 0) return [];
  const text = scopes.map(branch).join(" union all ");
  return query<ScopeCount>({ name: "count-apps-of-scopes", text }, [limit, ...scopes]);
}
