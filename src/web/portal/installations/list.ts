import type { App } from "../../../../gen/latchkey/v1/app_service_pb.ts";
import { type Installation, InstallationHealth } from "../../../../gen/latchkey/v1/installation_service_pb.ts";
import { type Counts, connectedOf } from "../../components/installation/health-tabs.ts";
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
}

/** One page of an app's installations. The installation whose merchant id equals the search comes first. */
export async function listInstallations(
  context: PageContext,
  app: Pick<App, "clientId">,
  { filter, sort, token }: PageOfList,
): Promise<InstallationList> {
  const [exact, found] = await Promise.all([
    token === "" ? listOfMerchant(context, app, filter) : [],
    scan(context, app, { filter, sort, token }),
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

/** The states of the whole list in its order. An index has the rows of each state. */
const STATES = ["active", "suspended", "uninstalled"] as const;
/** A token of the whole list: the state of the next row, and the place in this state, which is empty at its start. */
const PLACE = new RegExp(`^(${STATES.join("|")})-(.*)$`);

interface PageOfStates {
  /** Null if the core cannot count. */
  counts: Counts | null;
  token: string;
  /** Installations that the first page of the list shows in any case. */
  omitted: readonly Installation[];
}

/** One page of the whole list, newest first in each state, and the uninstalled ones last. */
export async function listByState(
  context: PageContext,
  app: Pick<App, "clientId">,
  { counts, token, omitted }: PageOfStates,
): Promise<InstallationList> {
  const [, first = STATES[0], place = ""] = PLACE.exec(token) ?? [];
  const installations: Installation[] = [];
  for (const state of STATES.slice(STATES.indexOf(first as (typeof STATES)[number]))) {
    if (counts !== null && !hasAny(counts, state)) continue;
    const missing = PAGE_SIZE - installations.length;
    const page = { filter: { search: "", health: "", state }, sort: null, omitted };
    // A full page needs to know only whether the state has any row.
    const found = await scan(context, app, { ...page, token: state === first ? place : "", size: missing || 1 });
    if (missing === 0 && found.installations.length > 0) return { installations, next: `${state}-` };
    installations.push(...found.installations);
    if (found.next !== "") return { installations, next: `${state}-${found.next}` };
  }
  return { installations, next: "" };
}

/** False if no installation can be in the state. The stopped ones are active ones of suspended merchants, too. */
function hasAny(counts: Counts, state: (typeof STATES)[number]): boolean {
  return (state === "active" ? connectedOf(counts) : counts[state]) > 0;
}

interface Scanned extends PageOfList {
  /** The number of installations to find. */
  size?: number;
  omitted?: readonly Installation[];
}

/** Reads further while a filter leaves the page incomplete. */
async function scan(
  context: PageContext,
  app: Pick<App, "clientId">,
  { filter, sort, token, size = PAGE_SIZE, omitted = [] }: Scanned,
): Promise<InstallationList> {
  const ids = new Set(omitted.map(({ installationId }) => installationId));
  const installations: Installation[] = [];
  let next = token;
  const maxCalls = filter.health !== "" && filter.search === "" ? 1 : MAX_CALLS;
  for (let calls = 0; calls < maxCalls && installations.length < size; calls++) {
    const page = { pageSize: size - installations.length, pageToken: next };
    const response = await listByHealth(context, { ...requestOf(app, filter), ...(sort && SORTS[sort]), ...page });
    installations.push(...response.installations.filter(({ installationId }) => !ids.has(installationId)));
    next = response.nextPageToken;
    if (next === "") break;
  }
  return { installations, next };
}
