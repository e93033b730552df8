import { sha256 } from "../../credential/digest.ts";
import type { ChallengeBinding } from "../../credential/passkey-challenge.ts";
import { createSessionToken, findSessionDigest } from "../../credential/secret.ts";
import type { Account } from "../../model/account.ts";
import { LIFETIMES } from "../../oauth/lifetimes.ts";
import {
  findPendingSignIn,
  startPendingSignIn as insertPendingSignIn,
  type PendingRow,
} from "../../store/accounts/pending-sign-ins.ts";
import { findSecondFactors, type SecondFactors } from "../../store/accounts/second-factors.ts";
import type { Query } from "../../store/connection/query.ts";
import { RequestError } from "../errors.ts";
import type { AccountDependencies } from "./dependencies.ts";
import { proofOptions } from "./passkey-options.ts";

/** The number of wrong attempts that ends a pending sign-in. */
export const MAX_FAILURES = 5;

/** A sign-in with a correct password that waits for the second factor. */
export interface PendingSignIn {
  token: string;
  /** The address of the account; null if the account has lost it meanwhile. */
  email: string | null;
  /** Microseconds. */
  expiresAt: number;
  factors: SecondFactors;
  /** PublicKeyCredentialRequestOptions as JSON; empty if the account has no passkeys. */
  passkeyOptions: string;
}

/** Binds the challenge of a passkey to a pending sign-in. */
export function bindingOf(token: string): ChallengeBinding {
  return ["second-factor", token];
}

/** A pending sign-in with the factors that complete it. */
export async function toPendingSignIn(
  deps: AccountDependencies,
  query: Query,
  { accountId, ...pending }: Pick<PendingSignIn, "token" | "email" | "expiresAt"> & { accountId: string },
): Promise<PendingSignIn> {
  const factors = await findSecondFactors(query, accountId);
  return { ...pending, factors, passkeyOptions: proofOptions(deps, factors.passkeys, bindingOf(pending.token)) };
}

/** Starts a sign-in that waits for the second factor. */
export async function startPendingSignIn(
  deps: AccountDependencies,
  { id: accountId, email = null }: Pick<Account, "id" | "email">,
  passwordHash: string,
): Promise<PendingSignIn> {
  const { token, digest } = createSessionToken();
  const pending = { accountId, digest, passwordDigest: sha256(passwordHash), lifetime: LIFETIMES.pendingSignIn };
  return deps.management.transactional(async ({ query }) => {
    const expiresAt = await insertPendingSignIn(query, pending);
    return toPendingSignIn(deps, query, { token, email, expiresAt, accountId });
  });
}

/** The pending sign-in of a token. @throws RequestError SIGN_IN_EXPIRED if it has expired, was completed, or had too many wrong attempts */
export async function requirePendingSignIn({ management }: AccountDependencies, token: string): Promise<PendingRow> {
  const digest = findSessionDigest(token);
  const pending = digest && (await management.read((_em, query) => findPendingSignIn(query, digest, MAX_FAILURES)));
  if (pending === null) throw signInExpired();
  return pending;
}

export function signInExpired(): RequestError {
  const message = "This sign-in has expired or had too many wrong attempts. Sign in again.";
  return new RequestError("failed_precondition", "SIGN_IN_EXPIRED", message);
}
