import { createHmac } from "node:crypto";

/** The parameters that bind one login at the identity provider; 43 base64url characters each. */
export interface ExternalLogin {
  state: string;
  nonce: string;
  codeVerifier: string;
}

/**
 * Derives the login parameters from a browser's 32-byte secret. The provider never sees the secret, so an intercepted
 * callback completes in no other browser, and nothing is stored.
 */
export function deriveExternalLogin(secret: Uint8Array): ExternalLogin {
  const derive = (label: string) =>
    createHmac("sha256", secret).update(`latchkey/v1/trip/${label}`).digest("base64url");
  return { state: derive("state"), nonce: derive("nonce"), codeVerifier: derive("code-verifier") };
}
