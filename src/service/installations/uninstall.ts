import type { AuditDetail } from "../../model/audit-detail.ts";
import type { InstallationView } from "../../store/installations/installation-list.ts";
import { recordAudit } from "../audit/record-audit.ts";
import type { Call } from "../call.ts";
import { findReasonViolations } from "../reason.ts";
import { requireNoViolations } from "../violations.ts";
import { type ChangeInstallationRequest, changeInstallation, type InstallationChange } from "./change-installation.ts";
import type { InstallationDependencies } from "./dependencies.ts";

export interface UninstallRequest extends ChangeInstallationRequest {
  /** Empty without a reason. */
  reasonCode?: string;
  /** May be empty. */
  reasonText?: string;
}

/**
 * Uninstalls an app and revokes all tokens of the installation. A session may not act for APP, because an app uninstalls itself with its
 * credentials (UninstallByApp).
 * @throws RequestError NOT_FOUND, PARTY, INVALID
 */
export async function uninstall(
  deps: InstallationDependencies,
  { installationId, party, reasonCode = "", reasonText = "" }: UninstallRequest,
  call: Call,
): Promise<InstallationView> {
  const hasReason = reasonCode !== "" || reasonText !== "";
  if (hasReason)
    requireNoViolations(findReasonViolations({ code: reasonCode, text: reasonText }, { textOptional: true }));
  const reason = hasReason && { reason: reasonCode, ...(reasonText !== "" && { reason_text: reasonText }) };
  const request = { installationId, party, sessionParties: ["MERCHANT", "OPERATOR"] } as const;
  return changeInstallation(deps, request, call, (change) => applyUninstall(change, call, { detail: { ...reason } }));
}

interface UninstallAudit {
  /** Set if the app acts by its own credentials. */
  actorClientId?: string;
  detail?: { reason?: string; reason_text?: string };
}

/** Uninstalls and audits; no effect if the app is not installed. */
export async function applyUninstall(
  { tx, by, subjects }: InstallationChange,
  call: Call,
  { actorClientId, detail: more }: UninstallAudit = {},
): Promise<void> {
  const result = await tx.uninstall({ installationId: subjects.installationId, by });
  if (!result?.installed) return;
  const detail: AuditDetail = { party: by, version: result.version, ...more };
  recordAudit(tx, call, {
    ...subjects,
    action: "installation.uninstall",
    detail,
    actorClientId: actorClientId ?? null,
  });
}
