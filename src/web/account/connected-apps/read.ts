import { Code, ConnectError } from "@connectrpc/connect";
import type {
  GetSessionResponse,
  ListMembershipsResponse,
  Membership,
} from "../../../../gen/latchkey/v1/account_service_pb.ts";
import type { Scope } from "../../../../gen/latchkey/v1/app_service_pb.ts";
import type { Installation } from "../../../../gen/latchkey/v1/installation_service_pb.ts";
import { listManagers } from "../../components/installation/list-managers.ts";
import { mayChange } from "../../components/installation/merchant-access.ts";
import { PageError } from "../../errors/page-error.ts";
import type { RequestContext } from "../../request-context.ts";
import type { AppFilter, AppOrder } from "./filter.ts";
import { type AppsPage, type GroupCount, listApps } from "./list-apps.ts";

/** The contents of the page for one merchant. */
export interface ConnectedApps {
  memberships: readonly Membership[];
  merchant: Membership;
  installations: readonly Installation[];
  /** The scopes by name, with the retired ones. */
  scopes: ReadonlyMap<string, Scope>;
  /** The installation id of a permalink; empty if there is none. */
  marked: string;
  /** The token of this page; empty for the first page. */
  token: string;
  next: string;
  /** The number of apps in each group that occurs. */
  counts: readonly GroupCount[];
  /** The number of apps on all pages; null if it is unknown. */
  total: number | null;
  /** True if the list and the search have only the newest apps. */
  partial: boolean;
  filter: AppFilter;
  /** The order of the list; null if the core cannot sort. */
  order: AppOrder | null;
  /** Owners and managers whom the reader can ask; empty if the reader may change connections. */
  managers: readonly string[];
}

export interface ConnectedAppsView extends ConnectedApps {
  csrfToken: string;
  /** The result of the last action, for the marked card; empty if there is none. */
  done: string;
}

/** The query of the page; empty values are absent. */
export interface PageSelection {
  merchantId: string;
  installationId: string;
  token: string;
  filter: AppFilter;
}

/** A shop with more apps than this gets a list with a row for each app, instead of cards. */
const CARDS_MAX = 8;

const PAGE_SIZE = 50;

/** True if the apps are a list of rows. */
export function isCompact({ token, next, counts }: Pick<ConnectedApps, "token" | "next" | "counts">): boolean {
  return token !== "" || next !== "" || counts.reduce((sum, { apps }) => sum + apps, 0) > CARDS_MAX;
}

/** GetSession returns at most this many memberships. */
const MEMBERSHIPS_MAX = 100;

/**
 * The apps of the requested merchant, or of the account's first merchant; null for an account without merchants.
 * @throws PageError 404 for a merchant of other accounts or an installation on it, also for operators
 */
export async function readConnectedApps(
  context: RequestContext,
  signedIn: GetSessionResponse,
  selection: PageSelection,
): Promise<ConnectedApps | null> {
  const { memberships } = signedIn;
  const linked = selection.installationId === "" ? null : await findInstallation(context, selection.installationId);
  const merchantId = linked?.merchantId ?? selection.merchantId;
  if (merchantId === "" && memberships.length === 0) return null;
  const merchant = merchantId === "" ? memberships[0]! : await findMembership(context, signedIn, merchantId);
  if (merchant === null) throw new PageError(404, linked === null ? "shop_not_found" : "installation_not_found");
  // A list of rows shows the page of the app that a permalink names, so only the number of apps is needed.
  const pageSize = linked === null ? PAGE_SIZE : CARDS_MAX;
  const of = { merchantId: merchant.merchantId, token: selection.token, pageSize };
  const [listed, scopes, managers] = await Promise.all([
    listApps(context, { ...of, filter: selection.filter }),
    readScopes(context),
    readManagers(context, merchant),
  ]);
  const page = await withCards(context, listed, { ...of, filter: selection.filter });
  const isListed = page.installations.some(({ installationId }) => installationId === linked?.installationId);
  return {
    memberships,
    merchant,
    // The row that a permalink names is shown on every page of the list.
    installations: linked === null || isListed ? page.installations : [linked, ...page.installations],
    scopes,
    marked: linked?.installationId ?? "",
    token: selection.token,
    next: page.next,
    counts: page.counts,
    total: page.total,
    partial: page.partial,
    order: page.order,
    filter: selection.filter,
    managers,
  };
}

/** The people whom a member without the right to change connections can ask; none for other readers. */
export async function readManagers(context: RequestContext, merchant: Membership): Promise<string[]> {
  return mayChange(merchant) ? [] : listManagers(context, merchant.merchantId);
}

/** A shop with few apps shows all of them as cards without a filter, the uninstalled ones as well, newest first. */
async function withCards(
  context: RequestContext,
  page: AppsPage,
  query: Parameters<typeof listApps>[1],
): Promise<AppsPage> {
  if (isCompact({ ...page, token: query.token })) return page;
  const isFiltered = query.filter.search !== "" || query.filter.group !== null;
  const isPart = isFiltered || page.counts.some(({ group }) => group === "uninstalled");
  const every = { ...query, filter: { ...query.filter, search: "", group: null }, withUninstalled: true };
  const all = isPart ? await listApps(context, every) : page;
  const newest = all.installations.toSorted((one, other) => (one.installationId < other.installationId ? 1 : -1));
  return { ...all, installations: newest };
}

/** The scopes by name, with the retired ones. */
export async function readScopes({ web, call }: RequestContext): Promise<ReadonlyMap<string, Scope>> {
  const { scopes } = await web.clients.apps.listScopes({ includeRetired: true }, call);
  return new Map(scopes.map((scope) => [scope.name, scope]));
}

const INSTALLATION_ID = /^[0-9a-f-]{36}$/;

/** @throws PageError 404, or the error of the call */
export async function findInstallation({ web, call }: RequestContext, installationId: string): Promise<Installation> {
  if (!INSTALLATION_ID.test(installationId)) throw new PageError(404, "installation_not_found");
  const { installation } = await web.clients.installations.getInstallation({ installationId }, call);
  if (installation === undefined) throw new PageError(404, "installation_not_found");
  return installation;
}

/** The account's membership in the merchant of an installation. @throws PageError 404 */
export async function membershipIn(
  context: RequestContext,
  signedIn: GetSessionResponse,
  merchantId: string,
): Promise<Membership> {
  const found = await findMembership(context, signedIn, merchantId);
  if (found === null) throw new PageError(404, "installation_not_found");
  return found;
}

/** The account's own membership in a merchant; null without one. The roles operator and developer give no access here. */
async function findMembership(
  { web, call }: RequestContext,
  { account, memberships }: GetSessionResponse,
  merchantId: string,
): Promise<Membership | null> {
  const known = memberships.find((one) => one.merchantId === merchantId);
  if (known !== undefined) return known;
  if (memberships.length < MEMBERSHIPS_MAX) return null;
  const request = { merchantId, accountId: account?.accountId ?? "" };
  const { memberships: found } = await web.clients.accounts.listMemberships(request, call).catch(orNone);
  return found[0] ?? null;
}

/** The core responds NotFound to accounts that are not members. */
function orNone(failure: unknown): Pick<ListMembershipsResponse, "memberships"> {
  if (ConnectError.from(failure).code === Code.NotFound) return { memberships: [] };
  throw failure;
}

/**
 * Finds an installation that the account may change for its merchant. @throws PageError 403 for members with read access, 404 for other
 * accounts
 */
export async function openInstallation(
  context: RequestContext,
  signedIn: GetSessionResponse,
  id: string,
): Promise<Installation> {
  const found = await findInstallation(context, id);
  const membership = await membershipIn(context, signedIn, found.merchantId);
  if (!mayChange(membership)) throw new PageError(403, "disconnect_forbidden");
  return found;
}
