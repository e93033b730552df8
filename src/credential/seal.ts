import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";

/** An encrypted secret in the database. */
export interface SealedSecret {
  /** The key that encrypted it. */
  keyId: string;
  /** Nonce, ciphertext and tag. */
  box: Buffer;
}

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** AES-256-GCM with a random nonce. The context is authenticated, so that a box cannot be moved to another row. */
export function sealBox(key: Uint8Array, context: string, secret: Uint8Array): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(Buffer.from(context));
  return Buffer.concat([nonce, cipher.update(secret), cipher.final(), cipher.getAuthTag()]);
}

/** The secret of a box; null if key or context differ from those of `sealBox`, or the box was changed. */
export function openBox(key: Uint8Array, context: string, box: Uint8Array): Buffer | null {
  if (box.length < NONCE_BYTES + TAG_BYTES) return null;
  const nonce = box.subarray(0, NONCE_BYTES);
  const decipher = createDecipheriv("aes-256-gcm", key, nonce).setAAD(Buffer.from(context));
  decipher.setAuthTag(box.subarray(-TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(box.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]);
  } catch {
    return null;
  }
}
