import { type App, AppSort, AppState } from "../../../../gen/latchkey/v1/app_service_pb.ts";
import { APP_STATES, appStateKey } from "../../components/enum-names.ts";
import { readOrder } from "../../components/sort.ts";
import { currentTeam } from "../../layout/teams.ts";
import type { Page, PageContext, PageRouter } from "../../router/page-router.ts";
import { orNoCounts } from "../installations/counts.ts";
import { type AppListView, appListPage } from "./view.ts";

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
    ...counted
  } = await web.clients.apps.listApps(
    { ...request, developerAccountId: currentTeam(context).teamId, withStateCounts: filter.q === "" },
    call,
  );
  return {
    title: context.t.portal.apps.title,
    body: appListPage(context, { apps, counts: await countEach(context, apps), filter, order, counted, token, next }),
  };
}

/** The installations of each app by health; without apps that no merchant has installed. */
async function countEach({ web, call }: PageContext, apps: readonly App[]): Promise<AppListView["counts"]> {
  const used = apps.filter(({ installationCount }) => Number(installationCount) > 0);
  const counted = await Promise.all(
    used.map(async ({ clientId }) => {
      const counts = await web.clients.installations.countInstallations({ clientId }, call).catch(orNoCounts);
      return [clientId, counts] as const;
    }),
  );
  return new Map(counted);
}
