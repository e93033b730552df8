import { isUuid } from "../../credential/uuid.ts";
import type { MerchantHistoryRow } from "../../store/installations/merchant-history.ts";
import type { Call } from "../call.ts";
import { type Page, type PageRequest, readPageRequest, toPageToken } from "../page.ts";
import { findAccess, installationNotFound } from "./access.ts";
import type { InstallationDependencies } from "./dependencies.ts";

export interface ListInstallationHistoryRequest {
  installationId: string;
  page: PageRequest;
}

export interface MerchantHistoryEntry extends MerchantHistoryRow {
  addedScopes: string[];
  removedScopes: string[];
}

/**
 * The events of an installation for its merchant, newest first. The app's team has no access, because the events name members.
 * @throws RequestError NOT_FOUND without access; PAGE_SIZE, PAGE_TOKEN
 */
export async function listInstallationHistory(
  { installations }: Pick<InstallationDependencies, "installations">,
  { installationId, page }: ListInstallationHistoryRequest,
  call: Call,
): Promise<Page<MerchantHistoryEntry>> {
  const keyset = readPageRequest(page, ["id"]);
  const view = isUuid(installationId) ? await installations.find(installationId) : null;
  if (view === null) throw installationNotFound();
  const access = await findAccess(installations, call, view);
  if (!access.canRead || access.onlyAsApp) throw installationNotFound();
  const { shown, next, earlier } = await installations.merchantHistory({ installationId, ...keyset });
  const rows = [...shown, ...earlier];
  const items = shown.map((row, at) => ({ ...visible(row), ...scopeChange(row, rows.slice(at + 1)) }));
  return { items, nextPageToken: toPageToken(next && [next.id]) };
}

/** The explanations of operators and developers are for the app's team. */
function visible(row: MerchantHistoryRow): MerchantHistoryRow {
  return row.party === "MERCHANT" ? row : { ...row, reasonText: null };
}

/** The change to the scopes before the event; none for an install, after which all scopes are new, and if the scopes before are unknown. */
function scopeChange(row: MerchantHistoryRow, earlier: readonly MerchantHistoryRow[]) {
  const before = earlier.find(({ scopes }) => scopes.length > 0)?.scopes;
  if (row.installed || row.scopes.length === 0 || before === undefined) return { addedScopes: [], removedScopes: [] };
  return {
    addedScopes: row.scopes.filter((scope) => !before.includes(scope)),
    removedScopes: before.filter((scope) => !row.scopes.includes(scope)),
  };
}
