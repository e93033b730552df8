import type { AppState } from "../../model/app.ts";
import type { Management } from "../connection/management.ts";
import { micros, type Statement, timestamp } from "../connection/query.ts";
import { pageOfScan, rowNumber, type Scanned, scanLimit, toRange } from "../connection/scan.ts";
import { NAME_KEY, type SearchedRow } from "../connection/search.ts";
import { FIRST_ID } from "../connection/uuid-range.ts";
import { type AttentionCount, countAttention } from "../installations/installation-counts.ts";
import { IS_QUEUED, isQueued, submittedAt } from "../reviews/queue.ts";
import { type AppRow, listAppRows } from "./app-rows.ts";
import { type AppSearchQuery, IS_OPEN, searchApps } from "./app-search.ts";
import { type AppCounts, countAppStates } from "./app-states.ts";
import { listResubmissions, type ResubmissionRow } from "./resubmissions.ts";
import { listSimilarlyNamed } from "./similar-names.ts";

export interface AppListQuery {
  /** The state of the app or of its pending revision. */
  state: AppState | null;
  /** `account.id` */
  developerId: string | null;
  namePrefix: string | null;
  limit: number;
  /** The key of the last row of the previous page: microseconds and id with `state`, otherwise folded name and id. */
  after: string[] | null;
}

export interface AppListRow extends Scanned {
  id: string;
  /** The key's first column: microseconds or the folded name. */
  key: string;
}

export interface AppList {
  /** One page of a search, or of all apps in the order of `sort`. */
  search(query: AppSearchQuery): Promise<{ shown: SearchedRow[]; next: SearchedRow | null }>;
  /** The apps with these ids (`app.id`), in their order. */
  rows(ids: readonly string[]): Promise<AppRow[]>;
  /** By name or, with `state`, the longest waiting first in the states of the review queue, and the least recently changed first in others. */
  page(query: AppListQuery): Promise<{ shown: AppListRow[]; next: AppListRow | null }>;
  /** The number of apps in all states and in each, of one developer or of all, counted up to a limit. */
  countStates(developerId: string | null, limit: number): Promise<AppCounts>;
  /** The client ids of those apps (`app.id`) whose name is similar to another one. */
  similarlyNamed(ids: readonly string[]): Promise<string[]>;
  /** Those of the apps (`app.id`) that have installations that need attention. */
  countAttention(ids: readonly string[]): Promise<AttentionCount[]>;
  /** Those of the apps (`app.id`) that a review returned since their last approval. */
  resubmissions(ids: readonly string[]): Promise<ResubmissionRow[]>;
}

export function createAppList(management: Management): AppList {
  return {
    search: (query) => management.read((_, run) => searchApps(run, query)),
    rows: (ids) => management.read((_, run) => listAppRows(run, ids)),
    page: (query) =>
      management.read(async (_, run) => {
        const { statement, values } = toStatement(query);
        return pageOfScan(await run<AppListRow>(statement, values), query.limit);
      }),
    countStates: (developerId, limit) => management.read((_, run) => countAppStates(run, developerId, limit)),
    similarlyNamed: (ids) => management.read((_, run) => listSimilarlyNamed(run, ids)),
    countAttention: (ids) => management.read((_, run) => countAttention(run, ids)),
    resubmissions: (ids) => management.read((_, run) => listResubmissions(run, ids)),
  };
}

/** SQL: the matching rows and the last scanned row. `rows` selects `id`, `position` and `matches`. */
const scanned = (rows: string, key: string): string => `
  select id, ${key} as key, matches, n = $4 as last from (
    select s.*, ${rowNumber("position, id")} as n from (${rows}) s order by position, id limit $4
  ) numbered where matches or n = $4 order by position, id limit $5`;

const AFTER_TIMESTAMP = [timestamp("$2::float8"), "$3::uuid"];
const TIMESTAMP_KEY = `${micros("position")}::int8::text`;

const inState = (state: string, key: string[]) =>
  toRange({ fixed: [{ column: state, value: "$1" }], key, after: AFTER_TIMESTAMP, descending: false });

interface StateOrder {
  /** SQL: the time by which the rows of a table are ordered. */
  position: (table: string) => string;
  /** SQL: a condition for the app. */
  app: string;
  /** SQL: a condition for the revision. */
  revision: string;
}

/** Merges two indexes. The branches are disjoint: an app with a pending revision is itself APPROVED or SUSPENDED. */
function byState({ position, app, revision }: StateOrder): string {
  const apps = inState("a.state", [position("a"), "a.id"]);
  const revisions = inState("r.state", [position("r"), "r.app_id"]);
  return scanned(
    `select id, position, starts_with(fold_name(name), fold_name($6)) as matches from (
      (select a.id, ${position("a")} as position, a.name from app a
       where ${apps.where} and ${app} order by ${apps.order} limit $4)
      union all
      (select r.app_id, ${position("r")}, a.name from app_revision r
       cross join lateral (select name from app where id = r.app_id offset 0) a
       where ${revisions.where} and ${revision} order by ${revisions.order} limit $4)
    ) both_kinds`,
    TIMESTAMP_KEY,
  );
}

const BY_STATE: Statement = {
  name: "list-apps-by-state",
  text: byState({ position: (table) => `${table}.updated_at`, app: "true", revision: `r.state ${IS_OPEN}` }),
};

const BY_SUBMISSION: Statement = {
  name: "list-apps-by-submission",
  text: byState({ position: submittedAt, app: `a.state ${IS_QUEUED}`, revision: `r.state ${IS_QUEUED}` }),
};

const APPS_OF_DEVELOPER = toRange({
  fixed: [{ column: "a.developer_id", value: "$7::uuid" }],
  key: ["a.updated_at", "a.id"],
  after: AFTER_TIMESTAMP,
  descending: false,
});

const BY_STATE_OF_DEVELOPER: Statement = {
  name: "list-apps-by-state-of-developer",
  text: scanned(
    `select a.id, a.updated_at as position, starts_with(fold_name(a.name), fold_name($6)) and (a.state = $1 or exists (
       select from app_revision r where r.app_id = a.id and r.state = $1 and r.state ${IS_OPEN})) as matches
     from (select * from app a where ${APPS_OF_DEVELOPER.where} order by ${APPS_OF_DEVELOPER.order} limit $4) a`,
    TIMESTAMP_KEY,
  ),
};

/** The first page starts at the prefix. */
const AFTER_NAME = [`greatest($2 collate "C", fold_name($1))`, "$3::uuid"];

function byName(fixed: { column: string; value: string }[]): string {
  const { where, order } = toRange({ fixed, key: [NAME_KEY, "a.id"], after: AFTER_NAME, descending: false });
  const [developer] = fixed;
  const prefix = [NAME_KEY, "fold_name($1)", "fold_name($1) || chr(1114111)"].map((bound) =>
    developer === undefined ? bound : `(${bound === NAME_KEY ? developer.column : developer.value}, ${bound})`,
  );
  const [name, first, end] = prefix;
  return scanned(
    `select a.id, ${NAME_KEY} as position, true as matches from app a
     where ${where} and ${name} >= ${first} and ${name} < ${end} order by ${order} limit $4`,
    "position",
  );
}

const BY_NAME: Statement = { name: "list-apps-by-name", text: byName([]) };
const BY_NAME_OF_DEVELOPER: Statement = {
  name: "list-apps-by-name-of-developer",
  text: byName([{ column: "a.developer_id", value: "$6::uuid" }]),
};

/** The statement of one page and its values. */
export function toStatement(query: AppListQuery): { statement: Statement; values: unknown[] } {
  const { state, developerId, limit } = query;
  const prefix = query.namePrefix ?? "";
  if (state === null) {
    const [key, id] = query.after ?? ["", FIRST_ID];
    const values = [prefix, key, id, limit + 1, limit + 1];
    return developerId === null
      ? { statement: BY_NAME, values }
      : { statement: BY_NAME_OF_DEVELOPER, values: [...values, developerId] };
  }
  const [key, id] = query.after ?? ["0", FIRST_ID];
  const scan = scanLimit(limit, prefix !== "" || developerId !== null);
  const values = [state, Number(key), id, scan, limit + 1, prefix];
  return developerId === null
    ? { statement: isQueued(state) ? BY_SUBMISSION : BY_STATE, values }
    : { statement: BY_STATE_OF_DEVELOPER, values: [...values, developerId] };
}
