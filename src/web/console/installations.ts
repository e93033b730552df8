import {
  type Installation,
  InstallationSide,
  InstallationState,
} from "../../../gen/latchkey/v1/installation_service_pb.ts";
import { PageFault } from "../fault/page-fault.ts";
import { inputField, selectField } from "../view/fields.ts";
import { html } from "../view/html.ts";
import { listTable, pager } from "../view/list.ts";
import { momentOf } from "../view/moment.ts";
import { confirmPage } from "./confirm.ts";
import type { ConsoleForm, ConsolePage, ConsoleVisit, Desk } from "./desk.ts";
import { installationPage } from "./installation-view.ts";
import { badge, filterForm, installationStateBadge, valueNamed, wordOf } from "./parts.ts";
import type { Refused } from "./refusal.ts";

const PATH = "/console/installations";
const side = InstallationSide.OPERATOR;

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
      const step = { installationId: params.id ?? "", side, reasonCode, reasonText };
      await web.clients.installations.suspendInstallation(step, call);
      return `${PATH}/${params.id}`;
    },
  });
  desk.form(`${PATH}/:id/resume`, {
    ...formAt(show),
    async act({ web, call, params }) {
      await web.clients.installations.resumeInstallation({ installationId: params.id ?? "", side }, call);
      return `${PATH}/${params.id}`;
    },
  });
  desk.form(`${PATH}/:id/uninstall`, {
    ...formAt(uninstallPage),
    async act({ web, call, params }) {
      await web.clients.installations.uninstall({ installationId: params.id ?? "", side }, call);
      return `${PATH}/${params.id}`;
    },
  });
}

function formAt(again: ConsoleForm["again"]): Pick<ConsoleForm, "home" | "again"> {
  return { home: (params) => `${PATH}/${params.id}`, again };
}

async function readInstallation({ web, call, params }: ConsoleVisit): Promise<Installation> {
  const { installation } = await web.clients.installations.getInstallation({ installationId: params.id ?? "" }, call);
  if (installation === undefined) throw new PageFault(404, "not_found");
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

const STATES = [
  InstallationState.ACTIVE,
  InstallationState.SUSPENDED,
  InstallationState.PENDING,
  InstallationState.ENDED,
] as const;

async function listPage(visit: ConsoleVisit): Promise<ConsolePage> {
  const { installations: texts, states, list } = visit.t.console;
  const one = (name: string) => (visit.query.one(name) ?? "").trim();
  const [app, merchant, token] = [one("app"), one("merchant"), one("page")];
  const state = valueNamed(InstallationState, one("state")) ?? InstallationState.UNSPECIFIED;
  const word = state === InstallationState.UNSPECIFIED ? "" : wordOf(InstallationState, state);
  const asked = { clientId: app, merchantId: merchant, state, pageToken: token };
  const found = await visit.web.clients.installations.listInstallations(asked, visit.call);
  const options = STATES.map((value) => wordOf(InstallationState, value)).map((value) => ({
    value,
    label: states[value as keyof typeof states],
  }));
  const columns = [texts.appColumn, texts.merchantColumn, texts.state, texts.connected, texts.lastUsed];
  const rows = found.installations.map((row) => rowOf(visit, row));
  const body = html`<article class="card"><h1>${texts.title}</h1>
${filterForm(visit, PATH, [
  inputField({ name: "app", label: texts.app, value: app, optional: true }),
  inputField({ name: "merchant", label: texts.merchant, value: merchant, optional: true }),
  selectField({
    name: "state",
    label: texts.state,
    options: [{ value: "", label: list.all }, ...options],
    value: word,
    optional: true,
  }),
])}
${listTable({ caption: texts.title, columns, rows, none: list.none })}
${pager(visit, { path: PATH, filter: { app, merchant, state: word }, token, next: found.nextPageToken })}</article>`;
  return { title: texts.title, body };
}

function rowOf(visit: ConsoleVisit, row: Installation) {
  const { installations: texts } = visit.t.console;
  return [
    html`<a href="${`${PATH}/${row.installationId}`}" dir="auto"><strong>${row.appName}</strong></a>`,
    html`<span dir="auto">${row.merchantName}</span> ${row.test && badge("plain", texts.test)}`,
    installationStateBadge(visit, row.state),
    momentOf(visit, row.connectedAt, texts.never),
    momentOf(visit, row.lastUsedAt, texts.never),
  ];
}
