import { isUuid } from "../../credential/uuid.ts";
import type { Party } from "../../model/merchant.ts";
import type { SuspensionDecision } from "../../oauth/installation-suspension.ts";
import type { ManagementTransaction } from "../../store/connection/management.ts";
import type { InstallationView } from "../../store/installations/installation-list.ts";
import type { LockedInstallation } from "../../store/installations/installations.ts";
import type { Call } from "../call.ts";
import { RequestError } from "../errors.ts";
import { chooseParty, findAccess, installationNotFound, toVisible } from "./access.ts";
import type { InstallationDependencies } from "./dependencies.ts";

export interface ChangeInstallationRequest {
  installationId: string;
  /** The party that acts; null: the only party that the caller may act for. */
  party: Party | null;
}

export interface InstallationChange {
  tx: ManagementTransaction;
  /** The party that acts. */
  by: Party;
  /** The subjects of the audit event. */
  subjects: { clientId: string; merchantId: string; installationId: string };
}

/**
 * Checks access, runs `change` in a transaction and returns the changed installation.
 *
 * @param request.sessionParties the parties that a session may act for; all parties by default
 * @throws RequestError NOT_FOUND without access; PARTY, INVALID for the party
 */
export async function changeInstallation(
  { installations }: InstallationDependencies,
  { installationId, party, sessionParties }: ChangeInstallationRequest & { sessionParties?: readonly Party[] },
  call: Call,
  change: (change: InstallationChange) => Promise<void>,
): Promise<InstallationView> {
  return installations.change(async (tx) => {
    const view = isUuid(installationId) ? await tx.find(installationId) : null;
    if (view === null) throw installationNotFound();
    const access = await findAccess(tx, call, view);
    if (!access.canRead) throw installationNotFound();
    const isLimited = call.actor !== null && sessionParties !== undefined;
    const parties = isLimited ? access.parties.filter((one) => sessionParties.includes(one)) : access.parties;
    const by = chooseParty({ ...access, parties }, call, party);
    await change({ tx, by, subjects: { clientId: view.clientId, merchantId: view.merchantId, installationId } });
    return toVisible((await tx.find(installationId))!, access);
  });
}

/** @throws RequestError NOT_FOUND */
export async function lockInstallation(tx: ManagementTransaction, id: string): Promise<LockedInstallation> {
  const locked = await tx.lockInstallation(id);
  if (locked === null) throw installationNotFound();
  return locked;
}

const REFUSALS = {
  NOT_INSTALLED: "The app is not installed on this merchant.",
  SUSPENDED_BY_ANOTHER: "Another party suspended it; only that party can resume it.",
};

/** The change to write; null if nothing changes. @throws RequestError NOT_INSTALLED, SUSPENDED_BY_ANOTHER */
export function requireAllowed(decision: SuspensionDecision): Extract<SuspensionDecision, { kind: "change" }> | null {
  if (decision.kind === "refuse") {
    throw new RequestError("failed_precondition", decision.reason, REFUSALS[decision.reason]);
  }
  return decision.kind === "change" ? decision : null;
}
