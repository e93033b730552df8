import { decideSuspend } from "../../oauth/installation-suspension.ts";
import type { InstallationView } from "../../store/installations/installation-list.ts";
import { recordAudit } from "../audit/record-audit.ts";
import type { Call } from "../call.ts";
import { findReasonViolations } from "../reason.ts";
import { requireNoViolations } from "../violations.ts";
import {
  type ChangeInstallationRequest,
  changeInstallation,
  lockInstallation,
  requireAllowed,
} from "./change-installation.ts";
import type { InstallationDependencies } from "./dependencies.ts";

export interface SuspendInstallationRequest extends ChangeInstallationRequest {
  reasonCode: string;
  /** May be empty. */
  reasonText: string;
}

/**
 * Suspends an installation for one party. Its tokens are inactive until every party that suspended it has resumed it.
 *
 * @throws RequestError NOT_FOUND, PARTY, NOT_INSTALLED, INVALID
 */
export async function suspendInstallation(
  deps: InstallationDependencies,
  request: SuspendInstallationRequest,
  call: Call,
): Promise<InstallationView> {
  const { reasonCode, reasonText } = request;
  requireNoViolations(findReasonViolations({ code: reasonCode, text: reasonText }, { textOptional: true }));
  return changeInstallation(deps, request, call, async ({ tx, by, subjects }) => {
    const locked = await lockInstallation(tx, request.installationId);
    const change = requireAllowed(decideSuspend(locked, by));
    if (change === null) return;
    // While an operator suspends the installation, the operator's reason is kept.
    const keepReason = locked.suspendedBy.includes("OPERATOR") && by !== "OPERATOR";
    const reason = keepReason ? locked : { reasonCode, reasonText: reasonText || null };
    await tx.changeSuspension(locked, { ...change, reasonCode: reason.reasonCode, reasonText: reason.reasonText });
    const detail = { party: by, reason: reasonCode, ...(reasonText !== "" && { reason_text: reasonText }) };
    recordAudit(tx, call, { ...subjects, action: "installation.suspend", detail });
  });
}
