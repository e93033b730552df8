import type { Account } from "../../../../gen/latchkey/v1/account_service_pb.ts";
import type { DashboardPeriod, GetDashboardResponse } from "../../../../gen/latchkey/v1/platform_service_pb.ts";
import { badge, badgeRow } from "../../components/badges.ts";
import { changeView, formatCount, formatRate } from "../../components/chart.ts";
import { changeOf, comparisonOf } from "../../components/comparison.ts";
import { type Figure, figureList } from "../../components/figures.ts";
import { type Html, html } from "../../components/html.ts";
import { type IconName, icon, rowIcon } from "../../components/icon.ts";
import { type Counts, connectedOf } from "../../components/installation/health-tabs.ts";
import { letterTile } from "../../components/letter-tile.ts";
import { pathWith } from "../../components/list.ts";
import { COUNT_LIMIT } from "../../components/list-filter.ts";
import { pageHeader } from "../../components/page-header.ts";
import { errorRateOf, isAboveUsual, sumOf, tenthsOf, tokensOf, usualRateOf } from "../../components/platform/sums.ts";
import { type Task, taskCard } from "../../components/platform/tasks.ts";
import { statusPanel } from "../../components/status-panel.ts";
import type { Frame } from "../../layout/frame.ts";
import { nameOf } from "../../layout/layout.ts";
import { type Site, sitesOf } from "../../layout/sites.ts";
import type { StartPage } from "./read.ts";
import { shopsCard } from "./shops-view.ts";
import { countUnlisted, tasksOf } from "./tasks.ts";

/**
 * The start page of a signed-in account: what needs attention, its sites, then its shops. Operators and developers without shops see nothing
 * about shops.
 */
export function memberPage(frame: Frame, page: StartPage): Html {
  const { t } = frame;
  const { account, shops } = page;
  const hasShops = shops.length > 0 || !(account.developer || account.operator);
  const tasks = tasksOf(frame, page);
  const sites = sitesOf({ t }, account).filter(({ href }) => href !== "/connected-apps");
  return html`${header(frame, account)}
${attention(frame, page, tasks)}
${sites.map((site, at) => siteCard(frame, site, page, at === 0 && tasks.length === 0))}
${hasShops && shopsCard(frame, shops)}`;
}

function header({ t }: Frame, account: Account): Html {
  const roles = [
    account.operator && badge("label", t.home.operator),
    account.developer && badge("label", t.home.developer),
  ];
  return pageHeader(
    { t },
    {
      image: letterTile(nameOf(account), "person-large"),
      title: t.home.greeting(nameOf(account)),
      badges: badgeRow(roles),
      lead: account.name !== "" && account.email,
    },
  );
}

/** The number of tasks that are shown. */
const TASKS_MAX = 6;

/** A link to each thing that needs the account; for an operator also that nothing does. */
function attention(frame: Frame, page: StartPage, tasks: readonly Task[]): Html | null {
  const { home } = frame.t;
  if (tasks.length === 0) {
    if (page.queue === null) return null;
    const { inReview } = page.queue;
    const content = html`<p>${home.noReviews} ${inReview > 0 && home.inReview(inReview)}</p>`;
    return statusPanel({ tone: "good", mark: icon("check"), title: home.nothingToDo, content });
  }
  const count = tasks.length + countUnlisted(page);
  const others = count - Math.min(tasks.length, TASKS_MAX);
  const more = others > 0 && html`<p><small>${home.moreTasks(others)}</small></p>`;
  return taskCard(frame, tasks.slice(0, TASKS_MAX), { count, more });
}

const ICONS: Readonly<Record<string, IconName>> = { "/console": "shield", "/portal": "terminal" };

/** The card of a site. The first card has the primary button, unless something needs attention. */
function siteCard(frame: Frame, { href, label, about, open }: Site, page: StartPage, isPrimary: boolean): Html {
  const links = siteLinks(frame, href).map(([path, name]) => html`<li><a href="${path}">${name}</a></li>`);
  return html`<section class="card site"><div class="site-head">${rowIcon(ICONS[href] ?? "apps")}<div><h2>${label}</h2><p class="muted">${about}</p></div>
<a class="button ${!isPrimary && "secondary outline"}" href="${href}">${open}</a></div>
${href === "/console" && page.dashboard && consoleFigures(frame, page.dashboard, page.health)}
<ul class="links site-links">${links}</ul></section>`;
}

/** The figures of 24 hours, as the dashboard shows them. A high error rate and waiting apps are among the open tasks. */
function consoleFigures(frame: Frame, dashboard: GetDashboardResponse, health: Counts | null): Html {
  const { language, t } = frame;
  const { dashboard: texts } = t.console;
  const { hours, hoursBefore } = dashboard;
  const before = hoursBefore === undefined ? [] : [hoursBefore];
  const figure = (name: string, countOf: (periods: readonly DashboardPeriod[]) => number): Figure => {
    const change = changeOf(frame, { count: countOf(hours), before: countOf(before) });
    const value = formatCount(language, countOf(hours));
    const note = change && html`${changeView(change)} ${comparisonOf(frame, countOf(before), null)}`;
    return { href: "/console/dashboard", name, value, note };
  };
  const counts = [figure(texts.installs, (periods) => sumOf(periods, "installs")), figure(texts.tokens, tokensOf)];
  const figures = [
    ...counts,
    ...(isAboveUsual(dashboard) ? [] : [rateFigure(frame, dashboard)]),
    ...(health === null || connectedOf(health) === 0 ? [] : [activeFigure(frame, health)]),
  ];
  return html`<div class="site-figures"><p class="muted"><small>${texts.hours}</small></p>${figureList(figures)}</div>`;
}

function rateFigure(frame: Frame, dashboard: GetDashboardResponse): Figure {
  const { language, t } = frame;
  const { dashboard: texts } = t.console;
  const [rate, usual] = [errorRateOf(dashboard.hours), usualRateOf(dashboard)];
  const change = changeOf(frame, { count: tenthsOf(rate), before: tenthsOf(usual) });
  return {
    href: "/console/dashboard#classes",
    name: texts.errorRate,
    value: formatRate(language, rate),
    note: usual > 0 && html`${change && changeView(change)} ${texts.againstUsual(formatRate(language, usual))}`,
  };
}

/** The active installations, as far as the core counts them. */
function activeFigure({ language, t }: Frame, health: Counts): Figure {
  const { healthy, partial } = health;
  return {
    href: pathWith("/console/installations", { health: "healthy" }),
    name: t.home.active,
    value: formatCount(language, Math.min(healthy, COUNT_LIMIT)),
    note: partial ? t.home.activeOfNewest : t.home.activeOf(formatCount(language, connectedOf(health))),
  };
}

/** The most used pages of a site. */
function siteLinks({ t }: Pick<Frame, "t">, site: string): (readonly [path: string, name: string])[] {
  const { sections } = t.console;
  if (site === "/console")
    return [
      ["/console/dashboard", sections.dashboard],
      ["/console/apps", sections.apps],
      ["/console/merchants", sections.merchants],
    ];
  const { portal } = t;
  return [
    ["/portal/test-merchants", portal.sections.testMerchants],
    ["/portal/team", portal.team.title],
    ["/docs", t.docs.title],
  ];
}
