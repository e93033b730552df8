import { type App, AppSort, AppState } from "../../../../gen/latchkey/v1/app_service_pb.ts";
import { appCell } from "../../components/app-card.ts";
import { appStateBadge, badge, badgeRow } from "../../components/badges.ts";
import { APP_STATES, appStateKey, valueNamed } from "../../components/enum-names.ts";
import { inputField, selectField } from "../../components/fields.ts";
import { type Html, type HtmlValue, html } from "../../components/html.ts";
import { type Column, countedList, filterForm } from "../../components/list.ts";
import { pageHeader } from "../../components/page-header.ts";
import { type Order, readOrder, type SortedList, sortedColumn, sortField } from "../../components/sort.ts";
import { formatDay } from "../../components/timestamp.ts";
import type { Page, PageContext } from "../../router/page-router.ts";
import { appById, exactFirst, searchAccount } from "../search.ts";
import { filterText, idOf, isUnresolved, searchNotice } from "../search-filter.ts";

const PATH = "/console/apps";
const SORTS = {
  name: AppSort.NAME,
  installations: AppSort.INSTALLATIONS,
  created: AppSort.CREATED,
  updated: AppSort.UPDATED,
};
const SORT_KEYS = ["name", "installations", "created", "updated"] as const;

/** `/console/apps`: all apps, by name or in another order. */
export async function listPage(context: PageContext): Promise<Page> {
  const { query, web, call, t } = context;
  const { apps: texts } = t.console;
  const { appStates, list } = t;
  const state = valueNamed(AppState, query.one("state")) ?? AppState.UNSPECIFIED;
  const word = state === AppState.UNSPECIFIED ? "" : appStateKey(state);
  const name = query.one("name") ?? "";
  const developer = await searchAccount(context, (query.one("developer") ?? "").trim());
  const field = { name: "developer", label: texts.developerSearch, noun: texts.developer, match: developer };
  const token = query.one("page") ?? "";
  const order = readOrder(query.one("sort"), SORT_KEYS, { key: word === "" ? "name" : "updated", descending: false });
  const sorted = { sort: SORTS[order.key], descending: order.descending };
  const request = { state, search: name, developerAccountId: idOf(developer), pageToken: token, ...sorted };
  const { apps, nextPageToken } = isUnresolved([field])
    ? { apps: [], nextPageToken: "" }
    : await web.clients.apps.listApps(request, call);
  const filter = { name, state: word, developer: filterText(developer) };
  const columns = columnsOf(context, { path: PATH, filter, order });
  const exact = token === "" ? await appById(context, name.trim()) : null;
  const rows = exactFirst(exact, apps, ({ clientId }) => clientId).map((app) => rowOf(context, app));
  const states = APP_STATES.map((one) => ({ value: appStateKey(one), label: appStates[appStateKey(one)] }));
  const body = html`${pageHeader(context, { title: texts.title })}
<section class="card">
${filterForm(context, PATH, [
  inputField({ name: "name", label: texts.search, type: "search", value: name, optional: true }),
  selectField({
    name: "state",
    label: texts.state,
    options: [{ value: "", label: list.all }, ...states],
    value: word,
    optional: true,
  }),
  inputField({ name: "developer", label: texts.developerSearch, value: filterText(developer), optional: true }),
  orderField(context, order),
])}
${searchNotice(context, [field], { path: PATH, filter })}
${!isUnresolved([field]) && countedList(context, { caption: texts.title, columns, rows, none: texts.none, path: PATH, filter, sort: query.one("sort") ?? "", search: name, token, next: nextPageToken })}
</section>`;
  return { title: texts.title, body };
}

function columnsOf({ t }: PageContext, list: SortedList): Column[] {
  const { apps: texts } = t.console;
  return [
    sortedColumn(list, texts.app, { key: "name", descending: false }),
    texts.developer,
    texts.state,
    sortedColumn(list, texts.installations, { key: "installations", descending: true }),
    sortedColumn(list, texts.created, { key: "created", descending: true }),
    sortedColumn(list, texts.changed, { key: "updated", descending: true }),
  ];
}

function rowOf(context: PageContext, app: App): HtmlValue[] {
  const { t } = context;
  const { pending } = app;
  return [
    appCell(context, app, `${PATH}/${app.clientId}`),
    html`<span class="short" title="${app.developerName}" dir="auto">${app.developerName}</span>`,
    badgeRow([
      appStateBadge(context, app.state),
      pending && badge("warn", t.console.apps.pending(t.appStates[appStateKey(pending.state)])),
    ]),
    Number(app.installationCount ?? 0).toLocaleString(context.language),
    formatDay(context, app.createdAt),
    formatDay(context, app.updatedAt),
  ];
}

function orderField({ t }: PageContext, order: Order): Html {
  const { sort, sorts } = t.list;
  return sortField(order, {
    label: sort,
    options: [
      { order: { key: "name", descending: false }, label: sorts.name },
      { order: { key: "installations", descending: true }, label: sorts.installations },
      { order: { key: "created", descending: true }, label: sorts.created },
      { order: { key: "updated", descending: true }, label: sorts.updated },
      { order: { key: "updated", descending: false }, label: sorts.waiting },
    ],
  });
}
