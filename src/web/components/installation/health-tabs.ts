import type { CountInstallationsResponse } from "../../../../gen/latchkey/v1/installation_service_pb.ts";
import type { Messages } from "../../messages.en.ts";
import type { ListTab } from "../list-filter.ts";

/** The number of installations by health and state. */
export type Counts = Omit<CountInstallationsResponse, "$typeName" | "$unknown">;

/** A filter of installations as in the URL of a list. Empty texts do not filter. */
export interface HealthFilter {
  state: string;
  health: string;
}

/** The number of connected installations. */
export function connectedOf({ healthy, expiresSoon, needsAttention, suspended }: Counts): number {
  return healthy + expiresSoon + needsAttention + suspended;
}

export type TabName = "all" | Exclude<keyof Counts, "partial">;

interface Tab {
  filter: HealthFilter;
  /** The colour of a count above zero. */
  tone?: ListTab["tone"];
}

const TABS: Readonly<Record<TabName, Tab>> = {
  all: { filter: { state: "", health: "" } },
  needsAttention: { filter: { state: "", health: "needs_attention" }, tone: "warn" },
  expiresSoon: { filter: { state: "", health: "expires_soon" }, tone: "warn" },
  healthy: { filter: { state: "", health: "healthy" } },
  suspended: { filter: { state: "", health: "stopped" } },
  pending: { filter: { state: "pending", health: "" } },
  uninstalled: { filter: { state: "uninstalled", health: "" } },
};

export interface HealthTabs {
  names: readonly TabName[];
  filter: HealthFilter;
  /** Null if the installations are not counted. */
  counts: Counts | null;
  /** The names whose count is too low if `counts` is partial. */
  partial: (name: TabName) => boolean;
}

/** The tabs of a list of installations, with the number of entries of each. */
export function healthTabs({ t }: { t: Messages }, { names, filter, counts, partial }: HealthTabs): ListTab[] {
  const current = tabOf(filter);
  return names.map((name) => {
    const { filter: set, tone } = TABS[name];
    const count = name === "all" ? totalOf(counts) : counts?.[name];
    const atLeast = counts?.partial === true && (name === "all" || partial(name));
    return {
      ...{ label: t.installation.tabs[name], set: { ...set }, current: name === current, atLeast },
      apart: name === "pending",
      // None of the newest installations does not mean none at all.
      count: atLeast && count === 0 ? undefined : count,
      tone: count ? tone : undefined,
    };
  });
}

/** The list of all has every part except the installations that were not completed. Undefined if they are not counted. */
function totalOf(counts: Counts | null): number | undefined {
  if (counts === null) return undefined;
  return connectedOf(counts) + counts.uninstalled;
}

/** True for a tab by health, which a core of an earlier release may not know. */
export function isByHealth(name: TabName): boolean {
  return TABS[name].filter.health !== "";
}

/** The tab of a filter; undefined for a filter that only an address has, such as an older one by health. */
export function tabOf({ state, health }: HealthFilter): TabName | undefined {
  const names = Object.keys(TABS) as TabName[];
  return names.find((name) => TABS[name].filter.state === state && TABS[name].filter.health === health);
}
