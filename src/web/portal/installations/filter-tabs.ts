import type { CountInstallationsResponse } from "../../../../gen/latchkey/v1/installation_service_pb.ts";
import { formatCount } from "../../components/chart.ts";
import { type Html, html } from "../../components/html.ts";
import { pathWith } from "../../components/list.ts";
import type { PageContext } from "../../router/page-router.ts";
import type { InstallationFilter } from "./filter.ts";

export type Counts = Omit<CountInstallationsResponse, "$typeName" | "$unknown">;

type TabName = "all" | Exclude<keyof Counts, "partial">;

type Tone = "bad" | "warn" | "plain";

interface Tab {
  name: TabName;
  filter: Pick<InstallationFilter, "state" | "health">;
  /** The colour of a count above zero. */
  tone: Tone;
}

const TABS: readonly Tab[] = [
  { name: "all", filter: { state: "", health: "" }, tone: "plain" },
  { name: "needsAttention", filter: { state: "", health: "needs_attention" }, tone: "bad" },
  { name: "expiresSoon", filter: { state: "", health: "expires_soon" }, tone: "warn" },
  { name: "healthy", filter: { state: "", health: "healthy" }, tone: "plain" },
  { name: "suspended", filter: { state: "suspended", health: "" }, tone: "plain" },
  { name: "uninstalled", filter: { state: "uninstalled", health: "" }, tone: "plain" },
];

/** Links to the parts of the list, with the number of entries of each. A search remains. */
export function filterTabs(context: PageContext, path: string, filter: InstallationFilter, counts: Counts): Html {
  const texts = context.t.portal.installations;
  const items = TABS.map((tab) => {
    const isCurrent = tab === currentTab(filter);
    const href = pathWith(path, { search: filter.search, ...tab.filter });
    return html`<li><a href="${href}" ${isCurrent && html`aria-current="page"`}>${texts.tabs[tab.name]}${countMark(context, tab, counts)}</a></li>`;
  });
  return html`<nav class="filter-tabs" aria-label="${texts.tabsLabel}"><ul>${items}</ul></nav>`;
}

/** The tab of a filter; undefined for a filter that only an address has, such as an older one by health. */
export function currentTab({ state, health }: InstallationFilter): Tab | undefined {
  return TABS.find((tab) => tab.filter.state === state && tab.filter.health === health);
}

/** Counts above this number are not exact. */
const MOST = 1000;

function countMark({ language }: PageContext, { name, tone }: Tab, counts: Counts): Html | null {
  if (name === "all") return null;
  const count = counts[name];
  const isOfPart = counts.partial && (name === "needsAttention" || name === "expiresSoon" || name === "healthy");
  // None of the newest installations does not mean none at all.
  if (count === 0 && isOfPart) return null;
  const text = `${formatCount(language, Math.min(count, MOST))}${isOfPart || count > MOST ? "+" : ""}`;
  return html` <span class="${`tab-count tab-count-${count > 0 ? tone : "plain"}`}">${text}</span>`;
}
