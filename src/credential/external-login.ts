import { createHmac } from "node:crypto";

/** What one trip to an identity provider is bound by, each 43 characters of base64url. */
export interface Trip {
  state: string;
  nonce: string;
  codeVerifier: string;
}

/**
 * The trip of a browser's secret (32 bytes): the provider sees what comes of the secret and never the secret itself, so whoever overhears a
 * trip cannot end it at another browser, and nothing of it has to be stored.
 */
export function deriveTrip(secret: Uint8Array): Trip {
  const derive = (label: string) =>
    createHmac("sha256", secret).update(`latchkey/v1/trip/${label}`).digest("base64url");
  return { state: derive("state"), nonce: derive("nonce"), codeVerifier: derive("code-verifier") };
}
