import { type App, AppState } from "../../../gen/latchkey/v1/app_service_pb.ts";
import { APP_STATES, appStateBadge, appStateKey, badge, filterForm } from "../console/components.ts";
import { inputField, selectField } from "../view/fields.ts";
import { type Html, type HtmlValue, html } from "../view/html.ts";
import { listTable, pager } from "../view/list.ts";
import { momentOf } from "../view/moment.ts";
import type { Desk, PortalPage, PortalVisit } from "./page-router.ts";
import { pathOf } from "./page-router.ts";

const PAGE_SIZE = 20;

/** `/portal`: one's own apps, each with what to do next. */
export function addAppListRoutes(desk: Desk): void {
  desk.page("/portal", show);
}

async function show(visit: PortalVisit): Promise<PortalPage> {
  const { t, query, web, account } = visit;
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
    visit.call,
  );
  const untouched = asked.q === "" && asked.state === "" && asked.token === "";
  const texts = t.portal.list;
  const filter = { q: asked.q, state: asked.state };
  const body = html`<div class="heading"><h1>${texts.title}</h1>
${!(untouched && apps.length === 0) && html`<p><a role="button" class="button-small" href="/portal/apps/new">${texts.create}</a></p>`}</div>
${untouched && apps.length === 0 ? welcome(visit) : html`${search(visit, filter)}${table(visit, apps)}${pager(visit, { path: "/portal", filter, token: asked.token, next: nextPageToken })}`}`;
  return { title: texts.title, body };
}

function welcome({ t }: PortalVisit): Html {
  const texts = t.portal.list.empty;
  return html`<section class="card"><h2>${texts.title}</h2>
<p class="lead">${texts.lead}</p>
<ol class="steps">${texts.steps.map(([title, text]) => html`<li><strong>${title}</strong> ${text}</li>`)}</ol>
<p class="actions"><a role="button" href="/portal/apps/new">${t.portal.list.create}</a> <a href="/portal/test-merchants">${t.portal.sections.testMerchants}</a></p>
</section>`;
}

function search(visit: PortalVisit, filter: { q: string; state: string }): Html {
  const { t } = visit;
  const states = APP_STATES.map((state) => ({
    value: appStateKey(state),
    label: t.console.appStates[appStateKey(state)],
  }));
  return filterForm(visit, "/portal", [
    inputField({ name: "q", label: t.portal.list.search, type: "search", value: filter.q, optional: true }),
    selectField({
      name: "state",
      label: t.portal.list.state,
      options: [{ value: "", label: t.console.list.all }, ...states],
      value: filter.state,
      optional: true,
    }),
  ]);
}

function table(visit: PortalVisit, apps: readonly App[]): Html {
  const { columns, title, none } = visit.t.portal.list;
  const rows = apps.map((app) => row(visit, app));
  return html`<section class="card">${listTable({ caption: title, columns: [columns.app, columns.state, columns.next, columns.changed], rows, none })}</section>`;
}

function row(visit: PortalVisit, app: App): HtmlValue[] {
  const { t } = visit;
  const { pending } = app;
  const revision =
    pending !== undefined &&
    html`<br>${badge("plain", t.portal.app.revisionMark)} ${appStateBadge(visit, pending.state)}`;
  const name = app.profile?.name || t.portal.unnamed;
  return [
    html`<a href="${pathOf(app)}"><strong dir="auto">${name}</strong></a><br><small>${app.clientId}</small>`,
    html`${appStateBadge(visit, app.state)}${revision}`,
    t.portal.list.next[appStateKey(pending?.state ?? app.state)],
    momentOf(visit, app.updatedAt),
  ];
}
