import { isUuid } from "../../credential/uuid.ts";
import type { InstallationView } from "../../store/installations/installation-list.ts";
import type { Call } from "../call.ts";
import { findAccess, installationNotFound, toVisible } from "./access.ts";
import type { InstallationDependencies } from "./dependencies.ts";

/** @throws RequestError NOT_FOUND, also if the caller has no access to the installation */
export async function getInstallation(
  { installations }: InstallationDependencies,
  { installationId }: { installationId: string },
  call: Call,
): Promise<InstallationView> {
  const view = isUuid(installationId) ? await installations.find(installationId) : null;
  if (view === null) throw installationNotFound();
  const access = await findAccess(installations, call, view);
  if (!access.canRead) throw installationNotFound();
  return toVisible(view, access);
}
