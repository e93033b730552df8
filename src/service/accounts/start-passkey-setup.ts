import { Account } from "../../model/account.ts";
import { findSecondFactors, type PasskeyRow } from "../../store/accounts/second-factors.ts";
import type { ManagementTransaction } from "../../store/connection/management.ts";
import { requireActor } from "../authorization.ts";
import type { Call } from "../call.ts";
import { RequestError } from "../errors.ts";
import type { AccountDependencies } from "./dependencies.ts";
import { challengeFor, type RelyingParty, relyingPartyOf, toDescriptor } from "./passkey-options.ts";
import { lockForChange } from "./verified-session.ts";
import { ALGORITHMS, loadLibrary } from "./verify-passkey.ts";

const MAX_PASSKEYS = 20;

/** Returns PublicKeyCredentialCreationOptions as JSON, for a passkey of the signed-in account. @see WebAuthn Level 3 §5.4 */
export async function startPasskeySetup(deps: AccountDependencies, call: Call): Promise<string> {
  const { sessionId } = requireActor(call);
  const { generateRegistrationOptions } = await loadLibrary();
  return deps.management.transactional(async (tx) => {
    const { party, accountId, passkeys } = await lockForPasskey(deps, tx, call);
    const { email, name } = await tx.em.findOneOrFail(Account, { id: accountId });
    const options = await generateRegistrationOptions({
      rpName: party.id,
      rpID: party.id,
      userID: new Uint8Array(Buffer.from(accountId.replaceAll("-", ""), "hex")),
      userName: email ?? name,
      userDisplayName: name,
      challenge: new Uint8Array(Buffer.from(challengeFor(deps, ["register", sessionId]), "base64url")),
      supportedAlgorithmIDs: ALGORITHMS,
      attestationType: "none",
      authenticatorSelection: { residentKey: "preferred", userVerification: "preferred" },
      excludeCredentials: passkeys.map(toDescriptor),
    });
    return JSON.stringify(options);
  });
}

/**
 * Locks the signed-in account for the addition of a passkey. @throws RequestError PASSKEYS_OFF, PASSKEY_LIMIT, and those of `lockForChange`
 */
export async function lockForPasskey(
  deps: Pick<AccountDependencies, "publicUrl">,
  tx: ManagementTransaction,
  call: Call,
): Promise<{ party: RelyingParty; accountId: string; passkeys: PasskeyRow[] }> {
  const party = relyingPartyOf(deps.publicUrl);
  if (party === null) {
    const message = "Passkeys need a PUBLIC_URL with a host name, not an IP address.";
    throw new RequestError("failed_precondition", "PASSKEYS_OFF", message);
  }
  const accountId = await lockForChange(tx, call);
  const { passkeys } = await findSecondFactors(tx.query, accountId);
  if (passkeys.length >= MAX_PASSKEYS) {
    const message = `The account has ${MAX_PASSKEYS} passkeys. Remove one before you add another.`;
    throw new RequestError("failed_precondition", "PASSKEY_LIMIT", message);
  }
  return { party, accountId, passkeys };
}
