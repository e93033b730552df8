import type { AppState } from "../../model/app.ts";
import type { Query } from "../connection/query.ts";
import {
  type Candidates,
  contains,
  findByName,
  NAME_KEY,
  type SearchedList,
  type SortOrder,
  searchPage,
  statementFor,
} from "../connection/search.ts";

export const APP_SORTS = ["NAME", "CREATED", "UPDATED", "INSTALLATIONS"] as const;
export type AppSort = (typeof APP_SORTS)[number];

export interface AppSearchQuery {
  /** The state of the app or of its pending revision. */
  state: AppState | null;
  /** `account.id` */
  developerId: string | null;
  /** A part of the name. A text of one or two characters matches the start of the name only. */
  search: string | null;
  /** Only apps that may request the scope. */
  scope?: string | null;
  sort: AppSort;
  descending: boolean;
  limit: number;
  after: string[] | null;
}

/** SQL: the states of a pending revision. */
export const IS_OPEN = "in ('DRAFT', 'SUBMITTED', 'IN_REVIEW', 'CHANGES_REQUESTED', 'REJECTED')";

const OPEN_REVISION = `exists (select from app_revision r where r.app_id = a.id and r.state = $5 and r.state ${IS_OPEN})`;

/** SQL: true if an app `a` may request a scope. An archived app may request none. */
export const MAY_REQUEST = (scope: string): string =>
  `a.registered_scopes @> array[${scope}] and a.state <> 'ARCHIVED'`;

const APPS: SearchedList = {
  name: "apps",
  table: "app",
  idType: "uuid",
  matches: `(($5::text is null or a.state = $5 or ${OPEN_REVISION}) and ($6::uuid is null or a.developer_id = $6)
    and ($7::text is null or ${contains("a.name", "$7")})
    and ($8::text is null or (${MAY_REQUEST("$8::text")})))`,
  sorts: {
    NAME: { key: NAME_KEY, type: "text" },
    CREATED: { key: null, type: "text" },
    UPDATED: { key: "a.updated_at", type: "timestamp" },
    INSTALLATIONS: { key: "c.installations", type: "count", counts: { table: "app_installation_count", id: "app_id" } },
  } satisfies Record<AppSort, SortOrder>,
};

/** One page of apps in the order of `sort`. */
export async function searchApps(query: Query, { state, developerId, search, scope = null, ...page }: AppSearchQuery) {
  const filters = [state, developerId, search, scope];
  return searchPage(query, APPS, { page: { ...page, filters }, candidates: candidatesOf(filters) });
}

const OF_DEVELOPER = { name: "find-apps-of-developer", text: "select id from app where developer_id = $1 limit $2" };
export const BY_NAME = findByName("apps", "app");
const IN_STATE = {
  name: "find-apps-in-state",
  text: `
    (select id from app where state = $1 limit $2)
    union all (select app_id from app_revision where state = $1 and state ${IS_OPEN} limit $2) limit $2`,
};

const WITH_SCOPE = {
  name: "find-apps-with-scope",
  text: `select id from app a where ${MAY_REQUEST("$1::text")} limit $2`,
};

function candidatesOf([state, developerId, search, scope]: (string | null)[]): Candidates[] {
  return [
    { statement: OF_DEVELOPER, value: developerId },
    { statement: statementFor(BY_NAME, search ?? null), value: search },
    { statement: IN_STATE, value: state },
    { statement: WITH_SCOPE, value: scope },
  ].flatMap(({ statement, value }) => (value == null ? [] : [{ statement, values: [value] }]));
}
