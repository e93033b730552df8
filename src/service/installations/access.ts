import type { Party } from "../../model/merchant.ts";
import type { InstallationView } from "../../store/installations/installation-list.ts";
import type { InstallationReads } from "../../store/installations/installation-store.ts";
import { teamRoleOf } from "../authorization.ts";
import type { Call } from "../call.ts";
import { RequestError } from "../errors.ts";

export interface InstallationAccess {
  canRead: boolean;
  /** The parties that the caller may act for, APP first. */
  parties: Party[];
  /** True if the caller has access only as a member of the app's team. Then the caller may not see the account that connected the app. */
  onlyAsApp: boolean;
}

const ALL_PARTIES: Party[] = ["APP", "MERCHANT", "OPERATOR"];

/** Finds the caller's access. A service key has full access within its permissions, a session the access of its account's roles. */
export async function findAccess(
  reads: Pick<InstallationReads, "role">,
  { actor }: Call,
  { developerId, merchantId }: { developerId: string; merchantId: string },
): Promise<InstallationAccess> {
  if (actor === null) return { canRead: true, parties: ALL_PARTIES, onlyAsApp: false };
  const role = await reads.role(actor.accountId, merchantId);
  const parties: Party[] = [];
  if (teamRoleOf(actor, developerId) !== null) parties.push("APP");
  if (role === "OWNER" || role === "MANAGER") parties.push("MERCHANT");
  if (actor.operator) parties.push("OPERATOR");
  const onlyAsApp = role === null && !actor.operator;
  return { canRead: role !== null || parties.length > 0, parties, onlyAsApp };
}

/**
 * Returns the party that the caller acts for. If none is requested, this is OPERATOR for a service key, and the only possible party for a
 * session.
 * @throws RequestError PARTY if the caller may not act for the party; INVALID if several are possible and none was requested
 */
export function chooseParty({ parties }: InstallationAccess, { actor }: Call, requested: Party | null): Party {
  if (requested !== null) {
    if (parties.includes(requested)) return requested;
    throw new RequestError("permission_denied", "PARTY", "The account may not act for this party.");
  }
  if (actor === null) return "OPERATOR";
  const [only, ...others] = parties;
  if (only === undefined) {
    throw new RequestError("permission_denied", "PARTY", "Only owners and managers of the merchant may do this.");
  }
  if (others.length === 0) return only;
  throw new RequestError("invalid_argument", "INVALID", "Name the party that you act for.", {
    violations: [{ field: "party", description: `One of ${parties.join(", ")}.` }],
  });
}

/** The installation without the account that connected it, if the caller may not see that. */
export function toVisible(view: InstallationView, { onlyAsApp }: InstallationAccess): InstallationView {
  return onlyAsApp ? { ...view, connectedByAccountId: null, connectedByName: null } : view;
}

export function installationNotFound(): RequestError {
  return new RequestError("not_found", "NOT_FOUND", "There is no such installation.");
}
