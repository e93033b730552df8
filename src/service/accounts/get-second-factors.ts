import { Account, ExternalIdentity } from "../../model/account.ts";
import { findSecondFactors, type SecondFactors } from "../../store/accounts/second-factors.ts";
import { isSessionVerified } from "../../store/accounts/session-list.ts";
import { requireActor } from "../authorization.ts";
import type { Call } from "../call.ts";
import type { AccountDependencies } from "./dependencies.ts";
import { proofOptions, relyingPartyOf } from "./passkey-options.ts";
import { VERIFIED_FOR } from "./verified-session.ts";

export interface OwnSecondFactors extends SecondFactors {
  /** True if changes need a new proof of identity. */
  verificationRequired: boolean;
  /** True if the identity provider decides how the account signs in. */
  external: boolean;
  hasPassword: boolean;
  /** PublicKeyCredentialRequestOptions for Reauthenticate as JSON; empty if the account has no passkeys. */
  passkeyOptions: string;
  /** True if PUBLIC_URL allows passkeys. */
  passkeysAvailable: boolean;
}

/** Returns the second factors of the signed-in account. */
export async function getSecondFactors(deps: AccountDependencies, call: Call): Promise<OwnSecondFactors> {
  const { accountId, sessionId } = requireActor(call);
  return deps.management.read(async (em, query) => {
    const factors = await findSecondFactors(query, accountId);
    return {
      ...factors,
      passkeyOptions: proofOptions(deps, factors.passkeys, ["reauthenticate", sessionId]),
      passkeysAvailable: relyingPartyOf(deps.publicUrl) !== null,
      verificationRequired: !(await isSessionVerified(query, sessionId, VERIFIED_FOR)),
      external: (await em.count(ExternalIdentity, { account: accountId })) > 0,
      hasPassword: ((await em.findOneOrFail(Account, { id: accountId })).passwordHash ?? null) !== null,
    };
  });
}
