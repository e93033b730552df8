import { decideResume } from "../../oauth/installation-suspension.ts";
import type { InstallationView } from "../../store/installations/installation-list.ts";
import { recordAudit } from "../audit/record-audit.ts";
import type { Call } from "../call.ts";
import {
  type ChangeInstallationRequest,
  changeInstallation,
  lockInstallation,
  requireAllowed,
} from "./change-installation.ts";
import type { InstallationDependencies } from "./dependencies.ts";

/**
 * Lifts the suspension by the acting party, also if the app is uninstalled.
 * @throws RequestError NOT_FOUND, PARTY, SUSPENDED_BY_ANOTHER, INVALID
 */
export async function resumeInstallation(
  deps: InstallationDependencies,
  request: ChangeInstallationRequest,
  call: Call,
): Promise<InstallationView> {
  return changeInstallation(deps, request, call, async ({ tx, by, subjects }) => {
    const locked = await lockInstallation(tx, request.installationId);
    const change = requireAllowed(decideResume(locked, by));
    if (change === null) return;
    const reason = change.suspendedBy.length > 0 ? locked : { reasonCode: null, reasonText: null };
    await tx.changeSuspension(locked, { ...change, reasonCode: reason.reasonCode, reasonText: reason.reasonText });
    recordAudit(tx, call, { ...subjects, action: "installation.resume", detail: { party: by } });
  });
}
