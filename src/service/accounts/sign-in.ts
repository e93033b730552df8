import { Account } from "../../model/account.ts";
import { findPassword } from "../../store/accounts/accounts.ts";
import type { Call } from "../call.ts";
import { RequestError } from "../errors.ts";
import type { AccountDependencies } from "./dependencies.ts";
import { findEmailError, findPasswordError, toEmail } from "./fields.ts";
import { noteLockout } from "./lockout.ts";
import { throttled } from "./password-work.ts";
import type { SessionRecord } from "./records.ts";
import { startSession } from "./session.ts";
import { toAccountRecord } from "./to-record.ts";
import { denied } from "./who.ts";

export interface SignIn {
  email: string;
  password: string;
}

/**
 * Signs in with e-mail and password. An unknown e-mail, a wrong password, an account without one and a suspended account are one refusal,
 * which takes the same time: each costs one verification and one count.
 */
export async function signIn(deps: AccountDependencies, request: SignIn, call: Call): Promise<SessionRecord> {
  requirePasswords(deps);
  const email = toEmail(request.email);
  const attempt = { subject: email, knownBy: await findOwnSession(deps, email, call), call };
  const outcome = await deps.limits.attemptSignIn(attempt, () => verifyAccount(deps, email, request.password));
  if (outcome.kind === "refused") throw throttled(outcome.retryAfter);
  if (outcome.kind === "failed") {
    if (outcome.lockout !== null) noteLockout(deps, { subject: email, scope: outcome.lockout }, call);
    throw wrongCredentials();
  }
  const { account, passwordHash } = outcome.value;
  const session = await deps.management.transactional((tx) =>
    startSession(tx, call, { account: toAccountRecord(account), passwordHash, by: "password" }),
  );
  if (session === null) throw wrongCredentials();
  return session;
}

/** The session of the call if it is one of the account of this e-mail: failures of strangers then do not count against the attempt. */
async function findOwnSession(deps: AccountDependencies, email: string, { actor }: Call): Promise<string | null> {
  if (actor === null || findEmailError(email) !== null) return null;
  const found = await deps.management.read((_em, query) => findPassword(query, email));
  return found?.id === actor.accountId ? actor.sessionId : null;
}

async function verifyAccount(deps: AccountDependencies, email: string, password: string) {
  // What can be no e-mail or no password of ours is asked of no row, but costs the same.
  const possible = findEmailError(email) === null && findPasswordError(password) === null;
  const found = await deps.management.read((_em, query) => findPassword(query, possible ? email : ""));
  if (found === undefined) {
    await deps.passwords.verifyAbsentAccount(possible ? password : "");
    return null;
  }
  const { id, passwordHash } = found;
  if (!(await deps.passwords.verifyPassword(password, passwordHash))) return null;
  const account = await deps.management.read((em) => em.findOne(Account, { id }));
  return account?.state === "ACTIVE" ? { account, passwordHash } : null;
}

/** @throws RequestError where people sign in with the platform's own login only */
export function requirePasswords({ allowPasswords }: AccountDependencies): void {
  if (!allowPasswords) throw denied("PASSWORD_CLOSED", "Passwords open no account here: use the platform's own login.");
}

function wrongCredentials(): RequestError {
  return new RequestError("unauthenticated", "CREDENTIALS", "The e-mail or the password is wrong.");
}
