import type { AuthenticationResponseJSON } from "@simplewebauthn/server";
import { sha256 } from "../../credential/digest.ts";
import { type ChallengeBinding, openChallenge } from "../../credential/passkey-challenge.ts";
import {
  findPasskeyOwner,
  lockPasskey,
  type PasskeyKey,
  useChallenge,
  usePasskey,
} from "../../store/accounts/passkeys.ts";
import { lockAccount } from "../../store/accounts/second-factors.ts";
import type { ManagementTransaction } from "../../store/connection/management.ts";
import type { AccountDependencies } from "./dependencies.ts";
import { type RelyingParty, relyingPartyOf } from "./passkey-options.ts";

/** In characters. Longer responses are refused unread. A response has about 1 KB, because no attestation is requested. */
const MAX_RESPONSE = 16_384;

/** EdDSA, ES256 and RS256 in the COSE registry. The library's default also includes algorithms that are experimental in Node. */
export const ALGORITHMS = [-8, -7, -257];

type PasskeyDependencies = Pick<AccountDependencies, "keys" | "publicUrl" | "log">;

export interface PasskeyProof {
  /** AuthenticationResponseJSON of WebAuthn. */
  response: string;
  binding: ChallengeBinding;
  /** The account that must own the passkey; null for a sign-in without a password, which needs user verification. */
  accountId: string | null;
}

/**
 * Verifies the response of a passkey. Returns the account that owns the passkey; null for a wrong response. A wrong response uses up its
 * challenge too, so the caller must commit in both cases. @see WebAuthn Level 3 §7.2
 */
export async function verifyPasskey(
  deps: PasskeyDependencies,
  { query }: Pick<ManagementTransaction, "query">,
  { response: text, binding, accountId }: PasskeyProof,
): Promise<string | null> {
  const party = relyingPartyOf(deps.publicUrl);
  const response = parseResponse<AuthenticationResponseJSON>(text);
  const challenge = await takeChallenge(deps, { query }, { response, binding });
  if (party === null || response === null || challenge === null) return null;
  const credentialId = Buffer.from(response.id, "base64url");
  // Locks the account before the passkey, like the removal of a passkey, because the session that starts next locks the account too.
  const owner = accountId ?? (await findPasskeyOwner(query, credentialId));
  if (accountId === null && owner !== null) await lockAccount(query, owner);
  const passkey = await lockPasskey(query, credentialId);
  if (passkey === null || (accountId !== null && passkey.accountId !== accountId)) return null;
  // §7.2 step 6: without a known user, the user handle must be that of the passkey's owner.
  if (accountId === null && response.response.userHandle !== userHandleOf(passkey.accountId)) return null;
  const expected = { response, challenge, party, passkey, userVerification: accountId === null };
  const counter = await verifySignature(deps, expected);
  if (counter === null) return null;
  await usePasskey(query, passkey.id, counter);
  return passkey.accountId;
}

interface Expected {
  response: AuthenticationResponseJSON;
  challenge: string;
  party: RelyingParty;
  passkey: PasskeyKey;
  userVerification: boolean;
}

/**
 * The new signature counter; null if the library refuses the response, for example because a counter that does not rise indicates a cloned
 * passkey.
 */
async function verifySignature(deps: PasskeyDependencies, expected: Expected): Promise<number | null> {
  const { response, challenge, party, passkey, userVerification } = expected;
  const { verifyAuthenticationResponse } = await loadLibrary();
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      credential: { id: response.id, publicKey: new Uint8Array(passkey.publicKey), counter: passkey.counter },
      requireUserVerification: userVerification,
    });
    return verified ? authenticationInfo.newCounter : null;
  } catch (error) {
    deps.log.info({ err: error, accountId: passkey.accountId }, "a passkey was refused");
    return null;
  }
}

/** Loads the WebAuthn library only when the first passkey is used, because loading takes 28 MB and 0.2 s. */
export function loadLibrary() {
  return import("@simplewebauthn/server");
}

/** The user handle of an account: its id, which reveals nothing about the account's owner. @see WebAuthn Level 3 §14.6.1 */
export function userHandleOf(accountId: string): string {
  return Buffer.from(accountId.replaceAll("-", ""), "hex").toString("base64url");
}

interface ResponseJson {
  id: string;
  response: { clientDataJSON: string };
}

/** Parses a browser's response and checks the fields that are read here; the library checks the other fields. Null for any other text. */
export function parseResponse<T extends ResponseJson>(text: string): T | null {
  if (text.length > MAX_RESPONSE) return null;
  const parsed = parseJson(text) as Partial<ResponseJson> | null;
  const isResponse = typeof parsed?.id === "string" && typeof parsed.response?.clientDataJSON === "string";
  return isResponse ? (parsed as T) : null;
}

/** Marks the challenge of a response as used and returns it; null if it has another binding, was used or has expired. */
export async function takeChallenge(
  { keys }: PasskeyDependencies,
  { query }: Pick<ManagementTransaction, "query">,
  { response, binding }: { response: ResponseJson | null; binding: ChallengeBinding },
): Promise<string | null> {
  if (response === null) return null;
  const json = Buffer.from(response.response.clientDataJSON, "base64url").toString("utf8");
  const { challenge } = (parseJson(json) ?? {}) as { challenge?: unknown };
  if (typeof challenge !== "string") return null;
  const opened = openChallenge(keys, challenge, binding);
  if (opened === null || !(await useChallenge(query, sha256(opened.bytes), opened.expiresAt))) return null;
  return challenge;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
