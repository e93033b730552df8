import type { AuditDetail } from "../../model/audit-detail.ts";
import { decideScopeRemoval } from "../../oauth/scope-removal.ts";
import type { InstallationView } from "../../store/installations/installation-list.ts";
import { findLiveScopes } from "../../store/installations/installations.ts";
import { recordAudit } from "../audit/record-audit.ts";
import type { Call } from "../call.ts";
import { RequestError } from "../errors.ts";
import { requireNoViolations } from "../violations.ts";
import { changeInstallation, lockInstallation } from "./change-installation.ts";
import type { InstallationDependencies } from "./dependencies.ts";

export interface RemoveScopesRequest {
  installationId: string;
  scopes: readonly string[];
}

const REFUSALS = {
  NOT_INSTALLED: "The app is not installed on this merchant.",
  SCOPE_REQUIRED: "The app requires one of these scopes. Uninstall the app to take it back.",
  LAST_SCOPE: "No scope would be left. Uninstall the app to take all scopes back.",
};

export interface ScopeRemoval {
  view: InstallationView;
  /** The scopes that were granted before; empty if there was nothing to remove. */
  removed: string[];
}

/**
 * Takes granted scopes back without a new consent. The lock on the installation orders the change with exchanges; refreshes and
 * introspections intersect with the granted scopes, so they need no change of tokens.
 * @throws RequestError NOT_FOUND, PARTY, NOT_INSTALLED, SCOPE_REQUIRED, LAST_SCOPE, INVALID
 */
export async function removeScopes(
  deps: InstallationDependencies,
  { installationId, scopes }: RemoveScopesRequest,
  call: Call,
): Promise<ScopeRemoval> {
  requireNoViolations(scopes.length === 0 ? [{ field: "scopes", description: "At least one scope." }] : []);
  const request = { installationId, party: null, sessionParties: ["MERCHANT"] } as const;
  let removed: string[] = [];
  const view = await changeInstallation(deps, request, call, async ({ tx, by, subjects }) => {
    // A retry of the transaction starts anew.
    removed = [];
    const installation = await lockInstallation(tx, installationId);
    const app = { scopes: await findLiveScopes(tx.query, installationId) };
    const decision = decideScopeRemoval({ installation, app }, scopes);
    if (decision.kind === "nothing") return;
    if (decision.kind === "refuse")
      throw new RequestError("failed_precondition", decision.reason, REFUSALS[decision.reason]);
    await tx.removeScopes(installation, decision.left);
    removed = decision.removed;
    const detail: AuditDetail = { party: by, removed, scopes: decision.left };
    recordAudit(tx, call, { ...subjects, action: "installation.remove_scopes", detail });
  });
  return { view, removed };
}
