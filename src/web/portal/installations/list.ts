import type { App } from "../../../../gen/latchkey/v1/app_service_pb.ts";
import { type Installation, InstallationHealth } from "../../../../gen/latchkey/v1/installation_service_pb.ts";
import type { Counts } from "../../components/installation/health-tabs.ts";
import { listByHealth } from "../../components/installation/list-by-health.ts";
import type { PageContext } from "../../router/page-router.ts";
import { type InstallationFilter, requestOf, SORTS, type SortName } from "./filter.ts";

const PAGE_SIZE = 20;
/**
 * The maximum number of calls per page. Each call reads at most a thousand installations, or five thousand if the only filter is health.
 */
const MAX_CALLS = 5;
const MERCHANT_ID = /^[A-Za-z0-9._-]{1,64}$/;

export interface InstallationList {
  installations: Installation[];
  /** The token of the next page; empty on the last page. */
  next: string;
}

interface PageOfList {
  filter: InstallationFilter;
  sort: SortName | null;
  token: string;
  /** Installations that the first page of the list shows in any case. */
  omitted?: readonly Installation[];
}

/** One page of an app's installations. The installation whose merchant id equals the search comes first. */
export async function listInstallations(
  context: PageContext,
  app: Pick<App, "clientId">,
  { filter, sort, token, omitted = [] }: PageOfList,
): Promise<InstallationList> {
  const [exact, found] = await Promise.all([
    token === "" ? listOfMerchant(context, app, filter) : [],
    scan(context, app, { filter, sort, token, omitted }),
  ]);
  const ids = new Set(exact.map(({ installationId }) => installationId));
  const others = found.installations.filter(({ installationId }) => !ids.has(installationId));
  return { installations: [...exact, ...others], next: found.next };
}

/** The installations that the whole list shows first, newest first in each group: at most one page of each. */
export async function listUrgent(
  context: PageContext,
  { clientId }: Pick<App, "clientId">,
  { needsAttention, expiresSoon }: Pick<Counts, "needsAttention" | "expiresSoon">,
): Promise<Installation[]> {
  const healths = [
    ...(needsAttention > 0 ? [InstallationHealth.NEEDS_ATTENTION] : []),
    ...(expiresSoon > 0 ? [InstallationHealth.EXPIRES_SOON] : []),
  ];
  const pages = await Promise.all(
    healths.map((health) => listByHealth(context, { clientId, health, pageSize: PAGE_SIZE })),
  );
  return pages.flatMap(({ installations }) => installations);
}

async function listOfMerchant(
  context: PageContext,
  app: Pick<App, "clientId">,
  filter: InstallationFilter,
): Promise<Installation[]> {
  if (!MERCHANT_ID.test(filter.search)) return [];
  const request = { ...requestOf(app, filter), search: "", merchantId: filter.search };
  return (await listByHealth(context, request)).installations;
}

/** Reads further while a filter leaves the page incomplete. */
async function scan(
  context: PageContext,
  app: Pick<App, "clientId">,
  { filter, sort, token, omitted }: Required<PageOfList>,
): Promise<InstallationList> {
  const ids = new Set(omitted.map(({ installationId }) => installationId));
  const installations: Installation[] = [];
  let next = token;
  const maxCalls = filter.health !== "" && filter.search === "" ? 1 : MAX_CALLS;
  for (let calls = 0; calls < maxCalls && installations.length < PAGE_SIZE; calls++) {
    const page = { pageSize: PAGE_SIZE - installations.length, pageToken: next };
    const response = await listByHealth(context, { ...requestOf(app, filter), ...(sort && SORTS[sort]), ...page });
    installations.push(...response.installations.filter(({ installationId }) => !ids.has(installationId)));
    next = response.nextPageToken;
    if (next === "") break;
  }
  return { installations, next };
}
