import type { ListTab } from "../../components/list-filter.ts";
import type { PageContext } from "../../router/page-router.ts";
import type { Counts } from "./counts.ts";
import type { InstallationFilter } from "./filter.ts";

interface Tab {
  name: "all" | Exclude<keyof Counts, "partial">;
  filter: Pick<InstallationFilter, "state" | "health">;
  /** The colour of a count above zero. */
  tone?: ListTab["tone"];
}

const TABS: readonly Tab[] = [
  { name: "all", filter: { state: "", health: "" } },
  { name: "needsAttention", filter: { state: "", health: "needs_attention" }, tone: "bad" },
  { name: "expiresSoon", filter: { state: "", health: "expires_soon" }, tone: "warn" },
  { name: "healthy", filter: { state: "", health: "healthy" } },
  { name: "suspended", filter: { state: "", health: "stopped" } },
  { name: "uninstalled", filter: { state: "uninstalled", health: "" } },
];

/** The parts of the list, with the number of entries of each. @param counts null for a core that knows no part by health */
export function filterTabs({ t }: PageContext, filter: InstallationFilter, counts: Counts | null): ListTab[] {
  const { tabs } = t.portal.installations;
  return TABS.filter((tab) => counts !== null || tab.filter.health === "").map((tab) => {
    const { name, filter: set, tone } = tab;
    const count = name === "all" ? undefined : counts?.[name];
    const atLeast = counts?.partial === true && set.health !== "";
    return {
      ...{ label: tabs[name], set, current: tab === currentTab(filter), atLeast },
      // None of the newest installations does not mean none at all.
      count: atLeast && count === 0 ? undefined : count,
      tone: count ? tone : undefined,
    };
  });
}

/** The tab of a filter; undefined for a filter that only an address has, such as an older one by health. */
export function currentTab({ state, health }: InstallationFilter): Tab | undefined {
  return TABS.find((tab) => tab.filter.state === state && tab.filter.health === health);
}
