import type { MessageInitShape } from "@bufbuild/protobuf";
import {
  InstallationHealth,
  InstallationSort,
  InstallationState,
  type ListInstallationsRequestSchema,
} from "../../../../gen/latchkey/v1/installation_service_pb.ts";
import { valueNamed } from "../../components/enum-names.ts";
import type { Fields } from "../../http/fields.ts";

/** The filter of the list as in its URL. Empty texts do not filter. */
export interface InstallationFilter extends Record<string, string> {
  search: string;
  state: string;
  health: string;
}

export function readFilter(query: Fields): InstallationFilter {
  const asked = query.one("state");
  // An older address of the list of stopped installations.
  const [state, health] = asked === "suspended" ? [null, "stopped"] : [asked, query.one("health")];
  return {
    search: query.one("search")?.trim() ?? "",
    state: state !== null && STATES.includes(state) ? state : "",
    health: health !== null && HEALTHS.includes(health) ? health : "",
  };
}

const STATES: readonly string[] = ["active", "uninstalled"];
/** The last two are in older addresses; no tab leads to them. */
const HEALTHS: readonly string[] = ["needs_attention", "expires_soon", "healthy", "stopped", "failing", "expiring"];

/** The orders that an index gives, by their text in the URL. The others would read all installations of an app. */
export const SORTS = {
  "created-desc": { sort: InstallationSort.CREATED, descending: true },
  created: { sort: InstallationSort.CREATED, descending: false },
  "changed-desc": { sort: InstallationSort.CHANGED, descending: true },
  changed: { sort: InstallationSort.CHANGED, descending: false },
};

export type SortName = keyof typeof SORTS;

/** The chosen order; null for the usual one, which begins with the installations that need attention. */
export function readSort(query: Fields): SortName | null {
  const asked = query.one("sort") ?? "";
  return Object.hasOwn(SORTS, asked) ? (asked as SortName) : null;
}

/** The request for a filter, without the fields for its page. */
export function requestOf(
  { clientId }: { clientId: string },
  { search, state, health }: InstallationFilter,
): MessageInitShape<typeof ListInstallationsRequestSchema> {
  return {
    clientId,
    search,
    state: valueNamed(InstallationState, state) ?? InstallationState.UNSPECIFIED,
    health: valueNamed(InstallationHealth, health) ?? InstallationHealth.UNSPECIFIED,
  };
}
