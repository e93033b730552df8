import { APP_STATES, type AppState } from "../../model/app.ts";
import type { Query, Statement } from "../connection/query.ts";
import { IS_OPEN } from "./app-search.ts";

/** The number of apps that are in a state or have a pending revision in it. */
export interface StateCount {
  state: AppState;
  count: number;
}

/** SQL: the first entries of an index by state, in its order, so that the planner reads no other rows. */
const first = (rows: string, order: string): string => `(select from ${rows} order by ${order} limit $1)`;

// The state of an app is never that of its own pending revision.
const OF_ALL: Statement = {
  name: "count-app-states",
  prepared: true,
  text: APP_STATES.map(
    (state) => `
    select '${state}' as state, (select count(*)::int from (
      ${first(`app where state = '${state}'`, "updated_at, id")}
      union all ${first(`app_revision where state = '${state}' and state ${IS_OPEN}`, "updated_at, app_id")} limit $1
    ) counted) as count`,
  )
    .concat(`select null, (select count(*)::int from ${first("app", "id")} counted)`)
    .join(" union all "),
};

const OF_DEVELOPER: Statement = {
  name: "count-app-states-of-developer",
  prepared: true,
  text: `
    with apps as materialized (
      select id, state from app where developer_id = $2 order by updated_at desc, id desc limit $1
    ), states as materialized (
      select state from apps
      union all select r.state from apps a
        cross join lateral (select state from app_revision where app_id = a.id and state ${IS_OPEN} offset 0) r
    )
    select s as state, (select count(*)::int from states where state = s) as count
    from unnest(array['${APP_STATES.join("', '")}']) s
    union all select null, (select count(*)::int from apps)`,
};

/** The numbers of apps, in all states and by state. */
export interface AppCounts {
  total: number;
  states: StateCount[];
}

/**
 * The numbers of apps, each counted up to a limit. Counts all apps, or only the last changed apps of one developer (`account.id`), up to
 * the same limit.
 */
export async function countAppStates(query: Query, developerId: string | null, limit: number): Promise<AppCounts> {
  const rows = await (developerId === null
    ? query<Counted>(OF_ALL, [limit])
    : query<Counted>(OF_DEVELOPER, [limit, developerId]));
  const states = rows.flatMap(({ state, count }) => (state === null ? [] : [{ state, count }]));
  return { total: rows.find(({ state }) => state === null)?.count ?? 0, states };
}

/** The row of all states has none. */
interface Counted {
  state: AppState | null;
  count: number;
}
