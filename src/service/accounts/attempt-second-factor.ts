import { Account } from "../../model/account.ts";
import type { Call } from "../call.ts";
import { auditLockout } from "./audit-lockout.ts";
import type { AccountDependencies } from "./dependencies.ts";
import { denied, rateLimited } from "./errors.ts";

/** The account whose second factor is verified. */
export interface SecondFactorAttempt {
  accountId: string;
  /** The account's session in this browser, which makes the browser known to the limits; null during a sign-in. */
  knownBy: string | null;
  call: Call;
}

/**
 * Runs `verify` within the limits of sign-ins and of the account's second factor. If `verify` returns null, the attempt counts as failed.
 * @throws RequestError SECOND_FACTOR for a wrong second factor, RATE_LIMITED
 */
export async function attemptSecondFactor<T>(
  deps: AccountDependencies,
  { accountId, knownBy, call }: SecondFactorAttempt,
  verify: () => Promise<T | null>,
): Promise<T> {
  const { email } = await deps.management.read((em) => em.findOneOrFail(Account, { id: accountId }));
  const subject = email ?? accountId;
  const outcome = await deps.limits.attemptSecondFactor({ subject, knownBy, call }, verify);
  if (outcome.kind === "passed") return outcome.value;
  if (outcome.kind === "rejected") throw rateLimited(outcome.retryAfter);
  if (outcome.lockout !== null) auditLockout(deps, { subject, scope: outcome.lockout }, call);
  throw denied("SECOND_FACTOR", "The code or passkey is wrong, or was used before.");
}
