import { AppSort, AppState } from "../../../../gen/latchkey/v1/app_service_pb.ts";
import { APP_STATES, appStateKey } from "../../components/enum-names.ts";
import { readOrder } from "../../components/sort.ts";
import { currentTeam } from "../../layout/teams.ts";
import type { Page, PageContext, PageRouter } from "../../router/page-router.ts";
import { appListPage } from "./view.ts";

const PAGE_SIZE = 20;
const SORTS = { name: AppSort.NAME, installations: AppSort.INSTALLATIONS, updated: AppSort.UPDATED };
const SORT_KEYS = ["name", "installations", "updated"] as const;

/** `/portal`: the developer's apps. */
export function addAppListRoutes(router: PageRouter): void {
  router.page("/portal", show);
}

async function show(context: PageContext): Promise<Page> {
  const { query, web, call } = context;
  const filter = { q: query.one("q")?.trim() ?? "", state: query.one("state") ?? "" };
  const token = query.one("page") ?? "";
  const state = APP_STATES.find((one) => appStateKey(one) === filter.state) ?? AppState.UNSPECIFIED;
  const order = readOrder(query.one("sort"), SORT_KEYS, { key: "name", descending: false });
  const sorted = { sort: SORTS[order.key], descending: order.descending };
  const request = { search: filter.q, state, ...sorted, pageSize: PAGE_SIZE, pageToken: token };
  // The counts cover all names, so a search shows none.
  const {
    apps,
    nextPageToken: next,
    attentionCounts,
    ...counted
  } = await web.clients.apps.listApps(
    {
      ...request,
      developerAccountId: currentTeam(context).teamId,
      withStateCounts: filter.q === "",
      withAttentionCounts: true,
    },
    call,
  );
  const problems = new Map(attentionCounts.map((counts) => [counts.clientId, counts]));
  return {
    title: context.t.portal.apps.title,
    body: appListPage(context, { apps, problems, filter, order, counted, token, next }),
  };
}
