import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";

/** An encrypted secret in the database. */
export interface SealedSecret {
  /** The key that encrypted it. */
  keyId: string;
  /** Nonce, ciphertext and tag. */
  sealed: Buffer;
}

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** AES-256-GCM with a random nonce. The context is authenticated, so that a sealed secret cannot be moved to another row. */
export function sealSecret(key: Uint8Array, context: string, secret: Uint8Array): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(Buffer.from(context));
  return Buffer.concat([nonce, cipher.update(secret), cipher.final(), cipher.getAuthTag()]);
}

/** Decrypts a result of `sealSecret`; null if the key or the context differs, or the bytes were changed. */
export function unsealSecret(key: Uint8Array, context: string, sealed: Uint8Array): Buffer | null {
  if (sealed.length < NONCE_BYTES + TAG_BYTES) return null;
  const nonce = sealed.subarray(0, NONCE_BYTES);
  const decipher = createDecipheriv("aes-256-gcm", key, nonce).setAAD(Buffer.from(context));
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]);
  } catch {
    return null;
  }
}
