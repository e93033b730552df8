import { hashPassword } from "../../credential/password.ts";
import { Account } from "../../model/account.ts";
import { isConstraintViolation } from "../../store/faults.ts";
import { recordAudit } from "../audit/record.ts";
import type { Call } from "../call.ts";
import type { AccountDependencies } from "./dependencies.ts";
import { findEmailFault, findNameFault, findPasswordFault, refuseFaults, toEmail } from "./fields.ts";
import type { SessionRecord } from "./records.ts";
import { startSession } from "./session.ts";
import { requirePasswords, throttled } from "./sign-in.ts";
import { emailTaken } from "./taken.ts";
import { toAccountRecord } from "./to-record.ts";
import { asAccount, denied } from "./who.ts";

export interface SignUp {
  email: string;
  password: string;
  name: string;
}

/**
 * Makes a developer's account of a stranger and signs it in, where the platform allows that. An e-mail that is taken has to be told, so each
 * time counts as a failed sign-in from the address, under a subject of its own: nobody tries out who has an account, and nobody is locked out.
 */
export async function signUp(deps: AccountDependencies, request: SignUp, call: Call): Promise<SessionRecord> {
  requirePasswords(deps);
  if (!deps.allowSignUp) throw denied("SIGN_UP_CLOSED", "Accounts are made by the platform; ask it for an invitation.");
  const { email, password, name } = request;
  refuseFaults({ email: findEmailFault(email), password: findPasswordFault(password), name: findNameFault(name) });
  const attempt = { subject: `sign-up ${toEmail(email)}`, address: call.address };
  const outcome = await deps.limits.attemptSignIn(attempt, () => nullIfTaken(makeDeveloper(deps, request, call)));
  if (outcome.kind === "refused") throw throttled(outcome.retryAfter);
  if (outcome.kind === "failed") throw emailTaken();
  return outcome.value;
}

async function makeDeveloper({ management }: AccountDependencies, request: SignUp, call: Call): Promise<SessionRecord> {
  const passwordHash = await hashPassword(request.password);
  return management.transactional(async (tx) => {
    const email = toEmail(request.email);
    const made = tx.em.create(Account, { email, name: request.name, developer: true, passwordHash });
    await tx.em.flush();
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
