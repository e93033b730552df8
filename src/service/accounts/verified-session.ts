import { Account, ExternalIdentity } from "../../model/account.ts";
import { removeRecoveryCodes } from "../../store/accounts/recovery-codes.ts";
import { lockAccount, recordSecondFactor } from "../../store/accounts/second-factors.ts";
import { isSessionVerified, verifySession } from "../../store/accounts/session-list.ts";
import { endSessions } from "../../store/accounts/sessions.ts";
import type { Management, ManagementTransaction } from "../../store/connection/management.ts";
import type { Query } from "../../store/connection/query.ts";
import { requireActor } from "../authorization.ts";
import type { Call } from "../call.ts";
import { RequestError } from "../errors.ts";
import { issueRecoveryCodes } from "./issue-recovery-codes.ts";
import type { SecondFactorMethod } from "./start-session.ts";

/** The time in seconds for which a proof of identity permits changes of the sign-in. */
export const VERIFIED_FOR = 900;

/**
 * Locks the signed-in account for a change of its second factors, and requires a recent proof of identity.
 * @throws RequestError VERIFICATION_REQUIRED; EXTERNAL_ACCOUNT if the identity provider decides how the account signs in
 */
export async function lockForChange(tx: ManagementTransaction, call: Call): Promise<string> {
  const { accountId } = requireActor(call);
  await lockAccount(tx.query, accountId);
  if ((await tx.em.count(ExternalIdentity, { account: accountId })) > 0) {
    const message = "The platform's login decides how this account signs in. Set up the second factor there.";
    throw new RequestError("failed_precondition", "EXTERNAL_ACCOUNT", message);
  }
  await requireRecentProof(tx.query, call);
  return accountId;
}

/**
 * Requires that the signed-in account proved its identity in this session within 15 minutes. Service keys have no session and pass.
 * @throws RequestError VERIFICATION_REQUIRED
 */
export async function requireRecentProof(query: Query, { actor }: Call): Promise<void> {
  if (actor === null || (await isSessionVerified(query, actor.sessionId, VERIFIED_FOR))) return;
  const message = "Confirm your identity with a password or a second factor first.";
  throw new RequestError("failed_precondition", "VERIFICATION_REQUIRED", message);
}

/**
 * Requires a recent proof of identity if the signed-in account has a second factor. Such an account proves its identity only by that
 * factor, so a stolen session and password do not suffice. @throws RequestError VERIFICATION_REQUIRED
 */
export async function requireRecentSecondFactor({ read }: Pick<Management, "read">, call: Call): Promise<void> {
  const { accountId } = requireActor(call);
  await read(async (em, query) => {
    const { secondFactorAt = null } = await em.findOneOrFail(Account, { id: accountId });
    if (secondFactorAt !== null) await requireRecentProof(query, call);
  });
}

/**
 * Completes the addition of a second factor that the caller has verified in this session. The first second factor ends the other sessions,
 * which began without it, and issues recovery codes. @returns the recovery codes; empty if the account had a second factor
 */
export async function addedSecondFactor(
  { query }: ManagementTransaction,
  call: Call,
  method: SecondFactorMethod,
): Promise<string[]> {
  const { accountId, sessionId } = requireActor(call);
  await verifySession(query, sessionId, method);
  const { had } = await recordSecondFactor(query, accountId);
  if (had) return [];
  await endSessions(query, accountId, sessionId);
  return issueRecoveryCodes(query, accountId);
}

/** Completes the removal of a second factor. If no second factor is left, removes the recovery codes too. */
export async function removedSecondFactor({ query }: ManagementTransaction, accountId: string): Promise<void> {
  const { has } = await recordSecondFactor(query, accountId);
  if (!has) await removeRecoveryCodes(query, accountId);
}
