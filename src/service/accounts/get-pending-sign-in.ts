import { findSecondFactors } from "../../store/accounts/second-factors.ts";
import type { AccountDependencies } from "./dependencies.ts";
import { type PendingSignIn, requirePendingSignIn } from "./pending-sign-in.ts";

export interface GetPendingSignInRequest {
  pendingToken: string;
}

/** Returns a sign-in that waits for the second factor. @throws RequestError SIGN_IN_EXPIRED if it is over */
export async function getPendingSignIn(
  deps: AccountDependencies,
  { pendingToken: token }: GetPendingSignInRequest,
): Promise<PendingSignIn> {
  const { accountId, expiresAt } = await requirePendingSignIn(deps, token);
  const factors = await deps.management.read((_em, query) => findSecondFactors(query, accountId));
  return { token, expiresAt, factors };
}
