import { type Installation, InstallationState, Party } from "../../../../gen/latchkey/v1/installation_service_pb.ts";
import { valueNamed, wordOf } from "../../components/enum-names.ts";
import { html } from "../../components/html.ts";
import { consoleList, filterForm } from "../../components/list.ts";
import { PageError } from "../../errors/page-error.ts";
import { confirmPage } from "../confirm.ts";
import type { ConsoleVisit } from "../context.ts";
import type { ConsoleForm, ConsolePage, Desk } from "../page-router.ts";
import type { Refused } from "../refusal.ts";
import { soughtApp, soughtMerchant } from "../search.ts";
import { idOf, isUnclear, shownIn, soughtNotice } from "../search-filter.ts";
import { installationPage } from "./installation-view.ts";
import { inputsOf, PATH, rowOf } from "./view.ts";

const party = Party.OPERATOR;

/** `/console/installations`: by app, by merchant or all, the newest first; and one of them with what can be done about it. */
export function addInstallationRoutes(desk: Desk): void {
  desk.page(PATH, listPage);
  desk.page(`${PATH}/:id`, (visit) => show(visit, null));
  desk.page(`${PATH}/:id/uninstall`, (visit) => uninstallPage(visit, null));
  desk.form(`${PATH}/:id/suspend`, {
    ...formAt(show),
    async act({ web, call, params }, fields) {
      const reasonCode = fields.one("reason_code") ?? "";
      const reasonText = (fields.one("reason_text") ?? "").trim();
      const step = { installationId: params.id ?? "", party, reasonCode, reasonText };
      await web.clients.installations.suspendInstallation(step, call);
      return `${PATH}/${params.id}`;
    },
  });
  desk.form(`${PATH}/:id/resume`, {
    ...formAt(show),
    async act({ web, call, params }) {
      await web.clients.installations.resumeInstallation({ installationId: params.id ?? "", party }, call);
      return `${PATH}/${params.id}`;
    },
  });
  desk.form(`${PATH}/:id/uninstall`, {
    ...formAt(uninstallPage),
    async act({ web, call, params }) {
      await web.clients.installations.uninstall({ installationId: params.id ?? "", party }, call);
      return `${PATH}/${params.id}`;
    },
  });
}

function formAt(again: ConsoleForm["again"]): Pick<ConsoleForm, "home" | "again"> {
  return { home: (params) => `${PATH}/${params.id}`, again };
}

async function readInstallation({ web, call, params }: ConsoleVisit): Promise<Installation> {
  const { installation } = await web.clients.installations.getInstallation({ installationId: params.id ?? "" }, call);
  if (installation === undefined) throw new PageError(404, "not_found");
  return installation;
}

async function show(visit: ConsoleVisit, refused: Refused | null): Promise<ConsolePage> {
  const [installation, { scopes }] = await Promise.all([
    readInstallation(visit),
    visit.web.clients.apps.listScopes({ includeRetired: true }, visit.call),
  ]);
  const titles = new Map(scopes.map(({ name, title }) => [name, title]));
  return installationPage(visit, { installation, titles, refused });
}

async function uninstallPage(visit: ConsoleVisit, refused: Refused | null): Promise<ConsolePage> {
  const { installations: texts } = visit.t.console;
  const { installationId, appName, merchantName } = await readInstallation(visit);
  const question = {
    title: texts.uninstallTitle(appName, merchantName),
    effects: [texts.uninstallEffect],
    action: `${PATH}/${installationId}/uninstall`,
    submit: texts.uninstallSubmit,
    keep: texts.keep,
    back: `${PATH}/${installationId}`,
  };
  return confirmPage(visit, question, refused);
}

async function listPage(visit: ConsoleVisit): Promise<ConsolePage> {
  const { installations: texts } = visit.t.console;
  const one = (name: string) => (visit.query.one(name) ?? "").trim();
  const [app, merchant] = await Promise.all([soughtApp(visit, one("app")), soughtMerchant(visit, one("merchant"))]);
  const fields = [
    { name: "app", label: texts.app, noun: texts.appColumn, sought: app },
    { name: "merchant", label: texts.merchant, noun: texts.merchantColumn, sought: merchant },
  ];
  const state = valueNamed(InstallationState, one("state")) ?? InstallationState.UNSPECIFIED;
  const word = state === InstallationState.UNSPECIFIED ? "" : wordOf(InstallationState, state);
  const filter = { app: shownIn(app), merchant: shownIn(merchant), state: word };
  const token = one("page");
  const { installations, nextPageToken: next } = isUnclear(fields)
    ? { installations: [], nextPageToken: "" }
    : await visit.web.clients.installations.listInstallations(
        { clientId: idOf(app), merchantId: idOf(merchant), state, pageToken: token },
        visit.call,
      );
  const columns = [texts.appColumn, texts.merchantColumn, texts.state, texts.connected, texts.lastUsed, texts.open];
  const rows = installations.map((row) => rowOf(visit, row));
  const body = html`<article class="card"><h1>${texts.title}</h1>
${filterForm(visit, PATH, inputsOf(visit, fields, word))}
${soughtNotice(visit, fields, { path: PATH, filter })}
${!isUnclear(fields) && consoleList(visit, { caption: texts.title, columns, rows, none: texts.none, path: PATH, filter, token, next })}</article>`;
  return { title: texts.title, body };
}
