import { findSecondFactors } from "../../store/accounts/second-factors.ts";
import { verifySession } from "../../store/accounts/session-list.ts";
import { requireActor } from "../authorization.ts";
import type { Call } from "../call.ts";
import { RequestError } from "../errors.ts";
import { attemptSecondFactor } from "./attempt-second-factor.ts";
import type { AccountDependencies } from "./dependencies.ts";
import { type SecondFactorProof, verifySecondFactor } from "./second-factor.ts";
import { verifyOwnPassword } from "./verify-own-password.ts";

/** A proof of identity in a session. */
export type Proof = SecondFactorProof | { kind: "password"; password: string };

export interface ReauthenticateRequest {
  proof: Proof;
}

/**
 * Records a proof of identity, which permits changes of the sign-in for 15 minutes. An account with a second factor must prove its identity
 * with it, so that a stolen session and a password do not suffice.
 * @throws RequestError SECOND_FACTOR_REQUIRED for a password of such an account
 */
export async function reauthenticate(
  deps: AccountDependencies,
  { proof }: ReauthenticateRequest,
  call: Call,
): Promise<void> {
  const { accountId, sessionId } = requireActor(call);
  if (proof.kind !== "password") {
    await attemptSecondFactor(deps, { accountId, knownBy: sessionId, call }, () =>
      deps.management.transactional(async (tx) => {
        const method = await verifySecondFactor(deps, tx, { accountId, proof, binding: ["reauthenticate", sessionId] });
        if (method !== null) await verifySession(tx.query, sessionId, method);
        return method;
      }),
    );
    return;
  }
  const { totpAt, passkeys } = await deps.management.read((_em, query) => findSecondFactors(query, accountId));
  if (totpAt !== null || passkeys.length > 0) throw secondFactorRequired();
  await verifyOwnPassword(deps, proof.password, call);
  await deps.management.transactional(({ query }) => verifySession(query, sessionId, "password"));
}

function secondFactorRequired(): RequestError {
  const message = "This account confirms its identity with its second factor.";
  return new RequestError("failed_precondition", "SECOND_FACTOR_REQUIRED", message);
}
