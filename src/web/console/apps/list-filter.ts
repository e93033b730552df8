import type { MessageInitShape } from "@bufbuild/protobuf";
import { type App, AppSort, AppState, type ListAppsRequestSchema } from "../../../../gen/latchkey/v1/app_service_pb.ts";
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

/** The filter and the order of the list of apps. */
export interface AppListFilter {
  /** The text of the search, as typed. */
  name: string;
  /** The state in the query; empty for all. */
  word: string;
  developer: SearchFilter;
  order: Order<(typeof SORT_KEYS)[number]>;
  /** The query parameters of the filter, without the order. */
  query: Record<"name" | "state" | "developer", string>;
  /** The order as in the query. */
  sort: string;
}

export async function readAppFilter(context: PageContext): Promise<AppListFilter> {
  const { query } = context;
  const { apps: texts } = context.t.console;
  const [name, sort] = [query.one("name") ?? "", query.one("sort") ?? ""];
  const state = valueNamed(AppState, query.one("state")) ?? AppState.UNSPECIFIED;
  const word = state === AppState.UNSPECIFIED ? "" : appStateKey(state);
  const match = await searchAccount(context, (query.one("developer") ?? "").trim());
  return {
    name,
    word,
    developer: { name: "developer", label: texts.developerSearch, noun: texts.developer, match },
    // The apps of a state are worked through, the least recently changed first.
    order: readOrder(sort, SORT_KEYS, { key: word === "" ? "name" : "updated", descending: false }),
    query: { name, state: word, developer: filterText(match) },
    sort,
  };
}

/** The request for a filter, without the fields for its page. */
export function requestOf({
  name,
  word,
  developer,
  order,
}: AppListFilter): MessageInitShape<typeof ListAppsRequestSchema> {
  return {
    search: name,
    state: valueNamed(AppState, word) ?? AppState.UNSPECIFIED,
    developerAccountId: idOf(developer.match),
    sort: SORTS[order.key],
    descending: order.descending,
  };
}

/** The apps of a page. On the first page, the app with the searched client id comes first. */
export async function withExact(
  context: PageContext,
  { name }: AppListFilter,
  { apps, token }: { apps: readonly App[]; token: string },
): Promise<readonly App[]> {
  const exact = token === "" ? await appById(context, name.trim()) : null;
  return exactFirst(exact, apps, ({ clientId }) => clientId);
}
