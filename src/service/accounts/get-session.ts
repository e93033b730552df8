import { findSessionSpan } from "../../store/accounts/sessions.ts";
import { requireActor } from "../authorization.ts";
import type { Call } from "../call.ts";
import { type AccountWithMemberships, findAccountWithMemberships } from "./account-memberships.ts";
import type { AccountDependencies } from "./dependencies.ts";

export interface GetSessionRequest {
  withoutMemberships?: boolean;
}

/** Returns the signed-in account and when its session expires, in microseconds. */
export async function getSession(
  { management }: AccountDependencies,
  { withoutMemberships }: GetSessionRequest,
  call: Call,
): Promise<AccountWithMemberships & { expiresAt: number; secondFactorRequired: boolean }> {
  const { accountId, sessionId, needsSecondFactor = false } = requireActor(call);
  return management.read(async (em, query) => {
    const [{ expiresAt }, found] = await Promise.all([
      findSessionSpan(query, sessionId),
      findAccountWithMemberships(em, { query, where: { id: accountId }, withoutMemberships }),
    ]);
    return { ...found!, expiresAt, secondFactorRequired: needsSecondFactor };
  });
}
