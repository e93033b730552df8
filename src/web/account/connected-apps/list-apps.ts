import {
  ConnectedAppGroup,
  ConnectedAppSort,
  type Installation,
  InstallationState,
} from "../../../../gen/latchkey/v1/installation_service_pb.ts";
import { isUnimplemented } from "../../../rpc/errors.ts";
import type { RequestContext } from "../../request-context.ts";
import { type AppFilter, type AppOrder, findApps, GROUPS, type Group, groupOf, sortApps } from "./filter.ts";

/** A page of the apps of a shop, and the number of apps in each group that occurs. */
export interface AppsPage {
  installations: readonly Installation[];
  /** The token of the next page; empty on the last page. */
  next: string;
  counts: readonly GroupCount[];
  /** The number of apps on all pages; null if it is unknown. */
  total: number | null;
  /** True if the list and the search have only the newest apps. */
  partial: boolean;
  /** Null for a core of the previous release, which lists those that need attention first. */
  order: AppOrder | null;
}

export interface GroupCount {
  group: Group;
  apps: number;
  /** The apps that the search finds. */
  found: number;
}

/** The apps of a group, or of all groups but the uninstalled apps. */
const isIn = (filter: AppFilter, group: Group) =>
  filter.group === null ? group !== "uninstalled" : group === filter.group;

interface AppsQuery {
  merchantId: string;
  pageSize: number;
  token: string;
  filter: AppFilter;
  /** True for a list with the uninstalled apps, if the filter has no group. */
  withUninstalled?: boolean;
}

const NUMBERS: Readonly<Record<Group, ConnectedAppGroup>> = {
  attention: ConnectedAppGroup.NEEDS_ATTENTION,
  active: ConnectedAppGroup.ACTIVE,
  paused: ConnectedAppGroup.PAUSED,
  uninstalled: ConnectedAppGroup.UNINSTALLED,
};

const SORTS = {
  state: ConnectedAppSort.GROUP,
  name: ConnectedAppSort.NAME,
  used: ConnectedAppSort.LAST_USED,
  connected: ConnectedAppSort.CONNECTED,
};

/** Reads a page of the apps that the filter selects. */
export async function listApps(context: RequestContext, query: AppsQuery): Promise<AppsPage> {
  const { installations } = context.web.clients;
  const { merchantId, pageSize, token: pageToken, filter, withUninstalled = false } = query;
  const group = filter.group === null ? ConnectedAppGroup.UNSPECIFIED : NUMBERS[filter.group];
  const { search, order } = filter;
  const sorted = { sort: SORTS[order.key], descending: order.descending };
  const request = { merchantId, search, group, withoutUninstalled: !withUninstalled, ...sorted, pageSize, pageToken };
  try {
    const listed = await installations.listConnectedApps(request, context.call);
    const { installations: shown, nextPageToken, counts, partial, sort } = listed;
    const known = GROUPS.flatMap((name) => {
      const count = counts.find((one) => one.group === NUMBERS[name]);
      return count === undefined ? [] : [{ group: name, apps: count.apps, found: count.found }];
    });
    const total = known.filter((one) => isIn(filter, one.group)).reduce((sum, { found }) => sum + found, 0);
    const page = { installations: shown, next: nextPageToken, counts: known, total, partial };
    return { ...page, order: sort === ConnectedAppSort.UNSPECIFIED ? null : order };
  } catch (failure) {
    if (!isUnimplemented(failure)) throw failure;
    return listOfPrevious(context, query);
  }
}

/** Handles a core of the previous release: the filter applies to the newest 200 apps. */
async function listOfPrevious(
  { web, call, language }: RequestContext,
  { merchantId, token, filter, withUninstalled = false }: AppsQuery,
): Promise<AppsPage> {
  const { installations } = web.clients;
  const [page, waiting] = await Promise.all([
    installations.listInstallations({ merchantId, pageSize: 200, pageToken: token }, call),
    token === ""
      ? installations.listInstallations({ merchantId, state: InstallationState.PENDING }, call)
      : { installations: [] },
  ]);
  const all = [...page.installations, ...waiting.installations];
  const found = findApps(all, filter.search, language);
  const countIn = (some: readonly Installation[], group: Group) => some.filter((one) => groupOf(one) === group).length;
  const counts = GROUPS.map((group) => ({ group, apps: countIn(all, group), found: countIn(found, group) }));
  const shown = found.filter((one) => withUninstalled || isIn(filter, groupOf(one)));
  return {
    installations: sortApps(shown, language),
    next: page.nextPageToken,
    counts: counts.filter(({ apps }) => apps > 0),
    total: null,
    partial: false,
    order: null,
  };
}
