import type { App, AppStatisticsDay } from "../../../../gen/latchkey/v1/app_service_pb.ts";
import { formatCount } from "../../components/chart.ts";
import { type Figure, figureList } from "../../components/figures.ts";
import { type Html, html } from "../../components/html.ts";
import type { Counts } from "../../components/installation/health-tabs.ts";
import { countText } from "../../components/list-filter.ts";
import { isOlder } from "../../components/timestamp.ts";
import type { PageContext } from "../../router/page-router.ts";
import { failuresOf } from "../installations/failures.ts";

export interface Summary {
  app: App;
  installationCount: number;
  /** Null if the core cannot count. */
  counts: Counts | null;
  days: readonly AppStatisticsDay[];
}

/** The installations of an app, their health and their failures, each a link to the entries behind it; null before the first install. */
export function summarySection(context: PageContext, path: string, summary: Summary): Html | null {
  const { installationCount, counts, days } = summary;
  const texts = context.t.portal.app.summary;
  const figures = figuresOf(context, `${path}/installations`, summary);
  if (installationCount === 0 && !counts?.uninstalled && failuresOf(context, days).total === 0) return null;
  return html`<section class="card" aria-labelledby="summary"><h2 id="summary" class="sr">${texts.title}</h2>${figureList(figures)}</section>`;
}

function figuresOf(context: PageContext, path: string, { app, installationCount, counts, days }: Summary): Figure[] {
  const { language, t } = context;
  const texts = t.portal.app.summary;
  const failures = failuresOf(context, days);
  const installs = days.slice(-30).reduce((sum, day) => sum + Number(day.installs), 0);
  const all: Figure = {
    href: path,
    name: texts.installations,
    value: formatCount(language, installationCount),
    // Of a new app, all installs are in these days; those that are missing are not counted yet.
    note: installs < installationCount && !isOlder(app.createdAt, 29) ? texts.installsFollow : texts.installs(installs),
  };
  const failed: Figure = {
    href: `${path}#charts`,
    name: texts.failures,
    value: formatCount(language, failures.total),
    note: failures.comparison,
    ...(failures.hasRisen && { tone: "bad", explains: true }),
  };
  if (counts === null) return [all, failed];
  const { needsAttention, expiresSoon, partial } = counts;
  const urgent: Figure = {
    href: `${path}?health=needs_attention`,
    name: t.installation.tabs.needsAttention,
    value: countText(language, needsAttention, partial),
    note: texts.expiring(expiresSoon),
    ...(needsAttention > 0 && { tone: "warn" }),
  };
  return [all, urgent, failed];
}
