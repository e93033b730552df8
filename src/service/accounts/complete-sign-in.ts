import { digestsEqual, sha256 } from "../../credential/digest.ts";
import { Account } from "../../model/account.ts";
import type { AuditDetail } from "../../model/audit-detail.ts";
import {
  failPendingSignIn,
  lockPendingSignIn,
  type PendingRow,
  usePendingSignIn,
} from "../../store/accounts/pending-sign-ins.ts";
import { recordSecurityEvent } from "../audit/record-security-event.ts";
import type { Call } from "../call.ts";
import { attemptSecondFactor } from "./attempt-second-factor.ts";
import type { AccountDependencies } from "./dependencies.ts";
import { bindingOf, MAX_FAILURES, requirePendingSignIn, signInExpired } from "./pending-sign-in.ts";
import { type SecondFactorProof, verifySecondFactor } from "./second-factor.ts";
import { startAnnouncedSession } from "./start-announced-session.ts";
import type { SecondFactorMethod, StartedSession } from "./start-session.ts";

export interface CompleteSignInRequest {
  pendingToken: string;
  proof: SecondFactorProof;
}

/** Completes a sign-in with the second factor. A pending sign-in works once and ends after five wrong attempts. */
export async function completeSignIn(
  deps: AccountDependencies,
  { pendingToken, proof }: CompleteSignInRequest,
  call: Call,
): Promise<StartedSession> {
  const pending = await requirePendingSignIn(deps, pendingToken);
  const { accountId } = pending;
  const method = await attemptSecondFactor(deps, { accountId, knownBy: null, call }, () =>
    verify(deps, pending, { pendingToken, proof, call }),
  );
  const session = await start(deps, { pending, method, call });
  if (session === null) throw signInExpired();
  return session;
}

async function verify(
  deps: AccountDependencies,
  { id, accountId }: PendingRow,
  { pendingToken, proof, call }: CompleteSignInRequest & { call: Call },
): Promise<SecondFactorMethod | null> {
  return deps.management.transactional(async (tx) => {
    if (!(await lockPendingSignIn(tx.query, id, MAX_FAILURES))) throw signInExpired();
    const method = await verifySecondFactor(deps, tx, { accountId, proof, binding: bindingOf(pendingToken) });
    if (method !== null) return method;
    await failPendingSignIn(tx.query, id);
    const detail: AuditDetail = { method: proof.kind };
    recordSecurityEvent(tx, call, { action: "session.refuse", accountId, detail });
    return null;
  });
}

/** Null if the password has changed, the account is suspended, or the pending sign-in was used concurrently. */
async function start(
  deps: AccountDependencies,
  { pending, method, call }: { pending: PendingRow; method: SecondFactorMethod; call: Call },
): Promise<StartedSession | null> {
  const { id, accountId, passwordDigest } = pending;
  return deps.management.transactional(async (tx) => {
    if (!(await usePendingSignIn(tx.query, id, MAX_FAILURES))) return null;
    const account = await tx.em.findOneOrFail(Account, { id: accountId });
    const passwordHash = account.passwordHash ?? "";
    if (!digestsEqual(sha256(passwordHash), passwordDigest)) return null;
    return startAnnouncedSession({ deps, tx, call }, { account, passwordHash, by: "password", secondFactor: method });
  });
}
