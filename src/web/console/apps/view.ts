import { type App, AppState } from "../../../../gen/latchkey/v1/app_service_pb.ts";
import type { AuditEvent } from "../../../../gen/latchkey/v1/audit_service_pb.ts";
import type { ReviewClaim } from "../../../../gen/latchkey/v1/review_service_pb.ts";
import { appCell } from "../../components/app-card.ts";
import { tabCounts } from "../../components/app-counts.ts";
import { appStateBadge, appTone, badge, badgeRow } from "../../components/badges.ts";
import { APP_STATES, appStateKey } from "../../components/enum-names.ts";
import { inputField, selectField } from "../../components/fields.ts";
import { type Html, type HtmlValue, html } from "../../components/html.ts";
import { type Column, countedList, withUnit } from "../../components/list.ts";
import { countText, listFilter, totalOf, valueTabs } from "../../components/list-filter.ts";
import { pageHeader } from "../../components/page-header.ts";
import { countWaiting } from "../../components/platform/tasks.ts";
import { type Order, type SortedList, sortedColumn, sortField } from "../../components/sort.ts";
import { formatTimestamp } from "../../components/timestamp.ts";
import type { Page, PageContext } from "../../router/page-router.ts";
import { exportLink } from "../export/export-link.ts";
import { readReviewQueue } from "../review-queue.ts";
import { fieldText, isUnresolved, searchChips, searchNotice } from "../search-filter.ts";
import { readSuspensions, suspensionNote } from "../suspensions.ts";
import { subjectOf } from "./facts.ts";
import { type AppListFilter, PATH, readAppFilter, readAppPage, VIEW_KEYS, VIEWS } from "./list-filter.ts";
import { similarMark } from "./similar-mark.ts";

/** The states with a tab; the filter offers all. */
const TABS = [AppState.SUBMITTED, AppState.IN_REVIEW, AppState.APPROVED, AppState.SUSPENDED];

/** `/console/apps`: all apps, by name or in another order. */
export async function listPage(context: PageContext): Promise<Page> {
  const { apps: texts } = context.t.console;
  const filter = await readAppFilter(context);
  const { name, developer, order, query, sort } = filter;
  const token = context.query.one("page") ?? "";
  const clear = !isUnresolved([developer]);
  // The counts cover all names and scopes, so a search by one shows none.
  const withStateCounts = name.trim() === "" && filter.scope === "";
  const request = { pageToken: token, withStateCounts, withSimilarlyNamed: true };
  const { apps, similarlyNamed, nextPageToken, ...counted } = clear
    ? await readAppPage(context, filter, request)
    : { apps: [], similarlyNamed: [] as string[], nextPageToken: "", stateCounts: [], appCount: 0 };
  const counts = tabCounts(counted);
  const total = filter.view === "notInstalled" ? undefined : totalOf(context.language, counts(filter.word));
  // Another order ends the view of the apps without installations.
  const columns = columnsOf(context, { path: PATH, filter: { ...query, installed: "" }, order });
  const stopped = apps.flatMap((app) => (app.state === AppState.SUSPENDED ? [app.clientId] : []));
  const suspensions = await readSuspensions(context, "app", stopped);
  const claims = await readClaims(context, apps);
  const rows = apps.map((app) =>
    rowOf(context, app, {
      order,
      claims,
      suspension: suspensions.get(app.clientId),
      isSimilar: similarlyNamed.includes(app.clientId),
    }),
  );
  const list = { path: PATH, filter: query, sort };
  const body = html`${pageHeader(context, { title: texts.title, actions: exportLink(context, { ...list, rows, next: nextPageToken }) })}
<section class="card apps-list">
${listFilter(context, { ...list, ...filtersOf(context, filter, counts) })}
${withStateCounts && (await queueNote(context, filter))}
${searchNotice(context, [developer], { path: PATH, filter: query })}
${clear && countedList(context, { ...list, caption: texts.title, columns, rows, none: texts.none, search: name, noMatch: context.t.console.noMatch.app, reset: PATH, token, next: nextPageToken, total })}
</section>`;
  return { title: texts.title, body };
}

function filtersOf(
  context: PageContext,
  { name, word, scope, developer, order, view, query }: AppListFilter,
  counts: (state: string) => number | undefined,
) {
  const { apps: texts } = context.t.console;
  const { appStates, list } = context.t;
  const optionOf = (state: AppState) => ({ value: appStateKey(state), label: appStates[appStateKey(state)] });
  const options = APP_STATES.map(optionOf);
  const states = valueTabs(list.all, { name: "state", value: word, options: TABS.map(optionOf), counts });
  const tabs = [
    // A view has an order of its own, which its end removes.
    ...states.map(({ set, current, ...tab }) => ({
      ...tab,
      set: { ...set, installed: "", ...(view && { sort: "" }) },
      current: current && view === null,
    })),
    ...VIEW_KEYS.map((key, at) => ({
      label: texts.views[key],
      set: VIEWS[key],
      current: key === view,
      apart: at === 0,
    })),
  ];
  const other = tabs.some(({ current }) => current) ? undefined : options.find(({ value }) => value === word);
  return {
    search: { name: "name", label: texts.search, value: name },
    tabs: { label: texts.state, tabs },
    fields: [
      selectField({
        name: "state",
        label: texts.state,
        options: [{ value: "", label: list.all }, ...options],
        value: word,
        optional: true,
      }),
      inputField({
        name: "developer",
        label: texts.developerSearch,
        value: fieldText(developer.match),
        optional: true,
      }),
      inputField({ name: "scope", label: texts.scope, value: scope, optional: true }),
      orderField(context, order),
    ],
    chips: [
      ...(other === undefined ? [] : [{ label: texts.state, value: other.label, names: ["state"] }]),
      ...(query.installed === "no" && view === null
        ? [{ label: texts.views.notInstalled, value: "", names: ["installed"] }]
        : []),
      ...searchChips([developer]),
      ...(scope === "" ? [] : [{ label: texts.scope, value: scope, names: ["scope"] }]),
    ],
  };
}

/** The column of dates shows when the app was created if the list is in this order. */
function columnsOf({ t }: PageContext, list: SortedList): Column[] {
  const { apps: texts } = t.console;
  const date =
    list.order.key === "created"
      ? sortedColumn(list, texts.created, { key: "created", descending: true })
      : sortedColumn(list, texts.changed, { key: "updated", descending: true });
  return [
    sortedColumn(list, texts.app, { key: "name", descending: false }),
    { label: texts.developer, phone: "bare" },
    { label: texts.state, phone: "corner" },
    {
      ...sortedColumn(list, texts.installations, { key: "installations", descending: true }),
      phone: "bare",
      number: true,
    },
    date,
  ];
}

/** The states of the review queue: the groups of the queue, of which an unclaimed review is in the first. Null for other states. */
async function queueNote(context: PageContext, { word }: AppListFilter): Promise<Html | null> {
  if (word !== "submitted" && word !== "in_review") return null;
  const { apps: texts } = context.t.console;
  const queue = await readReviewQueue(context);
  if (countWaiting(queue) + queue.claims.length === 0) return null;
  const [waiting, claimed] = [countWaiting(queue), queue.claims.length].map((count) =>
    countText(context.language, count),
  );
  return html`<p class="muted queue-note"><small>${texts.inQueue(waiting!, claimed!)} <a href="/console">${texts.openQueue}</a></small></p>`;
}

/** The claims by app; empty if no listed app is in review. */
async function readClaims(context: PageContext, apps: readonly App[]): Promise<ReadonlyMap<string, ReviewClaim>> {
  if (!apps.some((app) => subjectOf(app).state === AppState.IN_REVIEW)) return new Map();
  const { claims } = await readReviewQueue(context);
  return new Map(claims.map((claim) => [claim.clientId, claim]));
}

/** The operator who reviews the app, below its state. */
function claimNote({ t }: PageContext, app: App, claims: Shown["claims"]): Html | null {
  const { apps: texts } = t.console;
  if (subjectOf(app).state !== AppState.IN_REVIEW) return null;
  const claim = claims.get(app.clientId);
  const note = claim === undefined ? texts.notClaimed : html`${texts.claimedBy} <b dir="auto">${claim.accountName}</b>`;
  return html`<small class="row-note">${note}</small>`;
}

interface Shown {
  order: Order;
  claims: ReadonlyMap<string, ReviewClaim>;
  suspension: AuditEvent | undefined;
  /** True if the name is similar to another one. */
  isSimilar: boolean;
}

function rowOf(context: PageContext, app: App, { order, claims, suspension, isSimilar }: Shown): HtmlValue[] {
  const { t } = context;
  const { pending } = app;
  const installations = Number(app.installationCount ?? 0);
  return [
    appCell(context, app, `${PATH}/${app.clientId}`, isSimilar ? similarMark(context, app) : undefined),
    html`<span class="short" title="${app.developerName}" dir="auto">${app.developerName}</span>`,
    html`${badgeRow([
      appStateBadge(context, app.state, "operator"),
      pending &&
        badge(appTone(pending.state, "operator"), t.console.apps.pending(t.appStates[appStateKey(pending.state)])),
    ])}${app.state === AppState.SUSPENDED ? suspensionNote(context, suspension, app) : claimNote(context, app, claims)}`,
    withUnit(installations.toLocaleString(context.language), t.console.apps.installationUnit(installations)),
    formatTimestamp(context, order.key === "created" ? app.createdAt : app.updatedAt),
  ];
}

function orderField({ t }: PageContext, order: Order): Html {
  const { sort, sorts } = t.list;
  return sortField(order, {
    label: sort,
    options: [
      { order: { key: "name", descending: false }, label: sorts.name },
      { order: { key: "installations", descending: true }, label: sorts.installations },
      { order: { key: "installations", descending: false }, label: sorts.fewest },
      { order: { key: "created", descending: true }, label: sorts.created },
      { order: { key: "updated", descending: true }, label: sorts.updated },
      { order: { key: "updated", descending: false }, label: sorts.waiting },
    ],
  });
}
