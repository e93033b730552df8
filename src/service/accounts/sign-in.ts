import { findPasswordError } from "../../credential/password.ts";
import { Account } from "../../model/account.ts";
import { findPassword } from "../../store/accounts/accounts.ts";
import type { Call } from "../call.ts";
import { RequestError } from "../errors.ts";
import { auditLockout } from "./audit-lockout.ts";
import type { AccountDependencies } from "./dependencies.ts";
import { rateLimited } from "./errors.ts";
import { findEmailError, toEmail } from "./fields.ts";
import { requirePasswords } from "./hash-password.ts";
import { type PendingSignIn, startPendingSignIn } from "./pending-sign-in.ts";
import { startAnnouncedSession } from "./start-announced-session.ts";
import type { StartedSession } from "./start-session.ts";

export interface SignInRequest {
  email: string;
  password: string;
}

/** A session or, for an account with a second factor, a sign-in that waits for it. */
export type SignInResult = { session: StartedSession; pending: null } | { session: null; pending: PendingSignIn };

/**
 * Signs in with e-mail and password. An unknown e-mail, a wrong or missing password and a suspended account get the same error in the same
 * time: each costs one password verification and counts as one failure.
 */
export async function signIn(deps: AccountDependencies, request: SignInRequest, call: Call): Promise<SignInResult> {
  requirePasswords(deps);
  const email = toEmail(request.email);
  const attempt = { subject: email, knownBy: await findOwnSession(deps, email, call), call };
  const outcome = await deps.limits.attemptSignIn(attempt, () => verifyAccount(deps, email, request.password));
  if (outcome.kind === "rejected") throw rateLimited(outcome.retryAfter);
  if (outcome.kind === "failed") {
    if (outcome.lockout !== null) auditLockout(deps, { subject: email, scope: outcome.lockout }, call);
    throw wrongCredentials();
  }
  const { account, passwordHash } = outcome.value;
  if ((account.secondFactorAt ?? null) !== null) {
    return { session: null, pending: await startPendingSignIn(deps, account, passwordHash) };
  }
  const session = await deps.management.transactional((tx) =>
    startAnnouncedSession({ deps, tx, call }, { account, passwordHash, by: "password" }),
  );
  if (session === null) throw wrongCredentials();
  return { session, pending: null };
}

/**
 * The call's session if it belongs to the account of this e-mail. Then the browser is known, and failures from other browsers do not count.
 */
async function findOwnSession(deps: AccountDependencies, email: string, { actor }: Call): Promise<string | null> {
  if (actor === null || findEmailError(email) !== null) return null;
  const found = await deps.management.read((_em, query) => findPassword(query, email));
  return found?.id === actor.accountId ? actor.sessionId : null;
}

async function verifyAccount(deps: AccountDependencies, email: string, password: string) {
  // An invalid e-mail or password is not looked up, but takes the same time.
  const valid = findEmailError(email) === null && findPasswordError(password) === null;
  const found = await deps.management.read((_em, query) => findPassword(query, valid ? email : ""));
  if (found === undefined) {
    await deps.passwords.verifyAbsentAccount(valid ? password : "");
    return null;
  }
  const { id, passwordHash } = found;
  if (!(await deps.passwords.verifyPassword(password, passwordHash))) return null;
  const account = await deps.management.read((em) => em.findOne(Account, { id }));
  return account?.state === "ACTIVE" ? { account, passwordHash } : null;
}

function wrongCredentials(): RequestError {
  return new RequestError("unauthenticated", "CREDENTIALS", "The e-mail or the password is wrong.");
}
