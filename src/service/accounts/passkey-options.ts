import { isIP } from "node:net";
import { type ChallengeBinding, createChallenge } from "../../credential/passkey-challenge.ts";
import { LIFETIMES } from "../../oauth/lifetimes.ts";
import type { PasskeyRow } from "../../store/accounts/second-factors.ts";
import type { AccountDependencies } from "./dependencies.ts";

/** The WebAuthn relying party: passkeys belong to the host of PUBLIC_URL. */
export interface RelyingParty {
  /** The RP id. */
  id: string;
  origin: string;
}

/** The relying party of PUBLIC_URL; null for an IP address, which is no RP id. @see WebAuthn Level 3 §5.1.2 (effective domain) */
export function relyingPartyOf(publicUrl: string): RelyingParty | null {
  const { hostname, origin } = new URL(publicUrl);
  return isIP(hostname.replace(/^\[|\]$/g, "")) === 0 ? { id: hostname, origin } : null;
}

/** Creates a challenge with this binding. */
export function challengeFor({ keys }: Pick<AccountDependencies, "keys">, binding: ChallengeBinding): string {
  return createChallenge(keys, { binding, expiresAt: Math.floor(Date.now() / 1000) + LIFETIMES.passkeyChallenge });
}

/**
 * The options of a sign-in with any discoverable passkey, which must verify its user: PublicKeyCredentialRequestOptions as JSON. Empty if
 * PUBLIC_URL allows no passkeys.
 */
export function signInOptions(deps: Pick<AccountDependencies, "keys" | "publicUrl">): string {
  const party = relyingPartyOf(deps.publicUrl);
  if (party === null) return "";
  return JSON.stringify({ challenge: challengeFor(deps, ["sign-in"]), rpId: party.id, userVerification: "required" });
}

/**
 * The options of a proof by one of these passkeys, in the same form; empty if there are none. User verification is not required, because a
 * password or a session is the other factor.
 */
export function proofOptions(
  deps: Pick<AccountDependencies, "keys" | "publicUrl">,
  passkeys: readonly Pick<PasskeyRow, "credentialId" | "transports">[],
  binding: ChallengeBinding,
): string {
  const party = relyingPartyOf(deps.publicUrl);
  if (party === null || passkeys.length === 0) return "";
  return JSON.stringify({
    challenge: challengeFor(deps, binding),
    rpId: party.id,
    userVerification: "preferred",
    allowCredentials: passkeys.map(toDescriptor),
  });
}

/** PublicKeyCredentialDescriptor as JSON. */
export function toDescriptor({ credentialId, transports }: Pick<PasskeyRow, "credentialId" | "transports">) {
  return { type: "public-key", id: credentialId.toString("base64url"), transports };
}
