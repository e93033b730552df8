import { type ClosedMerchant, listClosedMerchants } from "../../store/accounts/closed-memberships.ts";
import { findSessionSpan } from "../../store/accounts/sessions.ts";
import { requireActor } from "../authorization.ts";
import type { Call } from "../call.ts";
import { type AccountWithMemberships, findAccountWithMemberships } from "./account-memberships.ts";
import type { AccountDependencies } from "./dependencies.ts";

export interface GetSessionRequest {
  withoutMemberships?: boolean;
}

interface SessionView extends AccountWithMemberships {
  /** In microseconds. */
  expiresAt: number;
  secondFactorRequired: boolean;
  /** Closed merchants that the account belonged to; empty if it has memberships, or if these were left out. */
  closedMerchants: ClosedMerchant[];
}

/** Returns the signed-in account and when its session expires. */
export async function getSession(
  { management }: AccountDependencies,
  { withoutMemberships }: GetSessionRequest,
  call: Call,
): Promise<SessionView> {
  const { accountId, sessionId, needsSecondFactor = false } = requireActor(call);
  return management.read(async (em, query) => {
    const [{ expiresAt }, found] = await Promise.all([
      findSessionSpan(query, sessionId),
      findAccountWithMemberships(em, { query, where: { id: accountId }, withoutMemberships }),
    ]);
    const hasNone = !withoutMemberships && found!.memberships.length === 0;
    const closedMerchants = hasNone ? await listClosedMerchants(query, accountId) : [];
    return { ...found!, expiresAt, secondFactorRequired: needsSecondFactor, closedMerchants };
  });
}
