import { findPasswordError } from "../../credential/password.ts";
import { Account } from "../../model/account.ts";
import { requireActor } from "../authorization.ts";
import type { Call } from "../call.ts";
import { RequestError } from "../errors.ts";
import { auditLockout } from "./audit-lockout.ts";
import type { AccountDependencies } from "./dependencies.ts";
import { denied, rateLimited } from "./errors.ts";

/**
 * Verifies the current password of the signed-in account and returns its hash. Failures count like failed sign-ins, because an open session
 * would allow guessing here.
 */
export async function verifyOwnPassword(deps: AccountDependencies, password: string, call: Call): Promise<string> {
  const { accountId, sessionId } = requireActor(call);
  const { passwordHash, email } = await deps.management.read((em) => em.findOneOrFail(Account, { id: accountId }));
  if (!passwordHash) throw new RequestError("failed_precondition", "NO_PASSWORD", "This account has no password.");
  const attempt = { subject: email ?? accountId, knownBy: sessionId, call };
  const outcome = await deps.limits.attemptSignIn(attempt, async () =>
    findPasswordError(password) === null && (await deps.passwords.verifyPassword(password, passwordHash))
      ? passwordHash
      : null,
  );
  if (outcome.kind === "rejected") throw rateLimited(outcome.retryAfter);
  if (outcome.kind === "failed") {
    if (outcome.lockout !== null) auditLockout(deps, { subject: attempt.subject, scope: outcome.lockout }, call);
    throw denied("CREDENTIALS", "The current password is wrong.");
  }
  return outcome.value;
}
