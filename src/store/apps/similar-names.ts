import type { AppState } from "../../model/app.ts";
import type { Query, Statement } from "../connection/query.ts";
import { IS_OPEN } from "./app-search.ts";

/** A name of an app, or of an account, and what tells it from others of the same name. */
export interface NamedRow {
  name: string;
  clientId: string | null;
  /** The state of the app, and the name of its developer; null for an account. */
  state: AppState | null;
  developerName: string | null;
  accountId: string | null;
  /** The address of the account; null for an app. */
  email: string | null;
}

/** A name whose stored skeletons are missing or belong to an earlier name. */
export interface OutdatedName extends NamedRow {
  /**
   * True if the name is compared with the developer's name too; false for an account without apps, whose name is compared only with the
   * app's name.
   */
  comparesDeveloper: boolean;
}

interface Except {
  /** `app.id` */
  appId: string;
  developerId: string;
}

export interface SimilarNamesQuery {
  /** The skeletons of the app's name. */
  ofApp: readonly string[];
  /** The skeletons of the names of the app and of its developer. */
  all: readonly string[];
  except: Except;
  /** The maximum number of names of each kind: of apps, of their pending revisions, and of accounts. */
  limit: number;
}

// A subquery that runs once per account: for an EXISTS, the planner would hash all apps.
const HAS_APPS =
  "coalesce((select true from app o where o.developer_id = h.id and o.state <> 'ARCHIVED' limit 1), false)";

/** SQL: the columns of `NamedRow` for an app `a` or an account `h`, after the name. */
const OF_APP = (name: string) =>
  `${name} as name, a.client_id as "clientId", a.state, d.name as "developerName", null::uuid as "accountId", null as email`;
const OF_ACCOUNT = `h.name, null as "clientId", null as state, null as "developerName", h.id as "accountId", h.email`;
// Like the other lateral joins, a lookup per row: for a plain join, the planner could read whole tables.
const DEVELOPER = "cross join lateral (select name from account where id = a.developer_id offset 0) d";

// Materialized, because otherwise the limit makes the planner read whole tables until enough rows match.
const FIND: Statement = {
  name: "find-similar-names",
  text: `
    with found_app as materialized (
      select id, name, client_id, state, developer_id from app where name_skeletons && $1::text[] and skeletons_of = name),
    found_revision as materialized (
      select app_id, name, state from app_revision where name_skeletons && $1::text[] and skeletons_of = name),
    found_account as materialized (
      select id, name, email, name_skeletons from account where name_skeletons && $1::text[] and skeletons_of = name)
    (select ${OF_APP("a.name")} from found_app a ${DEVELOPER}
     where a.id <> $3 and a.state <> 'ARCHIVED' order by a.id limit $5)
    union all
    (select ${OF_APP("r.name")} from found_revision r
       cross join lateral (select * from app where id = r.app_id offset 0) a ${DEVELOPER}
     where a.id <> $3 and a.state <> 'ARCHIVED' and r.state ${IS_OPEN} order by a.id limit $5)
    union all
    (select ${OF_ACCOUNT} from found_account h
     where h.id <> $4 and (h.name_skeletons && $2::text[] or ${HAS_APPS}) order by h.id limit $5)`,
};

export function findSimilarNames(query: Query, { ofApp, all, except, limit }: SimilarNamesQuery): Promise<NamedRow[]> {
  return query(FIND, [all, ofApp, except.appId, except.developerId, limit]);
}

// As above, but only whether there is such a name, for each app of a page. The first one is enough.
const FLAG: Statement = {
  name: "flag-similar-names",
  prepared: true,
  text: `
    with given as materialized (
      select a.id, a.client_id, a.developer_id, coalesce(r.name_skeletons, a.name_skeletons) as skeletons
      from app a left join lateral (
        select name_skeletons from app_revision where app_id = a.id and state ${IS_OPEN} offset 0) r on true
      where a.id = any($1::uuid[])
    )
    select g.client_id as "clientId" from given g
    where exists (
      with found as materialized (select id, state from app where name_skeletons && g.skeletons and skeletons_of = name)
      select from found where id <> g.id and state <> 'ARCHIVED'
    ) or exists (
      with found as materialized (
        select app_id, state from app_revision where name_skeletons && g.skeletons and skeletons_of = name)
      select from found r cross join lateral (select state from app where id = r.app_id offset 0) o
      where r.app_id <> g.id and r.state ${IS_OPEN} and o.state <> 'ARCHIVED'
    ) or exists (
      with found as materialized (select id from account where name_skeletons && g.skeletons and skeletons_of = name)
      select from found where id <> g.developer_id
    )`,
};

/** The client ids of those apps whose name has a skeleton of another name. @param appIds `app.id` */
export async function listSimilarlyNamed(query: Query, appIds: readonly string[]): Promise<string[]> {
  if (appIds.length === 0) return [];
  return (await query<{ clientId: string }>(FLAG, [appIds])).map(({ clientId }) => clientId);
}

/** The maximum number of outdated names of each table that a review compares. It keeps the page of the review fast. */
const MOST_OUTDATED = 200;

const OUTDATED = "skeletons_of is distinct from name";
const LIST_OUTDATED: Statement = {
  name: "list-outdated-names",
  text: `
    (select ${OF_APP("a.name")}, true as "comparesDeveloper"
     from (select * from app where ${OUTDATED} and id <> $1 and state <> 'ARCHIVED' order by id desc limit $3) a ${DEVELOPER})
    union all
    (select ${OF_APP("r.name")}, true
     from (select app_id, name, state from app_revision where ${OUTDATED} order by id desc limit $3) r
     cross join lateral (select * from app where id = r.app_id offset 0) a ${DEVELOPER}
     where a.id <> $1 and a.state <> 'ARCHIVED' and r.state ${IS_OPEN})
    union all
    (select ${OF_ACCOUNT}, ${HAS_APPS} from account h where ${OUTDATED} and id <> $2 order by id desc limit $3)`,
};

/** The newest names with outdated skeletons. Such names exist only for a minute after the previous release has written them. */
export function listOutdatedNames(query: Query, { appId, developerId }: Except): Promise<OutdatedName[]> {
  return query(LIST_OUTDATED, [appId, developerId, MOST_OUTDATED]);
}
