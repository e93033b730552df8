import { AppState } from "../../../../gen/latchkey/v1/app_service_pb.ts";
import { APP_STATES, appStateKey } from "../../components/enum-names.ts";
import type { Page, PageContext, PageRouter } from "../../router/page-router.ts";
import { appListPage } from "./view.ts";

const PAGE_SIZE = 20;

/** `/portal`: the developer's apps. */
export function addAppListRoutes(router: PageRouter): void {
  router.page("/portal", show);
}

async function show(context: PageContext): Promise<Page> {
  const { query, web, account, call } = context;
  const filter = { q: query.one("q")?.trim() ?? "", state: query.one("state") ?? "" };
  const token = query.one("page") ?? "";
  const state = APP_STATES.find((one) => appStateKey(one) === filter.state) ?? AppState.UNSPECIFIED;
  const request = { namePrefix: filter.q, state, pageSize: PAGE_SIZE, pageToken: token };
  const { apps, nextPageToken: next } = await web.clients.apps.listApps(
    { ...request, developerAccountId: account.accountId },
    call,
  );
  return { title: context.t.portal.apps.title, body: appListPage(context, { apps, filter, token, next }) };
}
