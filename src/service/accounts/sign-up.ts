import { findPasswordError } from "../../credential/password.ts";
import { Account } from "../../model/account.ts";
import { isConstraintViolation } from "../../store/connection/errors.ts";
import { recordSecurityEvent } from "../audit/record-security-event.ts";
import type { Call } from "../call.ts";
import { queueLink } from "../mail/link-jobs.ts";
import { actingAs } from "./authorization.ts";
import { emailTaken } from "./conflict.ts";
import type { AccountDependencies } from "./dependencies.ts";
import { denied, rateLimited } from "./errors.ts";
import { findEmailError, findNameError, requireValid, toEmail } from "./fields.ts";
import { hashChosenPassword, requirePasswords } from "./hash-password.ts";
import { type StartedSession, startSession } from "./start-session.ts";

export interface SignUpRequest {
  email: string;
  password: string;
  name: string;
}

/**
 * Creates a developer account and signs it in, if sign-up is enabled. EMAIL_TAKEN reveals that an account exists, so each such error counts
 * against the client address, separately from failed sign-ins.
 */
export async function signUp(deps: AccountDependencies, request: SignUpRequest, call: Call): Promise<StartedSession> {
  requirePasswords(deps);
  if (!deps.allowSignUp) throw denied("SIGN_UP_CLOSED", "Sign-up is disabled. Ask the platform for an invitation.");
  const { email, password, name } = request;
  requireValid({ email: findEmailError(email), password: findPasswordError(password), name: findNameError(name) });
  await deps.signUpQuota.countAttempt(call.address);
  const attempt = { subject: toEmail(email), knownBy: null, call };
  const outcome = await deps.limits.attemptSignUp(attempt, () => nullIfTaken(createDeveloper(deps, request, call)));
  if (outcome.kind === "rejected") throw rateLimited(outcome.retryAfter);
  if (outcome.kind === "failed") throw emailTaken();
  return outcome.value;
}

async function createDeveloper(deps: AccountDependencies, request: SignUpRequest, call: Call): Promise<StartedSession> {
  const { email: address, password, name } = request;
  const passwordHash = await hashChosenPassword(deps, { password, field: "password", owner: [address, name] }, call);
  return deps.management.transactional(async (tx) => {
    const email = toEmail(request.email);
    const account = tx.em.create(Account, { email, name: request.name, developer: true, passwordHash });
    await tx.em.flush();
    await deps.signUpQuota.countAccount(tx.query);
    recordSecurityEvent(tx, actingAs(call, account), { action: "account.sign_up", accountId: account.id });
    const { language = null } = call;
    if (deps.sendsMail) queueLink(tx, { purpose: "verify_email", accountId: account.id, email, language });
    const session = await startSession(tx, call, { account, passwordHash, by: "sign_up" });
    return session!;
  });
}

async function nullIfTaken<T>(work: Promise<T>): Promise<T | null> {
  return work.catch((error) => {
    if (isConstraintViolation(error)) return null;
    throw error;
  });
}
