import { type Installation, InstallationState } from "../../../../gen/latchkey/v1/installation_service_pb.ts";
import { smallLogo } from "../../components/app-card.ts";
import { badge, installationBadges } from "../../components/badges.ts";
import { valueNamed, wordOf } from "../../components/enum-names.ts";
import { inputField } from "../../components/fields.ts";
import { type Html, type HtmlValue, html } from "../../components/html.ts";
import { recordedTime } from "../../components/installation/recorded-time.ts";
import { type Verdict, verdictOf } from "../../components/installation/verdict.ts";
import { verdictCell } from "../../components/installation/verdict-view.ts";
import { type Column, countedList } from "../../components/list.ts";
import { listFilter, valueTabs } from "../../components/list-filter.ts";
import { pageHeader } from "../../components/page-header.ts";
import { sinceConnected } from "../../components/since-connected.ts";
import type { Page, PageContext } from "../../router/page-router.ts";
import { merchantPath } from "../paths.ts";
import { searchApp, searchMerchant } from "../search.ts";
import { filterText, idOf, isUnresolved, searchChips, searchNotice } from "../search-filter.ts";

export const PATH = "/console/installations";

const STATES = [
  InstallationState.ACTIVE,
  InstallationState.SUSPENDED,
  InstallationState.PENDING,
  InstallationState.UNINSTALLED,
] as const;

function optionsOf({ t }: PageContext) {
  const states = { ...t.states, suspended: t.states.stopped };
  return STATES.map((value) => wordOf(InstallationState, value)).map((value) => {
    return { value, label: states[value as keyof typeof states] };
  });
}

function rowOf(context: PageContext, row: Installation): HtmlValue[] {
  const { installations: texts } = context.t.console;
  const { clientId, logoDigest, appName, merchantName } = row;
  const logo = smallLogo({ clientId, logoDigest, name: appName });
  return [
    html`<div class="app-cell">${logo}<div><a href="${`${PATH}/${row.installationId}`}" aria-label="${texts.appAtMerchant(appName, merchantName)}" dir="auto"><strong>${appName}</strong></a></div></div>`,
    html`<a href="${merchantPath(row.merchantId)}" dir="auto">${row.merchantName}</a> ${row.test && badge("label", texts.test)}`,
    stateCell(context, row),
    recordedTime(context, sinceConnected(row, row.lastUsedAt), texts.never),
  ];
}

const VERDICTS: readonly Verdict["kind"][] = ["needs_attention", "expires_soon", "suspended", "paused"];

/** The state; of an installation that needs action or is stopped, its verdict with the reason instead. */
function stateCell(context: PageContext, row: Installation): Html {
  const verdict = verdictOf(row);
  return VERDICTS.includes(verdict.kind)
    ? verdictCell(context, row, { verdict, audience: "operator" })
    : installationBadges(context, row);
}

export async function listPage(context: PageContext): Promise<Page> {
  const { installations: texts } = context.t.console;
  const { list: words } = context.t;
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
  const columns = [
    texts.appColumn,
    { label: texts.merchantColumn, phone: "bare" },
    { label: texts.state, phone: "corner" },
    texts.lastUsed,
  ] satisfies Column[];
  const rows = installations.map((row) => rowOf(context, row));
  const filters = {
    search: { name: "app", label: texts.app, value: filterText(app) },
    tabs: {
      label: texts.state,
      tabs: valueTabs(words.all, { name: "state", value: word, options: optionsOf(context) }),
    },
    fields: [inputField({ name: "merchant", label: texts.merchant, value: filterText(merchant), optional: true })],
    chips: searchChips(fields, Object.fromEntries(installations.map(({ clientId, appName }) => [clientId, appName]))),
  };
  const body = html`${pageHeader(context, { title: texts.title })}
<section class="card">
${listFilter(context, { path: PATH, filter, ...filters })}
${searchNotice(context, fields, { path: PATH, filter })}
${!isUnresolved(fields) && countedList(context, { caption: texts.title, columns, rows, none: texts.none, path: PATH, filter, token, next })}</section>`;
  return { title: texts.title, body };
}
