import { create } from "@bufbuild/protobuf";
import { timestampMs } from "@bufbuild/protobuf/wkt";
import {
  ConnectedAppGroup,
  ConnectedAppSort,
  type Installation,
  InstallationSchema,
  type ListConnectedAppsRequest,
} from "../../../../gen/latchkey/v1/installation_service_pb.ts";
import { findApps, GROUPS, groupOf, sortApps } from "../../../../src/web/account/connected-apps/filter.ts";
import type { World } from "./world.ts";

const timeOf = (at: Installation["connectedAt"]) => (at === undefined ? 0 : timestampMs(at));

const COMPARE: Readonly<Record<number, (one: Installation, other: Installation) => number>> = {
  [ConnectedAppSort.NAME]: (one, other) => one.appName.localeCompare(other.appName, "en"),
  [ConnectedAppSort.LAST_USED]: (one, other) => timeOf(one.lastUsedAt) - timeOf(other.lastUsedAt),
  [ConnectedAppSort.CONNECTED]: (one, other) => timeOf(one.connectedAt) - timeOf(other.connectedAt),
};

/** ListConnectedApps with all apps on one page. */
export function connectedAppsOf({ installations }: World) {
  return ({ merchantId, search, group, withoutUninstalled, sort, descending }: ListConnectedAppsRequest) => {
    const all = installations
      .map((one) => create(InstallationSchema, one))
      .filter((one) => one.merchantId === merchantId);
    const found = findApps(all, search, "en");
    const numberOf = (one: Installation) => GROUPS.indexOf(groupOf(one)) + 1;
    const counts = GROUPS.map((_name, at) => {
      const countIn = (some: readonly Installation[]) => some.filter((one) => numberOf(one) === at + 1).length;
      return { group: at + 1, apps: countIn(all), found: countIn(found) };
    });
    const isAsked = (number: number) =>
      group === ConnectedAppGroup.UNSPECIFIED
        ? !(withoutUninstalled && number === ConnectedAppGroup.UNINSTALLED)
        : number === group;
    const chosen = found.filter((one) => isAsked(numberOf(one)));
    const sorted = sortApps(chosen, "en").toSorted(COMPARE[sort] ?? (() => 0));
    const shown = descending ? sorted.toReversed() : sorted;
    return { installations: shown, counts: counts.filter(({ apps }) => apps > 0), sort };
  };
}
