import { timestampMs } from "@bufbuild/protobuf/wkt";
import type { Installation } from "../../../../gen/latchkey/v1/installation_service_pb.ts";
import { smallLogo } from "../../components/app-card.ts";
import { badge } from "../../components/badges.ts";
import { inputField } from "../../components/fields.ts";
import { type Html, type HtmlValue, html } from "../../components/html.ts";
import { type Counts, healthTabs, isByHealth, type TabName, tabOf } from "../../components/installation/health-tabs.ts";
import { listByHealth } from "../../components/installation/list-by-health.ts";
import { readCounts } from "../../components/installation/read-counts.ts";
import { recordedTime } from "../../components/installation/recorded-time.ts";
import { verdictOf } from "../../components/installation/verdict.ts";
import { verdictCell } from "../../components/installation/verdict-view.ts";
import {
  type Column,
  type CountedList,
  countedList,
  emptyState,
  listTable,
  type PlainColumn,
  pathWith,
} from "../../components/list.ts";
import { countText, currentTotal, type ListTab, listFilter } from "../../components/list-filter.ts";
import { notice } from "../../components/notice.ts";
import { pageHeader } from "../../components/page-header.ts";
import { lastUseOf } from "../../components/since-connected.ts";
import { formatTimestamp } from "../../components/timestamp.ts";
import type { Page, PageContext } from "../../router/page-router.ts";
import { exportLink } from "../export/export-link.ts";
import { merchantPath } from "../paths.ts";
import { isUnresolved, searchChips, searchNotice } from "../search-filter.ts";
import { type InstallationListFilter, PATH, readInstallationFilter, requestOf } from "./list-filter.ts";
import { readSeveral, type Several } from "./read-several.ts";

const TABS: readonly TabName[] = [
  ...(["all", "needsAttention", "expiresSoon", "healthy", "suspended"] as const),
  ...(["uninstalled", "pending"] as const),
];

function rowOf(context: PageContext, row: Installation): HtmlValue[] {
  const { installations: texts } = context.t.console;
  const { clientId, logoDigest, appName, merchantName } = row;
  const logo = smallLogo({ clientId, logoDigest, name: appName });
  return [
    html`<div class="app-cell">${logo}<div><a class="short" href="${`${PATH}/${row.installationId}`}" title="${appName}" aria-label="${texts.appAtMerchant(appName, merchantName)}" dir="auto"><strong>${appName}</strong></a></div></div>`,
    html`<a class="short second-link" href="${merchantPath(row.merchantId)}" title="${merchantName}" dir="auto">${merchantName}</a> ${row.test && badge("label", texts.test)}`,
    stateCell(context, row),
    recordedTime(context, lastUseOf(row), texts.never),
    formatTimestamp(context, row.connectedAt, texts.notYet),
  ];
}

/** The verdict with its reason. */
export function stateCell(context: PageContext, row: Installation): Html {
  return verdictCell(context, row, { verdict: verdictOf(row), audience: "operator" });
}

/** The order of a page by its dates of connection. Only a new install of an old installation breaks it. */
function orderByDate(rows: readonly Installation[]): PlainColumn["direction"] {
  const times = rows.flatMap(({ connectedAt }) => (connectedAt === undefined ? [] : [timestampMs(connectedAt)]));
  return times.length > 1 && times.every((time, at) => at === 0 || time <= times[at - 1]!) ? "descending" : null;
}

export async function listPage(context: PageContext): Promise<Page> {
  const { installations: texts } = context.t.console;
  const filter = await readInstallationFilter(context);
  const { found, subject, query } = filter;
  const clear = !isUnresolved(found);
  const token = (context.query.one("page") ?? "").trim();
  const several = clear ? null : await readSeveral(context, filter);
  const [{ installations, nextPageToken: next }, counts] =
    several === null
      ? await Promise.all([
          listByHealth(context, { ...requestOf(filter), pageToken: token }),
          // A merchant has few installations, which are not counted.
          subject.merchantId === "" ? readCounts(context, subject.clientId) : null,
        ])
      : [{ ...several, nextPageToken: "" }, null];
  const columns = [
    texts.appColumn,
    { label: texts.merchantColumn, phone: "bare" },
    { label: texts.state, phone: "corner" },
    texts.lastUsed,
    { label: texts.connected, direction: orderByDate(installations) },
  ] satisfies Column[];
  const rows = installations.map((row) => rowOf(context, row));
  const order = context.t.list.newestFirst;
  const place = { path: PATH, filter: query };
  const filters = filtersOf(context, filter, { installations, counts });
  const total = currentTotal(context.language, filters.tabs.tabs);
  const list = {
    ...place,
    total,
    caption: texts.title,
    columns,
    rows,
    none: texts.none,
    reset: PATH,
    token,
    next,
    order,
  };
  const actions = exportLink(context, { ...place, rows: clear ? rows : [], next });
  const body = html`${pageHeader(context, { title: texts.title, actions })}
${token === "" && attentionNotice(context, filter, filters.tabs.tabs)}
<section class="card installations-list">
${listFilter(context, { ...place, ...filters })}
${searchNotice(context, found, place)}
${several === null ? (emptyTab(context, list) ?? countedList(context, list)) : severalList(context, list, several)}</section>`;
  return { title: texts.title, body };
}

function filtersOf(
  context: PageContext,
  { found, wanted, subject, query }: InstallationListFilter,
  { installations, counts }: { installations: readonly Installation[]; counts: Counts | null },
) {
  const { installations: texts } = context.t.console;
  const isOfApp = subject.clientId !== "";
  // The field shows a text without a single match.
  const resolved = found.filter(({ name, match }) => name !== "app" || match.kind === "one");
  const partial = (name: TabName) => !isOfApp || isByHealth(name);
  return {
    search: { name: "app", label: texts.app, value: query.app },
    tabs: {
      label: context.t.installation.tabsLabel,
      tabs: healthTabs(context, { names: TABS, filter: wanted, counts, partial }),
    },
    fields: [inputField({ name: "merchant", label: texts.merchant, value: query.merchant, optional: true })],
    chips: [
      ...searchChips(resolved, Object.fromEntries(installations.map(({ clientId, appName }) => [clientId, appName]))),
      ...(wanted.state === "active" ? [{ label: texts.state, value: context.t.states.active, names: ["state"] }] : []),
    ],
  };
}

/** Leads from all installations to those that need attention. */
function attentionNotice(
  context: PageContext,
  { wanted, query }: InstallationListFilter,
  tabs: readonly ListTab[],
): Html | null {
  const { installations: texts } = context.t.console;
  const { count = 0, atLeast, set } = tabs[TABS.indexOf("needsAttention")]!;
  if (tabOf(wanted) !== "all" || count === 0) return null;
  const link = html`<a href="${pathWith(PATH, { ...query, ...set })}">${texts.attentionLink}</a>`;
  return notice("warn", html`${texts.attention(count, countText(context.language, count, atLeast))} ${link}`);
}

/** The installations of several matches, below the choice, and links to all those of the matches that have more; null without any. */
function severalList({ t }: PageContext, list: CountedList, { more }: Several): Html | null {
  if (list.rows.length === 0) return null;
  const { installations: texts } = t.console;
  const links = more.map(
    ({ id, name, filter }) =>
      html`<li><a class="chip" href="${pathWith(PATH, { ...list.filter, [filter]: id })}">${texts.allOf(name || id)}</a></li>`,
  );
  return html`<p class="muted">${texts.ofSeveral}</p>${listTable(list)}${more.length > 0 && html`<div class="choice"><ul class="chips">${links}</ul></div>`}`;
}

/** The meaning of an empty tab for the whole platform; null for other lists. */
function emptyTab({ t }: PageContext, { rows, filter, token, next }: CountedList): Html | null {
  const { noneIn } = t.console.installations;
  const { app, merchant, state = "", health = "" } = filter;
  const name = tabOf({ state, health });
  const isWhole = app === "" && merchant === "" && token === "" && next === "";
  if (rows.length > 0 || !isWhole || name === undefined || name === "all") return null;
  return emptyState({ icon: "store", ...noneIn[name] });
}
