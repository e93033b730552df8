import { formatCount, formatRate } from "../../components/chart.ts";
import { type Figure, figureList } from "../../components/figures.ts";
import { type Html, html } from "../../components/html.ts";
import type { Counts, TabName } from "../../components/installation/health-tabs.ts";
import { pathWith } from "../../components/list.ts";
import { COUNT_LIMIT } from "../../components/list-filter.ts";
import type { PageContext } from "../../router/page-router.ts";

/** The health of all installations, as figures that lead to their lists; null without installations. */
export function healthView(context: PageContext, counts: Counts | null): Html | null {
  if (counts === null) return null;
  const { dashboard: texts } = context.t.console;
  const { healthy, expiresSoon, needsAttention, suspended, partial } = counts;
  const all = healthy + expiresSoon + needsAttention + suspended;
  if (all === 0) return null;
  const figure = (name: TabName, health: string, count: number): Figure => ({
    href: pathWith("/console/installations", { health }),
    name: context.t.installation.tabs[name],
    value: formatCount(context.language, Math.min(count, COUNT_LIMIT)),
    note: formatRate(context.language, (100 * count) / all),
  });
  const figures = [
    figure("healthy", "healthy", healthy),
    figure("expiresSoon", "expires_soon", expiresSoon),
    { ...figure("needsAttention", "needs_attention", needsAttention), isBad: needsAttention > 0 },
    figure("suspended", "stopped", suspended),
  ];
  return html`<section class="card" aria-labelledby="health"><div class="card-head"><h2 id="health">${texts.health}</h2>
<p class="muted"><small>${partial ? texts.healthOfNewest : texts.healthNow(all)}</small></p></div>
${figureList(figures)}</section>`;
}
