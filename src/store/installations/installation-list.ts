import type { AppState } from "../../model/app.ts";
import type { InstallationHealth, InstallationState, RefreshFailure } from "../../model/installation.ts";
import type { MerchantState, Party } from "../../model/merchant.ts";
import { micros, type Query, type Statement } from "../connection/query.ts";
import { pageOfScan, rowNumber, SCAN_LIMIT, type Scanned, scanLimit, toRange } from "../connection/scan.ts";
import { contains, FIRST_SCAN, hasParts, INDEXED_LENGTH, MOST_SORTED } from "../connection/search.ts";
import { LAST_ID } from "../connection/uuid-range.ts";
import { HEALTH_CONDITIONS, OF_ACTIVE, REVOKED, STOP } from "./health-conditions.ts";
import { type InstallationOrder, isByChange, nameOfOrder, toKeyset } from "./installation-order.ts";
import { PENDING_AGAIN } from "./pending-again.ts";

/** An installation for display, with the names of its subjects. Timestamps in microseconds. */
export interface InstallationView {
  installationId: string;
  version: number;
  state: InstallationState;
  clientId: string;
  appName: string;
  appState: AppState;
  logoDigest: string | null;
  developerId: string;
  merchantId: string;
  merchantName: string;
  merchantState: MerchantState;
  merchantSuspendedAt: number | null;
  test: boolean;
  grantedScopes: string[];
  /** The app's registered scopes that the merchant has not granted. */
  declinedScopes: string[];
  /** The granted scopes that the merchant can take back. Absent in most lists. */
  removableScopes?: string[];
  developerName: string;
  website: string | null;
  supportContact: string | null;
  privacyPolicy: string | null;
  connectedByAccountId: string | null;
  connectedByName: string | null;
  connectedAt: number | null;
  lastUsedAt: number | null;
  suspendedBy: Party[];
  reasonCode: string | null;
  reasonText: string | null;
  /** When the first of the current suspensions began. */
  suspendedAt: number | null;
  endedAt: number | null;
  endedBy: Party | null;
  /** When an uninstalled app was allowed again that has not exchanged its code. */
  pendingSince: number | null;
  changedAt: number;
  lastRefreshedAt: number | null;
  tokensExpireAt: number | null;
  tokensRevoked: boolean;
  lastFailedAt: number | null;
  lastFailure: RefreshFailure | null;
}

// An archived app and a closed merchant have no installations, even if not all of the rows are updated yet.
const STATE = `case when i.state in ('ACTIVE', 'SUSPENDED') and (a.state = 'ARCHIVED' or m.state = 'CLOSED') then 'UNINSTALLED' else i.state end`;
const ENDED_AT = `case ${STATE} when 'UNINSTALLED' then coalesce(i.ended_at, least(a.archived_at, m.closed_at)) end`;
const PENDING_SINCE = `case when ${PENDING_AGAIN} and a.state <> 'ARCHIVED' and m.state <> 'CLOSED' then i.pending_since end`;
// An uninstall lifts a suspension without a change of the column.
const SUSPENDED_AT = "case when cardinality(i.suspended_by) > 0 then i.suspended_at end";

// A closed merchant keeps the time.
const MERCHANT_SUSPENDED_AT = "case m.state when 'SUSPENDED' then m.suspended_at end";

const COLUMNS = `
  i.id as "installationId", i.version, ${STATE} as state, a.client_id as "clientId", a.name as "appName",
  a.state as "appState", m.state as "merchantState", ${micros(MERCHANT_SUSPENDED_AT)} as "merchantSuspendedAt",
  a.logo_digest as "logoDigest", a.developer_id as "developerId", m.id as "merchantId", m.name as "merchantName", m.test,
  i.granted_scopes as "grantedScopes", (select name from account where id = a.developer_id) as "developerName", a.website,
  a.support_contact as "supportContact", a.privacy_policy as "privacyPolicy",
  array(select s from unnest(a.registered_scopes) s where s <> all (i.granted_scopes)) as "declinedScopes",
  i.connected_by_id as "connectedByAccountId", c.name as "connectedByName",
  ${micros("i.connected_at")} as "connectedAt", ${micros("i.last_used_at")} as "lastUsedAt",
  i.suspended_by as "suspendedBy", i.reason_code as "reasonCode", i.reason_text as "reasonText",
  ${micros(SUSPENDED_AT)} as "suspendedAt",
  ${micros(ENDED_AT)} as "endedAt", i.ended_by as "endedBy", ${micros(PENDING_SINCE)} as "pendingSince", ${micros("i.changed_at")} as "changedAt", ${REVOKED} as "tokensRevoked",
  ${micros("i.last_refreshed_at")} as "lastRefreshedAt", ${micros("i.tokens_expire_at")} as "tokensExpireAt",
  ${micros("i.last_failed_at")} as "lastFailedAt", i.last_failure as "lastFailure"`;

// `offset 0` makes PostgreSQL look the names up row by row, so that a page reads only the names that it shows.
const NAMES = `
  cross join lateral (select * from app where id = i.app_id offset 0) a
  cross join lateral (select * from merchant where id = i.merchant_id offset 0) m
  left join lateral (select name from account where id = i.connected_by_id offset 0) c on true`;

// The merchant can take back neither a required scope nor the last one; see `decideScopeRemoval`.
const REMOVABLE = `array(
  select s from unnest(i.granted_scopes) s where ${STATE} in ('ACTIVE', 'SUSPENDED')
    and not exists (select from jsonb_to_recordset(a.scopes) r(name text, required boolean) where r.name = s and r.required)
    and exists (select from jsonb_to_recordset(a.scopes) r(name text) where r.name <> s and r.name = any (i.granted_scopes)))`;

const WITH_REMOVABLE = `${COLUMNS}, ${REMOVABLE} as "removableScopes"`;

const FIND: Statement = {
  name: "find-installation",
  prepared: true,
  text: `select ${WITH_REMOVABLE} from installation i ${NAMES} where i.id = $1`,
};

/** One installation in any state, PENDING included; null if it is unknown. */
export async function findInstallation(query: Query, id: string): Promise<InstallationView | null> {
  const [row] = await query<InstallationView>(FIND, [id]);
  return row ?? null;
}

/** SQL: the installations of the rows `asked(id, n)`, in the order of `n`. */
export function installationsOf(asked: string, columns = COLUMNS): string {
  return `
    select ${columns} from ${asked}
    cross join lateral (select * from installation where id = asked.id offset 0) i ${NAMES} order by asked.n`;
}

const FIND_SEVERAL: Statement = {
  name: "find-installations",
  prepared: true,
  text: installationsOf("unnest($1::uuid[]) with ordinality asked(id, n)", WITH_REMOVABLE),
};

/** The installations with these ids, in the order of the ids. */
export async function findInstallations(query: Query, ids: readonly string[]): Promise<InstallationView[]> {
  return query<InstallationView>(FIND_SEVERAL, [ids]);
}

export interface InstallationListQuery extends InstallationOrder {
  /** The app; `id` is its UUID. The rows of an archived app may not be updated yet. */
  app: { id: string; archived: boolean; stopped: boolean } | null;
  merchantId: string | null;
  /** Null for all states except PENDING. */
  state: InstallationState | null;
  /** A part of the merchant's name, or the start of its id. */
  search: string | null;
  health: InstallationHealth | null;
  limit: number;
}

export type ListedInstallation = InstallationView & Scanned;

/**
 * One page of installations. A search in an app first scans some rows, which
 * fills the page if many rows match. Otherwise, the matching merchants are read first, if they are few.
 */
export async function listInstallations(query: Query, asked: InstallationListQuery) {
  const state = asked.state ?? (asked.health !== null && OF_ACTIVE.includes(asked.health) ? "ACTIVE" : null);
  const options = { ...asked, state };
  const read = async ({ statement, values }: ReturnType<typeof toStatement>) =>
    pageOfScan(await query<ListedInstallation>(statement, values), options.limit);
  const { app, merchantId, search, health, changedSince, limit } = options;
  if (app?.stopped && health !== null && OF_ACTIVE.includes(health)) return { shown: [], next: null };
  const isOfApp = app !== null && merchantId === null && changedSince === null;
  if (isOfApp && options.sort === null && health === "STOPPED" && state === null && !app.stopped && !app.archived)
    return listStopped(query, options, app.id);
  const isIndexed = search !== null && [...search].length >= INDEXED_LENGTH;
  if (!isOfApp || !isIndexed) return read(toStatement(options));
  const first = await read(toStatement(options, Math.max(FIRST_SCAN, limit + 1)));
  if (first.next === null || first.shown.length === limit) return first;
  const merchants = await query<{ id: string }>(FIND_MERCHANTS, [search, MOST_SORTED + 1]);
  if (merchants.length > MOST_SORTED) return read(toStatement(options));
  return read(
    toSorted(
      options,
      app.id,
      merchants.map(({ id }) => id),
    ),
  );
}

/**
 * One page of the stopped installations of an app that is not stopped itself: those in state SUSPENDED by the index of states, and those of
 * suspended merchants by the index of these merchants, if they are few.
 */
async function listStopped(query: Query, options: InstallationListQuery, appId: string) {
  const merchants = await query<{ id: string }>(SUSPENDED_MERCHANTS, [MOST_SUSPENDED + 1]);
  const read = async ({ statement, values }: ReturnType<typeof toStatement>) =>
    query<ListedInstallation>(statement, values);
  if (merchants.length > MOST_SUSPENDED) return pageOfScan(await read(toStatement(options)), options.limit);
  const ids = merchants.map(({ id }) => id);
  const [suspended, others] = [
    pageOfScan(await read(toStatement({ ...options, state: "SUSPENDED", health: null })), options.limit),
    await read(toStopped(options, appId, ids)),
  ];
  const known = new Set(suspended.shown.map(({ installationId }) => installationId));
  // The first list is complete only down to the row where its next page begins.
  const end = suspended.next?.installationId ?? "";
  const added = others.filter(({ installationId: id }) => !known.has(id) && id > end);
  const all = [...suspended.shown, ...added].sort((a, b) => (a.installationId < b.installationId ? 1 : -1));
  const shown = all.slice(0, options.limit);
  return { shown, next: all.length > options.limit ? shown.at(-1)! : suspended.next };
}

/** The maximum number of suspended merchants whose installations are looked up for one page. */
const MOST_SUSPENDED = 1_000;

export const SUSPENDED_MERCHANTS: Statement = {
  name: "suspended-merchants",
  text: "select id from merchant where state = 'SUSPENDED' limit $1",
};

/** The merchants that `FOUND` finds. */
export const FIND_MERCHANTS: Statement = {
  name: "find-merchants-of-installations",
  text: `
    (select id from merchant a where ${hasParts("name", "$1::text")} and ${contains("a.name", "$1::text")} limit $2)
    union (select id from merchant where id collate "C" >= $1::text and id collate "C" < $1::text || chr(1114111) limit $2)`,
};

/** A scan by health alone joins only the rows that match, so it may read more rows. */
const HEALTH_SCAN_LIMIT = 5 * SCAN_LIMIT;

function mostScanned({ limit, search, health }: InstallationListQuery): number {
  // The merchants of all rows must be read to find the stopped ones.
  const isOwn = health !== null && health !== "STOPPED";
  return isOwn && search === null ? HEALTH_SCAN_LIMIT : scanLimit(limit, true);
}

/** The statement of one page and its values. Each combination of filters reads one index in the list's order. @param scan rows to read */
export function toStatement(
  options: InstallationListQuery,
  scan = mostScanned(options),
): { statement: Statement; values: unknown[] } {
  const { app, merchantId, state, search, health, limit } = options;
  const values: unknown[] = [limit + 1, scan, state, search, health];
  const add = (value: unknown): string => `$${values.push(value)}`;
  const fixed: { column: string; value: string }[] = [];
  if (app !== null) fixed.push({ column: "i.app_id", value: `${add(app.id)}::uuid` });
  // Only an app can have so many installations that its states need an index.
  const many = app !== null && !app.archived && merchantId === null;
  if (many && !isByChange(options) && state !== null) fixed.push({ column: "i.state", value: "$3" });
  if (merchantId !== null) fixed.push({ column: "i.merchant_id", value: add(merchantId) });
  const tail = toKeyset(options, add);
  const name = [...fixed.map(({ column }) => column), ...tail.key].join("-") + nameOfOrder(options);
  // An app has at most one installation on a merchant. The unique index finds it only by equality.
  const single = app !== null && merchantId !== null;
  const range = toRange(single ? { fixed: [], ...tail } : { fixed, ...tail });
  const where = single
    ? [...fixed.map(({ column, value }) => `${column} = ${value}`), range.where].join(" and ")
    : range.where;
  return { statement: { name: `list-installations-${name}`, text: page({ ...range, where }) }, values };
}

const FOUND = `($4::text is null or strpos(fold_name(m.name), fold_name($4)) > 0 or starts_with(m.id, $4))`;

const HEALTH = `case $5::text ${Object.entries(HEALTH_CONDITIONS)
  .map(([health, condition]) => `when '${health}' then ${condition}`)
  .join(" ")} else true end`;

const STOP_MATCHES = `case when $5::text = 'STOPPED' then ${STOP}
  when $5::text in (${OF_ACTIVE.map((health) => `'${health}'`).join(", ")}) then not ${STOP} else true end`;
const STATE_MATCHES = `case when $3::text is null then ${STATE} <> 'PENDING' else ${STATE} = $3 end`;
const MATCHES = `(${HEALTH} and ${STATE_MATCHES} and ($5::text is null or ${STATE} in ('ACTIVE', 'SUSPENDED')) and ${STOP_MATCHES} and ${FOUND})`;

/** The statement of one page of an app's installations on these merchants. */
export function toSorted(options: InstallationListQuery, appId: string, merchants: readonly string[]) {
  const { limit, state, search, health } = options;
  const values: unknown[] = [limit + 1, merchants, state, search, health, appId];
  const range = toRange({ fixed: [], ...toKeyset(options, (value) => `$${values.push(value)}`) });
  const text = `
    select ${COLUMNS}, true as matches, false as last
    from unnest($2::text[]) g(id)
    cross join lateral (select * from installation where app_id = $6::uuid and merchant_id = g.id offset 0) i
    ${NAMES}
    where ${range.where} and ${MATCHES} order by ${range.order} limit $1`;
  return { statement: { name: `list-installations-of-merchants${nameOfOrder(options)}`, text }, values };
}

/** The statement of one page of an app's installations on these suspended merchants. Reads names only of the rows that it may show. */
export function toStopped(options: InstallationListQuery, appId: string, merchants: readonly string[]) {
  const { limit, state, search, health, after } = options;
  const text = `
    select ${COLUMNS}, true as matches, false as last
    from (
      select i.* from unnest($2::text[]) g(id)
      cross join lateral (select * from installation where app_id = $6::uuid and merchant_id = g.id offset 0) i
      where i.id < $7::uuid and i.state in ('ACTIVE', 'SUSPENDED') order by i.id desc limit $8
    ) i
    ${NAMES}
    where ${MATCHES} order by i.id desc limit $1`;
  const read = search === null ? limit + 1 : merchants.length;
  const values = [limit + 1, merchants, state, search, health, appId, after?.[0] ?? LAST_ID, read];
  return { statement: { name: "list-stopped-installations", text }, values };
}

function page({ where, order }: { where: string; order: string }): string {
  // The health is in the row itself, so app and merchant are read only for the rows that match.
  return `
    select ${COLUMNS}, ${MATCHES} as matches, i.n = $2 as last
    from (
      select * from (select i.*, ${rowNumber(order)} as n from installation i where ${where} order by ${order} limit $2) i
      where ${HEALTH} or i.n = $2
    ) i
    ${NAMES}
    where ${MATCHES} or i.n = $2 order by ${order} limit $1`;
}
