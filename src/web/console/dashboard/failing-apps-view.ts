import type { AppFailures } from "../../../../gen/latchkey/v1/platform_service_pb.ts";
import { formatCount, formatRate, shareBar } from "../../components/chart.ts";
import { type Html, html } from "../../components/html.ts";
import { icon } from "../../components/icon.ts";
import { listTable, pathWith } from "../../components/list.ts";
import {
  hasRisen,
  isHighShare,
  REFUSED_MIN,
  type Refusals,
  refusalsBefore,
  refusalsOf,
  refusalsOfLastDay,
} from "../../components/platform/sums.ts";
import type { PageContext } from "../../router/page-router.ts";
import type { Shown } from "./period.ts";
import { periodHeading } from "./period-heading.ts";

/** The apps with most refused refreshes, those with a high share first, and the share of these in all refreshes. */
export function failingApps(
  context: PageContext,
  apps: readonly AppFailures[],
  { shown, usual }: { shown: Shown; usual: number },
): Html {
  const { dashboard: texts } = context.t.console;
  const { failuresName } = shown;
  const table = shown.period === "hours" ? dayTable(context, apps) : null;
  const { columns, rows } = table ?? periodTable(context, apps);
  const rankOf = ({ share }: FailureTable["rows"][number]) => (isHighShare(share, usual) ? 0 : 1);
  rows.sort((a, b) => rankOf(a) - rankOf(b));
  const highest = Math.max(...rows.filter(({ share }) => !isFew(share, usual)).map(({ share }) => share.share));
  const cells = rows.map(({ app: { clientId, name }, counts, share }) => [
    html`<a href="${pathWith("/console/installations", { app: clientId })}" dir="auto">${name}</a>`,
    ...counts.map((count) => refusedOf(context, count)),
    shareOf(context, share, { usual, highest }),
  ]);
  const numbers = columns.map((label) => ({ label, number: true }));
  const caption = `${texts.failingApps}, ${failuresName}`;
  return html`<section class="${table === null ? "card numbers" : "card numbers by-day"}" aria-labelledby="failing-apps">${periodHeading("failing-apps", texts.failingApps, failuresName)}
${listTable({ caption, columns: [texts.app, ...numbers], rows: cells, none: "" })}</section>`;
}

interface FailureTable {
  /** The columns after the app. */
  columns: string[];
  rows: { app: AppFailures; counts: Refusals[]; share: Refusals }[];
}

function periodTable({ t }: PageContext, apps: readonly AppFailures[]): FailureTable {
  const { refused, refusedShare } = t.console.dashboard;
  const rows = apps.map((app) => ({ app, counts: [refusalsOf(app)], share: refusalsOf(app) }));
  return { columns: [refused, refusedShare], rows };
}

/** The counts of each of two days, most of today first; null with a core of the previous release, which only adds them up. */
function dayTable({ t }: PageContext, apps: readonly AppFailures[]): FailureTable | null {
  const { refusedToday, refusedYesterday, refusedShareToday } = t.console.dashboard;
  const rows = apps.flatMap((app) => {
    const today = refusalsOfLastDay(app);
    return today === null ? [] : [{ app, counts: [today, refusalsBefore(app, today)], share: today }];
  });
  if (rows.length < apps.length) return null;
  // The core orders them by the sum of both days.
  rows.sort((a, b) => b.share.refused - a.share.refused);
  return { columns: [refusedToday, refusedYesterday, refusedShareToday], rows };
}

function refusedOf({ language, t }: PageContext, { refused, all }: Refusals): Html {
  const of = t.console.dashboard.refusedOf(formatCount(language, all));
  return html`${formatCount(language, refused)} <small class="refused-of">${of}</small>`;
}

/** The share of fewer refreshes says little. */
const REFRESHES_MIN = 100;

/** True if the share says little: of few refreshes, or above the usual rate by a few refusals only. */
function isFew(count: Refusals, usual: number): boolean {
  if (isHighShare(count, usual)) return false;
  return count.all < REFRESHES_MIN || (hasRisen(count.share, usual) && count.refused < REFUSED_MIN);
}

/** The share, with a bar that compares it with the highest one of the list unless it says little. */
function shareOf(
  { language, t }: PageContext,
  count: Refusals,
  { usual, highest }: { usual: number; highest: number },
) {
  if (count.all === 0) return "–";
  const { highShare, fewRefreshes, fewRefusals } = t.console.dashboard;
  const { share, all } = count;
  const text = formatRate(language, share);
  if (isFew(count, usual))
    return html`<span class="share-few">${text}<small>${all < REFRESHES_MIN ? fewRefreshes : fewRefusals}</small></span>`;
  const isHigh = isHighShare(count, usual);
  const marked =
    isHigh && html`<span class="share-high">${icon("warning")} ${text} <span class="sr">${highShare}</span></span>`;
  return html`${shareBar(share, highest)} ${marked || html`<span>${text}</span>`}`;
}
