import { AppState } from "../../../../gen/latchkey/v1/app_service_pb.ts";
import { appCell } from "../../components/app-card.ts";
import { appStateBadge, badge, badgeRow } from "../../components/badges.ts";
import { APP_STATES, appStateKey, valueNamed } from "../../components/enum-names.ts";
import { inputField, selectField } from "../../components/fields.ts";
import { html } from "../../components/html.ts";
import { countedList, filterForm } from "../../components/list.ts";
import { pageHeader } from "../../components/page-header.ts";
import { formatTimestamp } from "../../components/timestamp.ts";
import type { Page, PageContext } from "../../router/page-router.ts";
import { appById, exactFirst, searchAccount } from "../search.ts";
import { filterText, idOf, isUnresolved, searchNotice } from "../search-filter.ts";

const PATH = "/console/apps";

/** `/console/apps`: all apps by name, or those of one state by time of change. */
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
  const request = { state, namePrefix: name, developerAccountId: idOf(developer), pageToken: token };
  const { apps, nextPageToken } = isUnresolved([field])
    ? { apps: [], nextPageToken: "" }
    : await web.clients.apps.listApps(request, call);
  const filter = { name, state: word, developer: filterText(developer) };
  const columns = [texts.app, texts.developer, texts.state, texts.changed];
  const exact = token === "" ? await appById(context, name.trim()) : null;
  const rows = exactFirst(exact, apps, ({ clientId }) => clientId).map((app) => [
    appCell(context, app, `${PATH}/${app.clientId}`),
    html`<span dir="auto">${app.developerName}</span>`,
    badgeRow([
      appStateBadge(context, app.state),
      app.pending && badge("warn", texts.pending(appStates[appStateKey(app.pending.state)])),
    ]),
    formatTimestamp(context, app.updatedAt),
  ]);
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
])}
${searchNotice(context, [field], { path: PATH, filter })}
${!isUnresolved([field]) && countedList(context, { caption: texts.title, columns, rows, none: texts.none, path: PATH, filter, token, next: nextPageToken })}
</section>`;
  return { title: texts.title, body };
}
