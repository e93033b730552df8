import type { AccountDependencies } from "./dependencies.ts";
import { type PendingSignIn, requirePendingSignIn, toPendingSignIn } from "./pending-sign-in.ts";

export interface GetPendingSignInRequest {
  pendingToken: string;
}

/**
 * Returns a sign-in that waits for the second factor. @throws RequestError SIGN_IN_EXPIRED if it has expired, was completed, or had too
 * many wrong attempts
 */
export async function getPendingSignIn(
  deps: AccountDependencies,
  { pendingToken: token }: GetPendingSignInRequest,
): Promise<PendingSignIn> {
  const { accountId, email, expiresAt } = await requirePendingSignIn(deps, token);
  return deps.management.read((_em, query) => toPendingSignIn(deps, query, { token, email, expiresAt, accountId }));
}
