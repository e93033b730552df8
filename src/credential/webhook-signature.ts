import { createHmac, randomBytes } from "node:crypto";

const PREFIX = "whsec_";
/** The specification allows 24 to 64 bytes. */
const SECRET_BYTES = 32;

export interface SigningSecret {
  bytes: Uint8Array;
  /** `whsec_` and the bytes in base64. */
  text: string;
}

/** A new signing secret. @see https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md, "Signature scheme" */
export function createSigningSecret(): SigningSecret {
  const bytes = randomBytes(SECRET_BYTES);
  return { bytes, text: `${PREFIX}${bytes.toString("base64")}` };
}

/** The parts of a request that a signature covers. */
export interface SignedMessage {
  /** The header `webhook-id`. */
  id: string;
  /** The header `webhook-timestamp`: seconds since the epoch. */
  timestamp: number;
  payload: string;
}

/** The header `webhook-signature`: one HMAC-SHA-256 per secret, so that a receiver needs to know only one of the secrets. */
export function signWebhook(secrets: readonly Uint8Array[], { id, timestamp, payload }: SignedMessage): string {
  const content = `${id}.${timestamp}.${payload}`;
  return secrets.map((secret) => `v1,${createHmac("sha256", secret).update(content).digest("base64")}`).join(" ");
}
