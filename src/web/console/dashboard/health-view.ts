import { formatCount, formatRate, stackedBar } from "../../components/chart.ts";
import { type Figure, figureList } from "../../components/figures.ts";
import { type Html, html } from "../../components/html.ts";
import { type Counts, connectedOf } from "../../components/installation/health-tabs.ts";
import { pathWith } from "../../components/list.ts";
import { COUNT_LIMIT } from "../../components/list-filter.ts";
import type { PageContext } from "../../router/page-router.ts";
import { periodHeading } from "./period-heading.ts";

/** The parts of all installations, with the colours of their badges. Two are amber; that of the future is pale. */
const PARTS = [
  { tab: "healthy", health: "healthy", part: "good" },
  { tab: "expiresSoon", health: "expires_soon", part: "warn" },
  { tab: "needsAttention", health: "needs_attention", part: "strong" },
  { tab: "suspended", health: "stopped", part: "plain" },
] as const;

/** The health of all installations, as figures that lead to their lists; null without installations. */
export function healthView(context: PageContext, counts: Counts | null): Html | null {
  if (counts === null) return null;
  const { dashboard: texts } = context.t.console;
  const { partial } = counts;
  const all = connectedOf(counts);
  if (all === 0) return null;
  const figures = PARTS.map(({ tab, health, part }): Figure => {
    const count = counts[tab];
    return {
      href: pathWith("/console/installations", { health }),
      name: context.t.installation.tabs[tab],
      value: formatCount(context.language, Math.min(count, COUNT_LIMIT)),
      note: formatRate(context.language, (100 * count) / all),
      part,
      ...(part === "strong" && count > 0 && { tone: "warn" }),
    };
  });
  return html`<section class="card" aria-labelledby="health"><div class="card-head">${periodHeading("health", texts.health, texts.healthPeriod)}
<p class="muted"><small>${partial ? texts.healthOfNewest : texts.healthNow(all)}</small></p></div>
${stackedBar(PARTS.map(({ tab, part }) => ({ part, count: counts[tab] })))}
${figureList(figures)}</section>`;
}
