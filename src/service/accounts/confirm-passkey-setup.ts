import type { RegistrationResponseJSON, WebAuthnCredential } from "@simplewebauthn/server";
import type { AuditDetail } from "../../model/audit-detail.ts";
import { insertPasskey } from "../../store/accounts/passkeys.ts";
import { recordSecurityEvent } from "../audit/record-security-event.ts";
import { requireActor } from "../authorization.ts";
import type { Call } from "../call.ts";
import { RequestError } from "../errors.ts";
import { announceSecondFactor } from "./announce-second-factor.ts";
import { attemptSecondFactor } from "./attempt-second-factor.ts";
import type { AccountDependencies } from "./dependencies.ts";
import { findPasskeyNameError, requireValid } from "./fields.ts";
import type { RelyingParty } from "./passkey-options.ts";
import { lockForPasskey } from "./start-passkey-setup.ts";
import { addedSecondFactor } from "./verified-session.ts";
import { ALGORITHMS, loadLibrary, parseResponse, takeChallenge } from "./verify-passkey.ts";

/** The known ways in which browsers reach an authenticator. Unknown values in a response are not stored. @see WebAuthn Level 3 §5.8.4 */
const TRANSPORTS = ["ble", "cable", "hybrid", "internal", "nfc", "smart-card", "usb"] as const;

/** The maximum length of a credential id in base64url characters: 1,023 bytes. @see WebAuthn Level 3 §7.1 (the length of a credentialId) */
const MAX_ID_LENGTH = 1364;

export interface ConfirmPasskeySetupRequest {
  name: string;
  /** RegistrationResponseJSON of WebAuthn. */
  response: string;
}

/**
 * Registers a passkey. The first second factor of an account ends its other sessions.
 * @returns recovery codes if it is the first second factor of the account
 */
export async function confirmPasskeySetup(
  deps: AccountDependencies,
  { name, response: text }: ConfirmPasskeySetupRequest,
  call: Call,
): Promise<string[]> {
  const { accountId, sessionId } = requireActor(call);
  requireValid({ name: findPasskeyNameError(name) });
  const response = parseResponse<RegistrationResponseJSON>(text);
  return attemptSecondFactor(deps, { accountId, knownBy: sessionId, call }, () =>
    deps.management.transactional(async (tx) => {
      const { party } = await lockForPasskey(deps, tx, call);
      const challenge = await takeChallenge(deps, tx, { response, binding: ["register", sessionId] });
      if (response === null || challenge === null) return null;
      const credential = await verifyRegistration(deps, { response, challenge, party });
      if (credential === null) return null;
      const { id, publicKey, counter } = credential;
      const passkey = { accountId, credentialId: Buffer.from(id, "base64url"), publicKey, counter, name: name.trim() };
      const sent: unknown = credential.transports;
      const transports = TRANSPORTS.filter((known) => Array.isArray(sent) && sent.includes(known));
      if (!(await insertPasskey(tx.query, { ...passkey, transports }))) throw passkeyExists();
      const detail: AuditDetail = { method: "passkey", passkey: passkey.name };
      recordSecurityEvent(tx, call, { action: "account.add_second_factor", accountId, detail });
      await announceSecondFactor(deps, tx, call, { accountId, change: "passkey_added", passkey: passkey.name });
      return addedSecondFactor(tx, call, "passkey");
    }),
  );
}

interface Registration {
  response: RegistrationResponseJSON;
  challenge: string;
  party: RelyingParty;
}

/** The new credential; null if the WebAuthn library refuses the response. @see WebAuthn Level 3 §7.1 */
async function verifyRegistration(
  { log }: Pick<AccountDependencies, "log">,
  { response, challenge, party }: Registration,
): Promise<WebAuthnCredential | null> {
  const { verifyRegistrationResponse } = await loadLibrary();
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      supportedAlgorithmIDs: ALGORITHMS,
      // As a second factor, a passkey follows the password. A sign-in by passkey alone requires user verification itself.
      requireUserVerification: false,
    });
    const credential = registrationInfo?.credential ?? null;
    return credential !== null && credential.id.length <= MAX_ID_LENGTH ? credential : null;
  } catch (error) {
    log.info({ err: error }, "the registration of a passkey was refused");
    return null;
  }
}

function passkeyExists(): RequestError {
  return new RequestError("already_exists", "PASSKEY_EXISTS", "This passkey is registered already.");
}
