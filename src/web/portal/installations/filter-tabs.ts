import { type Counts, healthTabs, isByHealth, type TabName } from "../../components/installation/health-tabs.ts";
import type { ListTab } from "../../components/list-filter.ts";
import type { PageContext } from "../../router/page-router.ts";
import type { InstallationFilter } from "./filter.ts";

/** The tabs of the portal, in which a developer does not look for connections that were not completed. */
export type PortalTab = Exclude<TabName, "pending">;

const NAMES: readonly PortalTab[] = ["all", "needsAttention", "expiresSoon", "healthy", "suspended", "uninstalled"];

/** The parts of the list, with the number of entries of each. @param counts null for a core that knows no part by health */
export function filterTabs(context: PageContext, filter: InstallationFilter, counts: Counts | null): ListTab[] {
  const names = NAMES.filter((name) => counts !== null || !isByHealth(name));
  // The counts are of the whole list, so a search shows none.
  const shown = filter.search === "" ? counts : null;
  return healthTabs(context, { names, filter, counts: shown, partial: isByHealth });
}
