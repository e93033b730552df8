import { type Installation, InstallationState } from "../../../../gen/latchkey/v1/installation_service_pb.ts";
import { badge, installationBadges } from "../../components/badges.ts";
import { valueNamed, wordOf } from "../../components/enum-names.ts";
import { inputField, selectField } from "../../components/fields.ts";
import { type Html, html } from "../../components/html.ts";
import { countedList, filterForm } from "../../components/list.ts";
import { pageHeader } from "../../components/page-header.ts";
import { sinceConnected } from "../../components/since-connected.ts";
import { formatDay } from "../../components/timestamp.ts";
import type { Page, PageContext } from "../../router/page-router.ts";
import { merchantPath } from "../paths.ts";
import { searchApp, searchMerchant } from "../search.ts";
import { filterText, idOf, isUnresolved, type SearchFilter, searchNotice } from "../search-filter.ts";

export const PATH = "/console/installations";

const STATES = [
  InstallationState.ACTIVE,
  InstallationState.SUSPENDED,
  InstallationState.PENDING,
  InstallationState.UNINSTALLED,
] as const;

export function inputsOf({ t }: PageContext, fields: readonly SearchFilter[], state: string): Html[] {
  const { installations: texts } = t.console;
  const { list } = t;
  const states = { ...t.states, suspended: t.states.stopped };
  const options = STATES.map((value) => wordOf(InstallationState, value)).map((value) => ({
    value,
    label: states[value as keyof typeof states],
  }));
  return [
    ...fields.map(({ name, label, match }) => inputField({ name, label, value: filterText(match), optional: true })),
    selectField({
      name: "state",
      label: texts.state,
      options: [{ value: "", label: list.all }, ...options],
      value: state,
      optional: true,
    }),
  ];
}

export function rowOf(context: PageContext, row: Installation) {
  const { installations: texts } = context.t.console;
  return [
    html`<a href="${`${PATH}/${row.installationId}`}" aria-label="${texts.appAtMerchant(row.appName, row.merchantName)}" dir="auto"><strong>${row.appName}</strong></a>`,
    html`<a href="${merchantPath(row.merchantId)}" dir="auto">${row.merchantName}</a> ${row.test && badge("label", texts.test)}`,
    installationBadges(context, row),
    formatDay(context, row.connectedAt, texts.never),
    formatDay(context, sinceConnected(row, row.lastUsedAt), texts.never),
  ];
}

export async function listPage(context: PageContext): Promise<Page> {
  const { installations: texts } = context.t.console;
  const one = (name: string) => (context.query.one(name) ?? "").trim();
  const [app, merchant] = await Promise.all([searchApp(context, one("app")), searchMerchant(context, one("merchant"))]);
  const fields = [
    { name: "app", label: texts.app, noun: texts.appColumn, match: app },
    { name: "merchant", label: texts.merchant, noun: texts.merchantColumn, match: merchant },
  ];
  const state = valueNamed(InstallationState, one("state")) ?? InstallationState.UNSPECIFIED;
  const word = state === InstallationState.UNSPECIFIED ? "" : wordOf(InstallationState, state);
  const filter = { app: filterText(app), merchant: filterText(merchant), state: word };
  const token = one("page");
  const { installations, nextPageToken: next } = isUnresolved(fields)
    ? { installations: [], nextPageToken: "" }
    : await context.web.clients.installations.listInstallations(
        { clientId: idOf(app), merchantId: idOf(merchant), state, pageToken: token },
        context.call,
      );
  const columns = [texts.appColumn, texts.merchantColumn, texts.state, texts.connected, texts.lastUsed];
  const rows = installations.map((row) => rowOf(context, row));
  const body = html`${pageHeader(context, { title: texts.title })}
<section class="card">
${filterForm(context, PATH, inputsOf(context, fields, word))}
${searchNotice(context, fields, { path: PATH, filter })}
${!isUnresolved(fields) && countedList(context, { caption: texts.title, columns, rows, none: texts.none, path: PATH, filter, token, next })}</section>`;
  return { title: texts.title, body };
}
