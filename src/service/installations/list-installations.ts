import type { InstallationHealth, InstallationState } from "../../model/installation.ts";
import { isClientId, isMerchantId } from "../../oauth/parameters.ts";
import type { InstallationView } from "../../store/installations/installation-list.ts";
import { type InstallationSort, isByChange } from "../../store/installations/installation-order.ts";
import { actsForPlatform } from "../authorization.ts";
import type { Call } from "../call.ts";
import { RequestError } from "../errors.ts";
import { type Page, type PageRequest, readPageRequest, toPageToken } from "../page.ts";
import { toSearchText } from "../search-request.ts";
import { findAccess, toVisible } from "./access.ts";
import type { InstallationDependencies } from "./dependencies.ts";

export interface ListInstallationsRequest {
  clientId: string | null;
  merchantId: string | null;
  state: InstallationState | null;
  /** A part of the merchant's name, or the start of its id. */
  search: string | null;
  health: InstallationHealth | null;
  /**
   * Lists installations that changed at or after this time, oldest change first; microseconds. Null: lists all, newest installation first.
   */
  changedSince: number | null;
  /** Null: newest first. */
  sort: InstallationSort | null;
  /** Reverses the order of `sort`. */
  descending: boolean;
  page: PageRequest;
}

/**
 * The installations of an app or of a merchant, or all of them for operators and service keys.
 *
 * @throws RequestError NOT_FOUND without access to the app or merchant; INVALID, PAGE_SIZE, PAGE_TOKEN
 */
export async function listInstallations(
  { installations }: InstallationDependencies,
  { clientId, merchantId, state, search, health, changedSince, sort, descending, page }: ListInstallationsRequest,
  call: Call,
): Promise<Page<InstallationView>> {
  const byChange = isByChange({ changedSince, sort });
  const keyset = readPageRequest(page, byChange ? ["timestamp", "id"] : ["id"]);
  if (changedSince !== null && sort !== null) throw twoOrders();
  if (clientId === null && merchantId === null) requirePlatform(call);
  const app = clientId !== null && isClientId(clientId) ? await installations.findAppOwner(clientId) : null;
  const exists = (clientId === null || app !== null) && (merchantId === null || isMerchantId(merchantId));
  if (!exists && actsForPlatform(call)) return { items: [], nextPageToken: "" };
  const subject = { developerId: app?.developerId ?? "", merchantId: merchantId ?? "" };
  const access = await findAccess(installations, call, subject);
  if (!exists || !access.canRead) throw new RequestError("not_found", "NOT_FOUND", "There is no such app or merchant.");
  // PostgreSQL rejects NUL in text.
  if (search?.includes("\0")) return { items: [], nextPageToken: "" };
  const { shown, next } = await installations.page({
    ...{ app, merchantId, state, health, changedSince, sort, descending },
    search: search && toSearchText(search),
    ...keyset,
  });
  const key = next && (byChange ? [`${next.changedAt}`, next.installationId] : [next.installationId]);
  return { items: shown.map((view) => toVisible(view, access)), nextPageToken: toPageToken(key) };
}

function twoOrders(): RequestError {
  return new RequestError("invalid_argument", "INVALID", "Send either changed_since or sort.", {
    violations: [{ field: "sort", description: "Not together with changed_since." }],
  });
}

function requirePlatform(call: Call): void {
  if (actsForPlatform(call)) return;
  throw new RequestError("invalid_argument", "INVALID", "Name an app or a merchant.", {
    violations: [
      { field: "client_id", description: "Required without merchant_id." },
      { field: "merchant_id", description: "Required without client_id." },
    ],
  });
}
