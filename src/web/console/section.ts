import { formatCount } from "../components/chart.ts";
import { type Html, html } from "../components/html.ts";
import type { Frame } from "../layout/frame.ts";
import { linkList } from "../layout/sites.ts";
import type { PageContext, Section } from "../router/page-router.ts";

/** The pages for operators. */
export const CONSOLE: Section = {
  isAllowed: ({ operator }) => operator,
  forbidden: "operators_only",
  secondFactorPath: "/account/security?required=yes",
  title: ({ t }) => t.console.title,
  navigation: consoleNavigation,
  async counts({ web, call }) {
    return { queue: (await web.clients.reviews.getReviewQueue({}, call)).waiting };
  },
};

type Counted = Frame & Partial<Pick<PageContext, "counts">>;

/** Links to the pages of the console. */
export function consoleNavigation(context: Counted): Html {
  const { sections, navigation } = context.t.console;
  const links = Object.entries(sections).map(([key, label]) => {
    if (key === "queue") return { href: "/console", label, above: null, extra: waitingCount(context) };
    return { href: `/console/${key}`, label };
  });
  return html`<nav class="sections" aria-label="${navigation}">${linkList(context, links)}</nav>`;
}

/** The number of submitted apps and revisions. The core counts up to 1,000. */
function waitingCount({ t, counts = {}, language }: Counted): Html | null {
  const { queue = 0 } = counts;
  if (queue === 0) return null;
  return html` <span class="nav-count">${formatCount(language, queue)}<span class="sr"> ${t.console.waiting}</span></span>`;
}
