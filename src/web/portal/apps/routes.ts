import { AppState } from "../../../../gen/latchkey/v1/app_service_pb.ts";
import { APP_STATES, appStateKey } from "../../components/enum-names.ts";
import { html } from "../../components/html.ts";
import { pager } from "../../components/list.ts";
import type { Page, PageContext, PageRouter } from "../../router/page-router.ts";
import { search, table, welcome } from "./view.ts";

const PAGE_SIZE = 20;

/** `/portal`: the developer's apps. */
export function addAppListRoutes(router: PageRouter): void {
  router.page("/portal", show);
}

async function show(context: PageContext): Promise<Page> {
  const { t, query, web, account } = context;
  const asked = { q: query.one("q")?.trim() ?? "", state: query.one("state") ?? "", token: query.one("page") ?? "" };
  const state = APP_STATES.find((one) => appStateKey(one) === asked.state) ?? AppState.UNSPECIFIED;
  const { apps, nextPageToken } = await web.clients.apps.listApps(
    {
      developerAccountId: account.accountId,
      namePrefix: asked.q,
      state,
      pageSize: PAGE_SIZE,
      pageToken: asked.token,
    },
    context.call,
  );
  const untouched = asked.q === "" && asked.state === "" && asked.token === "";
  const texts = t.portal.apps;
  const filter = { q: asked.q, state: asked.state };
  const body = html`<div class="heading"><h1>${texts.title}</h1>
${!(untouched && apps.length === 0) && html`<p><a role="button" class="button-small" href="/portal/apps/new">${texts.create}</a></p>`}</div>
${untouched && apps.length === 0 ? welcome(context) : html`${search(context, filter)}${table(context, apps)}${pager(context, { path: "/portal", filter, token: asked.token, next: nextPageToken })}`}`;
  return { title: texts.title, body };
}
