import { type App, AppState } from "../../../../gen/latchkey/v1/app_service_pb.ts";
import { appCell } from "../../components/app-card.ts";
import { type AppCounts, tabCounts } from "../../components/app-counts.ts";
import { appStateBadge, appTone, badge, badgeRow } from "../../components/badges.ts";
import { APP_STATES, appStateKey } from "../../components/enum-names.ts";
import { selectField } from "../../components/fields.ts";
import { type Html, type HtmlValue, html } from "../../components/html.ts";
import { type IconName, rowIcon } from "../../components/icon.ts";
import { countedList } from "../../components/list.ts";
import { listFilter, valueTabs } from "../../components/list-filter.ts";
import { linkButton, pageHeader } from "../../components/page-header.ts";
import { type Order, sortedColumn, sortField } from "../../components/sort.ts";
import { formatTimestamp } from "../../components/timestamp.ts";
import type { PageContext } from "../../router/page-router.ts";
import { attentionPath, pathOf, wasApproved } from "../own-app.ts";
import { type Problems, urgenciesOf } from "../urgency.ts";
import { NO_PROBLEMS, urgentTasks } from "./tasks-view.ts";

export interface AppListView {
  apps: readonly App[];
  /** The problems of the apps that have some, by client id. */
  problems: ReadonlyMap<string, Problems>;
  filter: { q: string; state: string };
  order: Order;
  counted: AppCounts;
  token: string;
  next: string;
}

/** The list of apps, or the first steps of a developer without apps. */
export function appListPage(context: PageContext, view: AppListView): Html {
  const { apps, filter, token, problems } = view;
  const texts = context.t.portal.apps;
  const isWhole = filter.q === "" && filter.state === "" && token === "";
  const isNew = apps.length === 0 && isWhole;
  const tasks = isWhole ? urgentTasks(context, apps, problems) : null;
  const create = linkButton("/portal/apps/new", texts.create, tasks ? "secondary" : "primary");
  return html`${pageHeader(context, { title: texts.title, actions: !isNew && create })}
${tasks}
${isNew ? firstStepsCard(context) : html`<section class="card">${search(context, view)}${table(context, view)}${twiceNote(context, view)}</section>`}
${isNew || isShort(view) ? startCard(context) : null}`;
}

/** A list of fewer apps leaves room for the pages with which a developer starts. */
const FEW = 3;

function isShort({ apps, filter, token, next }: AppListView): boolean {
  return apps.length < FEW && filter.q === "" && filter.state === "" && token === "" && next === "";
}

function startCard({ t }: PageContext): Html {
  const { sections, team, apps } = t.portal;
  const { quickstart } = t.docs.pages;
  const links: [IconName, string, string, string][] = [
    ["play", "/docs/quickstart", quickstart.title, quickstart.summary],
    ["flask", "/portal/test-merchants", sections.testMerchants, apps.start.testMerchants],
    ["people", "/portal/team", team.title, apps.start.team],
    ["link", "/portal/check", sections.check, apps.start.check],
  ];
  const items = links.map(
    ([name, href, label, more]) =>
      html`<li class="row-link">${rowIcon(name)}<div><a href="${href}">${label}</a><small>${more}</small></div></li>`,
  );
  return html`<section class="card" aria-labelledby="start"><h2 id="start">${apps.start.title}</h2><ul class="rows start-links">${items}</ul></section>`;
}

function firstStepsCard({ t }: PageContext): Html {
  const texts = t.portal.apps.empty;
  const steps = texts.steps.map(
    ([title, text], at) =>
      html`<li><span class="avatar" aria-hidden="true">${at + 1}</span><div><h3>${title}</h3><p>${text}</p></div></li>`,
  );
  return html`<section class="card"><h2>${texts.title}</h2>
<p class="muted">${texts.lead}</p>
<ol class="how-steps">${steps}</ol>
<p class="actions"><a class="button" href="/portal/apps/new">${t.portal.apps.create}</a> <a href="/portal/test-merchants">${t.portal.sections.testMerchants}</a></p>
</section>`;
}

/** The states with a tab even without apps; the filter offers all. */
const TABS = [AppState.DRAFT, AppState.SUBMITTED, AppState.CHANGES_REQUESTED, AppState.APPROVED];

function search(context: PageContext, { filter, order, counted }: AppListView): Html {
  const { t } = context;
  const texts = t.portal.apps;
  const optionOf = (state: AppState) => ({ value: appStateKey(state), label: t.appStates[appStateKey(state)] });
  const counts = tabCounts(counted);
  const options = APP_STATES.map(optionOf);
  const withTab = APP_STATES.filter(
    (state) => TABS.some((tab) => tab === state) || (counts(appStateKey(state)) ?? 0) > 0,
  );
  const tabs = valueTabs(t.list.all, { name: "state", value: filter.state, options: withTab.map(optionOf), counts });
  const other = tabs.some(({ current }) => current) ? undefined : options.find(({ value }) => value === filter.state);
  return listFilter(context, {
    path: "/portal",
    filter,
    sort: context.query.one("sort") ?? "",
    search: { name: "q", label: texts.search, value: filter.q },
    tabs: { label: texts.state, tabs },
    fields: [
      selectField({
        name: "state",
        label: texts.state,
        options: [{ value: "", label: t.list.all }, ...options],
        value: filter.state,
        optional: true,
      }),
      sortField(order, {
        label: t.list.sort,
        options: [
          { order: { key: "name", descending: false }, label: t.list.sorts.name },
          { order: { key: "installations", descending: true }, label: t.list.sorts.installations },
          { order: { key: "updated", descending: true }, label: t.list.sorts.updated },
        ],
      }),
    ],
    chips: other === undefined ? [] : [{ label: texts.state, value: other.label, names: ["state"] }],
  });
}

/** Says why the counts of the tabs add up to more than all: an app with a revision counts in two states. */
function twiceNote({ t }: PageContext, { counted }: AppListView): Html | null {
  const sum = counted.stateCounts.reduce((before, { count }) => before + count, 0);
  return sum > counted.appCount ? html`<p class="muted"><small>${t.portal.apps.inTwoTabs}</small></p>` : null;
}

function table(context: PageContext, view: AppListView): Html {
  const { apps, filter, order, token, next } = view;
  const { columns, title, none } = context.t.portal.apps;
  const sorting = { path: "/portal", filter, order };
  const changed = sortedColumn(sorting, columns.changed, { key: "updated", descending: true });
  return countedList(context, {
    caption: title,
    columns: [
      sortedColumn(sorting, columns.app, { key: "name", descending: false }),
      { label: columns.state, phone: "corner" },
      { ...sortedColumn(sorting, columns.installations, { key: "installations", descending: true }), number: true },
      { label: columns.next, phone: "bare" },
      order.key === "updated" ? changed : { ...changed, phone: "none" },
    ],
    rows: apps.map((app) => row(context, app, view.problems.get(app.clientId) ?? NO_PROBLEMS)),
    none,
    path: "/portal",
    filter,
    sort: context.query.one("sort") ?? "",
    search: filter.q,
    token,
    next,
  });
}

function row(context: PageContext, app: App, problems: Problems): HtmlValue[] {
  const { t } = context;
  const { pending } = app;
  const revision =
    pending &&
    badge(appTone(pending.state, "developer"), t.portal.app.revisionState(t.appStates[appStateKey(pending.state)]));
  return [
    appCell(context, app, pathOf(app)),
    badgeRow([appStateBadge(context, app.state, "developer"), revision]),
    installations(context, app, problems),
    nextStep(context, app, problems),
    formatTimestamp(context, app.updatedAt),
  ];
}

/** The number of installations, with a link to those that need attention. Before its approval, an app is only on test merchants. */
function installations({ language, t }: PageContext, app: App, { needsAttention }: Problems): HtmlValue {
  const texts = t.portal.apps;
  const count = Number(app.installationCount ?? 0);
  const shown = count.toLocaleString(language);
  const tests = count > 0 && !wasApproved(app) && html`<br><small class="muted">${texts.testOnly}</small>`;
  if (needsAttention === 0) return html`${shown}${tests}`;
  const text = texts.attention(needsAttention);
  return html`${shown}${tests}<br><small><a class="figure-warn nowrap" href="${attentionPath(app)}">${text}</a></small>`;
}

/** The first step: an urgent one, else that of the state. */
function nextStep({ t }: PageContext, app: App, problems: Problems): string {
  const { next } = t.portal.apps;
  const [urgency] = urgenciesOf(app, problems);
  if (urgency !== undefined) return next[urgency];
  const { state } = app.pending ?? app;
  return next[app.pending?.state === AppState.DRAFT ? "revision" : appStateKey(state)];
}
