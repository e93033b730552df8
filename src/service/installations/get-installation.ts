import { isUuid } from "../../credential/uuid.ts";
import type { InstallationHistoryRow } from "../../store/installations/installation-history.ts";
import type { InstallationView } from "../../store/installations/installation-list.ts";
import type { Call } from "../call.ts";
import { findAccess, installationNotFound, toVisible } from "./access.ts";
import type { InstallationDependencies } from "./dependencies.ts";

/** @throws RequestError NOT_FOUND, also if the caller has no access to the installation */
export async function getInstallation(
  deps: InstallationDependencies,
  { installationId }: { installationId: string },
  call: Call,
): Promise<InstallationView> {
  return (await getInstallationWithHistory(deps, { installationId, includeHistory: false }, call)).view;
}

const HISTORY_LENGTH = 20;

/**
 * The installation and, on request, its newest events. The events say how an app treats its tokens, so members of the merchant get none.
 * @throws RequestError NOT_FOUND, also if the caller has no access to the installation
 */
export async function getInstallationWithHistory(
  { installations }: InstallationDependencies,
  { installationId, includeHistory }: { installationId: string; includeHistory: boolean },
  call: Call,
): Promise<{ view: InstallationView; history: InstallationHistoryRow[] }> {
  const view = isUuid(installationId) ? await installations.find(installationId) : null;
  if (view === null) throw installationNotFound();
  const access = await findAccess(installations, call, view);
  if (!access.canRead) throw installationNotFound();
  const seesHistory = access.parties.includes("APP") || access.parties.includes("OPERATOR");
  const history = includeHistory && seesHistory ? await installations.history(installationId, HISTORY_LENGTH) : [];
  return { view: toVisible(view, access), history };
}
