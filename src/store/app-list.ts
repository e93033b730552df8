import type { AppState } from "../model/app.ts";
import type { Management } from "./management.ts";
import { micros, moment, type Statement } from "./query.ts";
import { pageOfScan, type Scanned, scanLimit } from "./scan.ts";

export interface AppListQuery {
  /** Of the app, or of its open revision. */
  state: AppState | null;
  /** The account's id. */
  developerId: string | null;
  namePrefix: string | null;
  limit: number;
  /** The key of the last row given: microseconds and id where `state` is asked for, else lower-case name and id. */
  after: string[] | null;
}

export interface AppListRow extends Scanned {
  id: string;
  /** The key's first column: microseconds or the lower-case name. */
  key: string;
}

export interface AppList {
  /** Apps of their own ids, the longest unchanged first where `state` is asked for, else by name. */
  page(query: AppListQuery): Promise<{ shown: AppListRow[]; next: AppListRow | null }>;
}

export function createAppList(management: Management): AppList {
  return {
    page: (query) =>
      management.read(async (_, run) => {
        const { statement, values } = toStatement(query);
        return pageOfScan(await run<AppListRow>(statement, values), query.limit);
      }),
  };
}

const NIL = "00000000-0000-0000-0000-000000000000";
const IS_OPEN = "in ('DRAFT', 'SUBMITTED', 'IN_REVIEW', 'CHANGES_REQUESTED', 'REJECTED')";

/** The rows that match, and the last one that may be scanned. `rows` gives id, position, matches. */
const scanned = (rows: string, key: string): string => `
  select id, ${key} as key, matches, n = $4 as last from (
    select s.*, row_number() over (order by position, id) as n from (${rows}) s order by position, id limit $4
  ) numbered where matches or n = $4 order by position, id limit $5`;

const AFTER_MOMENT = `(${moment("$2::float8")}, $3::uuid)`;
const MOMENT_KEY = `${micros("position")}::int8::text`;

// Two indexes, each in order: an app is in one of the two branches only, for an app with an open revision is itself APPROVED or SUSPENDED.
const BY_STATE: Statement = {
  name: "list-apps-by-state",
  text: scanned(
    `select id, position, starts_with(lower(name), lower($6)) as matches from (
      (select a.id, a.updated_at as position, a.name from app a
       where a.state = $1 and (a.updated_at, a.id) > ${AFTER_MOMENT} order by a.updated_at, a.id limit $4)
      union all
      (select r.app_id, r.updated_at, a.name from app_revision r join app a on a.id = r.app_id
       where r.state = $1 and r.state ${IS_OPEN} and (r.updated_at, r.app_id) > ${AFTER_MOMENT}
       order by r.updated_at, r.app_id limit $4)
    ) both_kinds`,
    MOMENT_KEY,
  ),
};

const BY_STATE_OF_DEVELOPER: Statement = {
  name: "list-apps-by-state-of-developer",
  text: scanned(
    `select a.id, a.updated_at as position, starts_with(lower(a.name), lower($6)) and (a.state = $1 or exists (
       select from app_revision r where r.app_id = a.id and r.state = $1 and r.state ${IS_OPEN})) as matches
     from app a where a.developer_id = $7 and (a.updated_at, a.id) > ${AFTER_MOMENT}`,
    MOMENT_KEY,
  ),
};

const C_NAME = 'lower(a.name) collate "C"';
const byName = (developer: string): string =>
  scanned(
    `select a.id, ${C_NAME} as position, true as matches from app a
     where ${developer} (${C_NAME}, a.id) > ($2, $3::uuid)
       and ${C_NAME} >= lower($1) and ${C_NAME} < lower($1) || chr(1114111)`,
    "position",
  );
const BY_NAME: Statement = { name: "list-apps-by-name", text: byName("") };
const BY_NAME_OF_DEVELOPER: Statement = {
  name: "list-apps-by-name-of-developer",
  text: byName("a.developer_id = $6 and"),
};

/** The statement of one page and its values. */
export function toStatement(query: AppListQuery): { statement: Statement; values: unknown[] } {
  const { state, developerId, limit } = query;
  const prefix = query.namePrefix ?? "";
  if (state === null) {
    const [key, id] = query.after ?? ["", NIL];
    const values = [prefix, key, id, limit + 1, limit + 1];
    return developerId === null
      ? { statement: BY_NAME, values }
      : { statement: BY_NAME_OF_DEVELOPER, values: [...values, developerId] };
  }
  const [key, id] = query.after ?? ["0", NIL];
  const scan = scanLimit(limit, prefix !== "" || developerId !== null);
  const values = [state, Number(key), id, scan, limit + 1, prefix];
  return developerId === null
    ? { statement: BY_STATE, values }
    : { statement: BY_STATE_OF_DEVELOPER, values: [...values, developerId] };
}
