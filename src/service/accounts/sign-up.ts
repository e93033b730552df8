import { Account } from "../../model/account.ts";

import { isConstraintViolation } from "../../store/connection/errors.ts";
import { recordAudit } from "../audit/record-audit.ts";

import type { Call } from "../call.ts";
import type { AccountDependencies } from "./dependencies.ts";
import { findEmailError, findNameError, findPasswordError, refuseErrors, toEmail } from "./fields.ts";
import { hashInTurn, throttled } from "./password-work.ts";
import type { SessionRecord } from "./records.ts";
import { startSession } from "./session.ts";
import { requirePasswords } from "./sign-in.ts";
import { emailTaken } from "./taken.ts";
import { toAccountRecord } from "./to-record.ts";
import { asAccount, denied } from "./who.ts";

export interface SignUp {
  email: string;
  password: string;
  name: string;
}

/**
 * Makes a developer's account of a stranger and signs it in, where the platform allows that. A taken e-mail has to be
 * told, so each time counts for the address, apart from failed sign-ins: an address finds out about a few accounts and locks none.
 */
export async function signUp(deps: AccountDependencies, request: SignUp, call: Call): Promise<SessionRecord> {
  requirePasswords(deps);
  if (!deps.allowSignUp) throw denied("SIGN_UP_CLOSED", "Accounts are made by the platform; ask it for an invitation.");
  const { email, password, name } = request;
  refuseErrors({ email: findEmailError(email), password: findPasswordError(password), name: findNameError(name) });
  await deps.signUpQuota.countAttempt(call.address);
  const attempt = { subject: toEmail(email), knownBy: null, call };
  const outcome = await deps.limits.attemptSignUp(attempt, () => nullIfTaken(makeDeveloper(deps, request, call)));
  if (outcome.kind === "refused") throw throttled(outcome.retryAfter);
  if (outcome.kind === "failed") throw emailTaken();
  return outcome.value;
}

async function makeDeveloper(deps: AccountDependencies, request: SignUp, call: Call): Promise<SessionRecord> {
  const passwordHash = await hashInTurn(deps, request.password, call);
  return deps.management.transactional(async (tx) => {
    const email = toEmail(request.email);
    const made = tx.em.create(Account, { email, name: request.name, developer: true, passwordHash });
    await tx.em.flush();
    await deps.signUpQuota.countAccount(tx.query);
    const account = toAccountRecord(made);
    recordAudit(tx, asAccount(call, account), { action: "account.sign_up", accountId: account.accountId });
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
