import { AppState } from "../../../../gen/latchkey/v1/app_service_pb.ts";
import { appStateBadge, badge } from "../../components/badges.ts";
import { APP_STATES, appStateKey, valueNamed } from "../../components/enum-names.ts";
import { inputField, selectField } from "../../components/fields.ts";
import { html } from "../../components/html.ts";
import { consoleList, filterForm } from "../../components/list.ts";
import { since } from "../../components/timestamp.ts";
import type { Desk } from "../page-router.ts";
import { appById, exactFirst, soughtAccount } from "../search.ts";
import { idOf, isUnclear, shownIn, soughtNotice } from "../search-filter.ts";

const PATH = "/console/apps";

/** `/console/apps`: all apps by name, or those of a state, the longest unchanged first. */
export function addAppListRoute(desk: Desk): void {
  desk.page(PATH, async (visit) => {
    const { query, web, call, t } = visit;
    const { apps: texts } = t.console;
    const { appStates, list } = t;
    const state = valueNamed(AppState, query.one("state")) ?? AppState.UNSPECIFIED;
    const word = state === AppState.UNSPECIFIED ? "" : appStateKey(state);
    const name = query.one("name") ?? "";
    const developer = await soughtAccount(visit, (query.one("developer") ?? "").trim());
    const field = { name: "developer", label: texts.developerSought, noun: texts.developer, sought: developer };
    const token = query.one("page") ?? "";
    const asked = { state, namePrefix: name, developerAccountId: idOf(developer), pageToken: token };
    const { apps, nextPageToken } = isUnclear([field])
      ? { apps: [], nextPageToken: "" }
      : await web.clients.apps.listApps(asked, call);
    const filter = { name, state: word, developer: shownIn(developer) };
    const columns = [texts.app, texts.developer, texts.state, texts.changed];
    const exact = token === "" ? await appById(visit, name.trim()) : null;
    const rows = exactFirst(exact, apps, ({ clientId }) => clientId).map((app) => [
      html`<a href="${`${PATH}/${app.clientId}`}"><strong dir="auto">${app.profile?.name || app.clientId}</strong></a>`,
      html`<span dir="auto">${app.developerName}</span>`,
      html`${appStateBadge(visit, app.state)} ${app.pending && badge("warn", texts.pending(appStates[appStateKey(app.pending.state)]))}`,
      since(visit, app.updatedAt),
    ]);
    const states = APP_STATES.map((one) => ({ value: appStateKey(one), label: appStates[appStateKey(one)] }));
    const body = html`<article class="card"><h1>${texts.title}</h1>
${filterForm(visit, PATH, [
  inputField({ name: "name", label: texts.search, type: "search", value: name, optional: true }),
  selectField({
    name: "state",
    label: texts.state,
    options: [{ value: "", label: list.all }, ...states],
    value: word,
    optional: true,
  }),
  inputField({ name: "developer", label: texts.developerSought, value: shownIn(developer), optional: true }),
])}
${soughtNotice(visit, [field], { path: PATH, filter })}
${!isUnclear([field]) && consoleList(visit, { caption: texts.title, columns, rows, none: texts.none, path: PATH, filter, token, next: nextPageToken })}
</article>`;
    return { title: texts.title, body };
  });
}
