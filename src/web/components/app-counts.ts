import type { ListAppsResponse } from "../../../gen/latchkey/v1/app_service_pb.ts";
import { appStateKey } from "./enum-names.ts";

/** The counts of a list of apps as `ListApps` returns them; a search returns none. */
export type AppCounts = Pick<ListAppsResponse, "stateCounts" | "appCount">;

/** The counts of the tabs: the number of apps in a state, or of all for an empty text. */
export function tabCounts({ stateCounts, appCount }: AppCounts): (state: string) => number | undefined {
  if (stateCounts.length === 0) return () => undefined;
  return (word) => (word === "" ? appCount : stateCounts.find(({ state }) => appStateKey(state) === word)?.count);
}
