import type { Account } from "../../../../gen/latchkey/v1/account_service_pb.ts";
import { badge, badgeRow } from "../../components/badges.ts";
import { type Html, html } from "../../components/html.ts";
import { type IconName, icon, rowIcon } from "../../components/icon.ts";
import { letterTile } from "../../components/letter-tile.ts";
import { linkButton, pageHeader } from "../../components/page-header.ts";
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
  const { account, shops, closed } = page;
  const hasShops = shops.length > 0 || closed.length > 0 || !(account.developer || account.operator);
  const tasks = tasksOf(frame, page);
  const sites = sitesOf({ t }, account).filter(({ href }) => href !== "/connected-apps");
  return html`${header(frame, account)}
${attention(frame, page, tasks)}
${sites.map((site, at) => siteCard(frame, site, at === 0 && tasks.length === 0))}
${hasShops && shopsCard(frame, shops, closed)}`;
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

const DASHBOARD = "/console/dashboard";

/** A link to each thing that needs the account; for an operator also that nothing does, and the way to the dashboard. */
function attention(frame: Frame, page: StartPage, tasks: readonly Task[]): Html | null {
  const { home } = frame.t;
  const dashboard =
    page.queue !== null && html`<p class="actions">${linkButton(DASHBOARD, home.dashboardOpen, "secondary")}</p>`;
  if (tasks.length === 0) {
    if (page.queue === null) return null;
    const { inReview } = page.queue;
    const content = html`<p>${home.noReviews} ${inReview > 0 && home.inReview(inReview)}</p>${dashboard}`;
    return statusPanel({ tone: "good", mark: icon("check"), title: home.nothingToDo, content });
  }
  const count = tasks.length + countUnlisted(page);
  const others = count - Math.min(tasks.length, TASKS_MAX);
  const more = html`${others > 0 && html`<p><small>${home.moreTasks(others)}</small></p>`}${dashboard}`;
  return taskCard(frame, tasks.slice(0, TASKS_MAX), { count, more });
}

const ICONS: Readonly<Record<string, IconName>> = { "/console": "shield", "/portal": "terminal" };

/** The card of a site. The first card has the primary button, unless something needs attention. */
function siteCard(frame: Frame, { href, label, about, open }: Site, isPrimary: boolean): Html {
  const links = siteLinks(frame, href).map(([path, name]) => html`<li><a href="${path}">${name}</a></li>`);
  return html`<section class="card site"><div class="site-head">${rowIcon(ICONS[href] ?? "apps")}<div><h2>${label}</h2><p class="muted">${about}</p></div>
<a class="button ${!isPrimary && "secondary outline"}" href="${href}">${open}</a></div>
<ul class="links site-links">${links}</ul></section>`;
}

/** The most used pages of a site. */
function siteLinks({ t }: Pick<Frame, "t">, site: string): (readonly [path: string, name: string])[] {
  const { sections } = t.console;
  if (site === "/console")
    return [
      ["/console/apps", sections.apps],
      ["/console/installations", sections.installations],
      ["/console/merchants", sections.merchants],
    ];
  const { portal } = t;
  return [
    ["/portal/test-merchants", portal.sections.testMerchants],
    ["/portal/team", portal.team.title],
    ["/docs", t.docs.title],
  ];
}
