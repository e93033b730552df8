import { hashPassword } from "../../credential/password.ts";
import { Account } from "../../model/account.ts";
import { recordAudit } from "../audit/record.ts";
import type { Call } from "../call.ts";
import type { AccountDeps } from "./deps.ts";
import { findEmailFault, findNameFault, findPasswordFault, refuseFaults, toEmail } from "./fields.ts";
import type { SessionRecord } from "./records.ts";
import { startSession } from "./session.ts";
import { requirePasswords } from "./sign-in.ts";
import { refuseTakenEmail } from "./taken.ts";
import { toAccountRecord } from "./to-record.ts";
import { asAccount, denied } from "./who.ts";

export interface SignUp {
  email: string;
  password: string;
  name: string;
}

/** Makes a developer's account of a stranger and signs it in, where the platform allows that. */
export async function signUp(deps: AccountDeps, request: SignUp, call: Call): Promise<SessionRecord> {
  requirePasswords(deps);
  if (!deps.allowSignUp) throw denied("SIGN_UP_CLOSED", "Accounts are made by the platform; ask it for an invitation.");
  const { email, password, name } = request;
  refuseFaults({ email: findEmailFault(email), password: findPasswordFault(password), name: findNameFault(name) });
  const passwordHash = await hashPassword(password);
  const signingUp = deps.management.transactional(async (tx) => {
    const made = tx.em.create(Account, { email: toEmail(email), name, developer: true, passwordHash });
    await tx.em.flush();
    const account = toAccountRecord(made);
    recordAudit(tx, asAccount(call, account), { action: "account.sign_up", accountId: account.accountId });
    const session = await startSession(tx, call, { account, passwordHash, by: "sign_up" });
    return session!;
  });
  return refuseTakenEmail(signingUp);
}
