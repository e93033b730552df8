import type { Party } from "../../model/merchant.ts";
import type { InstallationReads } from "../../store/installations/installation-store.ts";
import type { Call } from "../call.ts";
import { RequestError } from "../errors.ts";

/** How the caller stands to an installation. */
export interface Standing {
  /** Sees it. */
  reads: boolean;
  /** The sides that it may act for, the app's first. */
  parties: Party[];
  /** Sees it as the app's developer only: whoever connected it at the merchant is none of their business. */
  onlyAsApp: boolean;
}

const EVERY_SIDE: Party[] = ["APP", "MERCHANT", "OPERATOR"];

/** Where a service key stands: everywhere, by its right. A session stands where its account does. */
export async function standingOf(
  reads: Pick<InstallationReads, "role">,
  call: Call,
  of: { developerId: string; merchantId: string },
): Promise<Standing> {
  const { actor } = call;
  if (actor === null) return { reads: true, parties: EVERY_SIDE, onlyAsApp: false };
  const role = await reads.role(actor.accountId, of.merchantId);
  const parties: Party[] = [];
  if (actor.accountId === of.developerId) parties.push("APP");
  if (role === "OWNER" || role === "MANAGER") parties.push("MERCHANT");
  if (actor.operator) parties.push("OPERATOR");
  const onlyAsApp = role === null && !actor.operator;
  return { reads: role !== null || parties.length > 0, parties, onlyAsApp };
}

/**
 * The side that acts: the one asked for, if the account is on it; else the only one that it is on, and for a service key the operator's.
 *
 * @throws RequestError SIDE; INVALID where the account is on several and named none
 */
export function chooseParty(standing: Standing, call: Call, asked: Party | null): Party {
  if (asked !== null) {
    if (standing.parties.includes(asked)) return asked;
    throw new RequestError("permission_denied", "SIDE", "The account does not act for this side of the installation.");
  }
  if (call.actor === null) return "OPERATOR";
  const [only, ...others] = standing.parties;
  if (only === undefined) {
    throw new RequestError("permission_denied", "SIDE", "Only owners and managers of the merchant may do this.");
  }
  if (others.length === 0) return only;
  throw new RequestError("invalid_argument", "INVALID", "Say for which side you act.", {
    violations: [{ field: "side", description: `One of ${standing.parties.join(", ")}.` }],
  });
}
