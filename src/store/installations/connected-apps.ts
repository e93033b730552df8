import { CONNECTED_APP_GROUPS, type ConnectedAppGroup, type ConnectedAppSort } from "../../model/installation.ts";
import { micros, type Query, type Statement } from "../connection/query.ts";
import { NAME_KEY } from "../connection/search.ts";
import { findInstallations, type InstallationView } from "./installation-list.ts";
import { PENDING_AGAIN } from "./pending-again.ts";

export interface ConnectedAppsQuery {
  merchantId: string;
  /** A part of the app's or the developer's name; null for all. */
  search: string | null;
  group: ConnectedAppGroup | null;
  /** Omits uninstalled apps, unless `group` selects them. */
  withoutUninstalled: boolean;
  sort: ConnectedAppSort;
  descending: boolean;
  limit: number;
  /** The key of the previous page's last row: its place in the order, its name and its id. */
  after: string[] | null;
}

export interface ConnectedAppCount {
  group: ConnectedAppGroup;
  apps: number;
  /** The apps that the search finds. */
  found: number;
}

export interface ConnectedApps {
  shown: InstallationView[];
  /** The key of the last row; null on the last page. */
  next: string[] | null;
  counts: ConnectedAppCount[];
  partial: boolean;
}

/** The number of a merchant's installations that are read, one more than are listed. */
const READ = 1_001;

// The derived state is that of the list of installations; the other conditions are those of the merchant's pages.
const ENDED = `(i.state = 'UNINSTALLED' and not ${PENDING_AGAIN} or i.state <> 'PENDING' and (a.state = 'ARCHIVED' or m.state = 'CLOSED'))`;
const STOPPED = `(a.state in ('SUSPENDED', 'REJECTED') or i.suspended_by && array['APP', 'OPERATOR'])`;
const EXPIRED = `(i.state = 'ACTIVE' and coalesce(i.tokens_expire_at < clock_timestamp(), false))`;
const RANK = `case when ${ENDED} then 4 when i.state = 'PENDING' or ${PENDING_AGAIN} or ${EXPIRED} or ${STOPPED} then 1
    when i.suspended_by @> array['MERCHANT'] then 3 else 2 end`;

// The last use as the page shows it: the exchange that connected the app is a use, and last uses are stored later and to the hour.
const LAST_USED = "greatest(i.last_used_at, i.connected_at)";
/** SQL: the number by which the apps are sorted before their names. The parameter is the order. */
const PLACE = `case $8::text when 'NAME' then 0 when 'LAST_USED' then coalesce(${micros(LAST_USED)}, 0)
    when 'CONNECTED' then coalesce(${micros("i.connected_at")}, 0) else ${RANK} end`;

// A subselect is evaluated once. In a prepared statement, the text would otherwise be folded for each row.
const PART = "(select fold_name($2))";

const list = (name: string, beyond: "<" | ">", direction: "asc" | "desc"): Statement => ({
  name,
  prepared: true,
  text: `
    with k as materialized (
      select i.id, ${NAME_KEY} as name, ${RANK} as rank, (${PLACE})::bigint as place, i.n,
        coalesce($2::text is null or strpos(fold_name(a.name), ${PART}) > 0 or strpos(fold_name(d.name), ${PART}) > 0, false) as found
      from (select id, app_id, state, suspended_by, tokens_expire_at, last_used_at, connected_at, not_before, pending_since,
          row_number() over (order by id desc) as n
        from installation where merchant_id = $1 order by merchant_id desc, id desc limit ${READ}) i
      cross join (select state from merchant where id = $1) m
      cross join lateral (select name, state, developer_id from app where id = i.app_id offset 0) a
      left join lateral (select name from account where $2::text is not null and id = a.developer_id offset 0) d on true
      where i.n < ${READ}
    )
    select
      (select coalesce(json_agg(json_build_array(rank, apps, found) order by rank), '[]') from (
        select rank, count(*) as apps, count(*) filter (where found) as found from k group by rank) c) as counts,
      (select coalesce(json_agg(json_build_array(place::text, name, id) order by n), '[]') from (
        select place, name, id, row_number() over (order by place ${direction}, name ${direction}, id ${direction}) as n
        from k where found and ($3::int is null and not ($9::boolean and rank = 4) or rank = $3)
          and ($4::bigint is null or (place, name, id) ${beyond} ($4, $5::text collate "C", $6::uuid))
        order by n limit $7) p) as page,
      exists (select from installation where merchant_id = $1 offset ${READ - 1}) as partial`,
});

const UP = list("list-connected-apps-up", ">", "asc");
const DOWN = list("list-connected-apps-down", "<", "desc");

interface Row {
  counts: [rank: number, apps: number, found: number][];
  page: [place: string, name: string, id: string][];
  partial: boolean;
}

/**
 * One page of a merchant's apps, in the order of `sort` and then by name, with the number of apps in each group. Reads the names of all
 * apps of the merchant, but complete rows only for the page.
 */
export async function listConnectedApps(query: Query, asked: ConnectedAppsQuery): Promise<ConnectedApps> {
  const { merchantId, search, group, withoutUninstalled, sort, descending, limit, after } = asked;
  const rank = group === null ? null : CONNECTED_APP_GROUPS.indexOf(group) + 1;
  const key = after ?? [null, null, null];
  const [row] = await query<Row>(descending ? DOWN : UP, [
    merchantId,
    search,
    rank,
    ...key,
    limit + 1,
    sort,
    withoutUninstalled,
  ]);
  const { counts, page, partial } = row!;
  const keys = page.slice(0, limit);
  const last = keys.at(-1);
  return {
    shown:
      keys.length === 0
        ? []
        : await findInstallations(
            query,
            keys.map(([, , id]) => id),
          ),
    next: page.length > limit && last !== undefined ? [...last] : null,
    counts: counts.map(([at, apps, found]) => ({ group: CONNECTED_APP_GROUPS[at - 1]!, apps, found })),
    partial,
  };
}
