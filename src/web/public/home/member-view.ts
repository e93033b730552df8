import type { Account } from "../../../../gen/latchkey/v1/account_service_pb.ts";
import { badge, badgeRow } from "../../components/badges.ts";
import { formatCount, formatRate } from "../../components/chart.ts";
import { type Figure, figureList } from "../../components/figures.ts";
import { type Html, html } from "../../components/html.ts";
import { type IconName, icon } from "../../components/icon.ts";
import { letterTile } from "../../components/letter-tile.ts";
import { pageHeader } from "../../components/page-header.ts";
import { errorRateOf, isAboveUsual, sumOf } from "../../components/platform/sums.ts";
import { countWaiting, rateSince, type Task, taskCard } from "../../components/platform/tasks.ts";
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
${sites.length > 0 && html`<div class="columns">${sites.map((site, at) => siteCard(frame, site, page, at === 0 && tasks.length === 0))}</div>`}
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
  const figures = href === "/console" ? consoleFigures(frame, page) : [];
  return html`<section class="card">${icon(ICONS[href] ?? "apps")}<h2>${label}</h2><p>${about}</p>
${figures.length > 0 && html`<div class="site-figures">${figureList(figures)}</div>`}
<ul class="links site-links">${links}</ul>
<p class="actions card-end"><a class="button ${!isPrimary && "secondary outline"}" href="${href}">${open}</a></p></section>`;
}

/** The figures of the platform, as the queue and the dashboard show them. */
function consoleFigures(frame: Frame, { queue, dashboard }: StartPage): Figure[] {
  const { language, t } = frame;
  const { dashboard: texts } = t.console;
  const { waiting, forReview } = t.home.figures;
  const figures: Figure[] = [];
  if (queue !== null) {
    const value = formatCount(language, countWaiting(queue));
    figures.push({ href: "/console", name: waiting, value, note: forReview });
  }
  if (dashboard !== null) {
    const { hours } = dashboard;
    const note = texts.short.hours;
    const rate = formatRate(language, errorRateOf(hours));
    const since = rateSince(frame, dashboard);
    const rateNote = html`${note}${since && html`<br>${since}`}`;
    const isBad = isAboveUsual(dashboard);
    const installs = formatCount(language, sumOf(hours, "installs"));
    figures.push(
      { href: "/console/dashboard#classes", name: texts.errorRate, value: rate, note: rateNote, isBad },
      { href: "/console/dashboard", name: texts.installs, value: installs, note },
    );
  }
  return figures;
}

/** The most used pages of a site, besides those of its figures. */
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
