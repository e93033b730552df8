import type { ConnectedAppGroup, ConnectedAppSort } from "../../model/installation.ts";
import { isMerchantId } from "../../oauth/parameters.ts";
import type { ConnectedAppCount } from "../../store/installations/connected-apps.ts";
import type { InstallationView } from "../../store/installations/installation-list.ts";
import type { Call } from "../call.ts";
import { RequestError } from "../errors.ts";
import { type Page, type PageRequest, readPageRequest, toPageToken } from "../page.ts";
import { findAccess, toVisible } from "./access.ts";
import type { InstallationDependencies } from "./dependencies.ts";

export interface ListConnectedAppsRequest {
  merchantId: string;
  /** A part of the app's or the developer's name. */
  search: string | null;
  group: ConnectedAppGroup | null;
  /** Omits uninstalled apps, unless `group` selects them. */
  withoutUninstalled: boolean;
  sort: ConnectedAppSort;
  descending: boolean;
  page: PageRequest;
}

export interface ConnectedAppsPage extends Page<InstallationView> {
  counts: ConnectedAppCount[];
  partial: boolean;
}

/** @throws RequestError NOT_FOUND without access to the merchant; PAGE_SIZE, PAGE_TOKEN */
export async function listConnectedApps(
  { installations }: Pick<InstallationDependencies, "installations">,
  { page, ...filter }: ListConnectedAppsRequest,
  call: Call,
): Promise<ConnectedAppsPage> {
  const { merchantId, search } = filter;
  const keyset = readPageRequest(page, ["timestamp", "text", "id"]);
  const access = isMerchantId(merchantId)
    ? await findAccess(installations, call, { developerId: "", merchantId })
    : { canRead: false, parties: [], onlyAsApp: false };
  if (!access.canRead) throw new RequestError("not_found", "NOT_FOUND", "There is no such merchant.");
  // PostgreSQL rejects NUL in text.
  if (search?.includes("\0")) return { items: [], nextPageToken: "", counts: [], partial: false };
  const { shown, next, counts, partial } = await installations.connectedApps({ ...filter, ...keyset });
  const items = shown.map((view) => toVisible(view, access));
  return { items, nextPageToken: toPageToken(next), counts, partial };
}
