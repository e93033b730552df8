import type { InstallationView } from "../../store/installations/installation-list.ts";
import { recordAudit } from "../audit/record-audit.ts";
import type { Call } from "../call.ts";
import { type ChangeInstallationRequest, changeInstallation, type InstallationChange } from "./change-installation.ts";
import type { InstallationDependencies } from "./dependencies.ts";

/**
 * Uninstalls an app and revokes all tokens of the installation. A session may not act for APP, because an app uninstalls itself with its
 * credentials (UninstallByApp).
 * @throws RequestError NOT_FOUND, PARTY, INVALID
 */
export async function uninstall(
  deps: InstallationDependencies,
  request: ChangeInstallationRequest,
  call: Call,
): Promise<InstallationView> {
  return changeInstallation(deps, { ...request, forbidden: "APP" }, call, (change) => applyUninstall(change, call));
}

/** Uninstalls and audits; no effect if the app is not installed. `actorClientId` is set if the app acts by its own credentials. */
export async function applyUninstall(
  { tx, by, subjects }: InstallationChange,
  call: Call,
  actorClientId: string | null = null,
): Promise<void> {
  const result = await tx.uninstall({ installationId: subjects.installationId, by });
  if (!result?.installed) return;
  const detail = { party: by, version: result.version };
  recordAudit(tx, call, { ...subjects, action: "installation.uninstall", detail, actorClientId });
}
