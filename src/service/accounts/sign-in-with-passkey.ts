import { Account } from "../../model/account.ts";
import type { Call } from "../call.ts";
import { RequestError } from "../errors.ts";
import { auditPasskeyLockout } from "./audit-lockout.ts";
import type { AccountDependencies } from "./dependencies.ts";
import { rateLimited } from "./errors.ts";
import { requirePasswords } from "./hash-password.ts";
import { startAnnouncedSession } from "./start-announced-session.ts";
import type { StartedSession } from "./start-session.ts";
import { verifyPasskey } from "./verify-passkey.ts";

export interface SignInWithPasskeyRequest {
  /** AuthenticationResponseJSON of WebAuthn. */
  response: string;
}

/**
 * Signs in with a discoverable passkey that verified its user. The device and the PIN or fingerprint are two factors, so no further factor
 * is required. An unknown passkey, a wrong response and a suspended account are indistinguishable.
 */
export async function signInWithPasskey(
  deps: AccountDependencies,
  { response }: SignInWithPasskeyRequest,
  call: Call,
): Promise<StartedSession> {
  requirePasswords(deps);
  const outcome = await deps.limits.attemptPasskey(call, () => start(deps, response, call));
  if (outcome.kind === "passed") return outcome.value;
  if (outcome.kind === "rejected") throw rateLimited(outcome.retryAfter);
  if (outcome.lockout !== null) auditPasskeyLockout(deps, { response, scope: outcome.lockout }, call);
  const message = "This passkey is not registered, or its response is invalid or arrived too late.";
  throw new RequestError("unauthenticated", "PASSKEY", message);
}

async function start(deps: AccountDependencies, response: string, call: Call): Promise<StartedSession | null> {
  return deps.management.transactional(async (tx) => {
    const accountId = await verifyPasskey(deps, tx, { response, binding: ["sign-in"], accountId: null });
    if (accountId === null) return null;
    const account = await tx.em.findOneOrFail(Account, { id: accountId });
    const given = { account, passwordHash: null, by: "passkey", secondFactor: "passkey" } as const;
    return startAnnouncedSession({ deps, tx, call }, given);
  });
}
