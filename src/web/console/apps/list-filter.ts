import type { MessageInitShape } from "@bufbuild/protobuf";
import {
  AppSort,
  AppState,
  type ListAppsRequestSchema,
  type ListAppsResponse,
} from "../../../../gen/latchkey/v1/app_service_pb.ts";
import { appStateKey, valueNamed } from "../../components/enum-names.ts";
import { type Order, readOrder } from "../../components/sort.ts";
import type { PageContext } from "../../router/page-router.ts";
import { appById, exactFirst, searchAccount } from "../search.ts";
import { filterText, idOf, type SearchFilter } from "../search-filter.ts";

export const PATH = "/console/apps";
const SORTS = {
  name: AppSort.NAME,
  installations: AppSort.INSTALLATIONS,
  created: AppSort.CREATED,
  updated: AppSort.UPDATED,
};
const SORT_KEYS = ["name", "installations", "created", "updated"] as const;

/** The views of the list beside those by state: the query parameters that they set. */
export const VIEWS = {
  mostInstalled: { state: "approved", sort: "installations-desc", installed: "" },
  notInstalled: { state: "approved", sort: "installations", installed: "no" },
} as const;
export const VIEW_KEYS = ["mostInstalled", "notInstalled"] as const;
export type View = (typeof VIEW_KEYS)[number];

/** The filter and the order of the list of apps. */
export interface AppListFilter {
  /** The text of the search, as typed. */
  name: string;
  /** The state in the query; empty for all. */
  word: string;
  developer: SearchFilter;
  order: Order<(typeof SORT_KEYS)[number]>;
  /** The scope that the apps may request; empty for all. */
  scope: string;
  /** The view in use, a named filter and order; null for others. */
  view: View | null;
  /** The query parameters of the filter, without the order. */
  query: Record<"name" | "state" | "developer" | "scope" | "installed", string>;
  /** The order as in the query. */
  sort: string;
}

export async function readAppFilter(context: PageContext): Promise<AppListFilter> {
  const { query } = context;
  const { apps: texts } = context.t.console;
  const [name, sort] = [query.one("name") ?? "", query.one("sort") ?? ""];
  const state = valueNamed(AppState, query.one("state")) ?? AppState.UNSPECIFIED;
  const word = state === AppState.UNSPECIFIED ? "" : appStateKey(state);
  const scope = (query.one("scope") ?? "").trim();
  const match = await searchAccount(context, (query.one("developer") ?? "").trim());
  // In this order, the apps without installations are the first ones.
  const installed = sort === VIEWS.notInstalled.sort && query.one("installed") === "no" ? "no" : "";
  const isIn = (key: View) =>
    VIEWS[key].state === word && VIEWS[key].sort === sort && VIEWS[key].installed === installed;
  return {
    name,
    word,
    scope,
    view: VIEW_KEYS.find(isIn) ?? null,
    developer: { name: "developer", label: texts.developerSearch, noun: texts.developer, match },
    // The apps of a state are worked through, the least recently changed first.
    order: readOrder(sort, SORT_KEYS, { key: word === "" ? "name" : "updated", descending: false }),
    query: { name, state: word, developer: filterText(match), scope, installed },
    sort,
  };
}

/** The request for a filter, without the fields for its page. */
function requestOf({
  name,
  word,
  scope,
  developer,
  order,
}: AppListFilter): MessageInitShape<typeof ListAppsRequestSchema> {
  return {
    search: name,
    scope,
    state: valueNamed(AppState, word) ?? AppState.UNSPECIFIED,
    developerAccountId: idOf(developer.match),
    sort: SORTS[order.key],
    descending: order.descending,
  };
}

/** A page of the list. On the first page, the app with the searched client id comes first. */
export async function readAppPage(
  context: PageContext,
  filter: AppListFilter,
  page: MessageInitShape<typeof ListAppsRequestSchema> & { pageToken: string },
): Promise<ListAppsResponse> {
  const { web, call } = context;
  const response = await web.clients.apps.listApps({ ...requestOf(filter), ...page }, call);
  if (filter.query.installed === "no") return withoutInstalled(response);
  const exact = page.pageToken === "" ? await appById(context, filter.name.trim()) : null;
  return { ...response, apps: [...exactFirst(exact, response.apps, ({ clientId }) => clientId)] };
}

/** The apps without installations, which the order puts first. Ends the list at the first installed app. */
function withoutInstalled(response: ListAppsResponse): ListAppsResponse {
  const apps = response.apps.filter(({ installationCount = 0n }) => installationCount === 0n);
  return { ...response, apps, nextPageToken: apps.length === response.apps.length ? response.nextPageToken : "" };
}
