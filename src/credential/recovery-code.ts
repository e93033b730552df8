import { randomBytes } from "node:crypto";
import { sha256 } from "./digest.ts";
import type { RandomSource } from "./secret.ts";
import { encodeBase32 } from "./totp.ts";

/** 80 random bits: too many to find a code from its digest by trial. */
const BYTES = 10;

/** A new recovery code: four groups of four base32 digits. */
export function createRecoveryCode(random: RandomSource = randomBytes): string {
  return encodeBase32(random(BYTES)).match(/.{4}/g)!.join("-");
}

/** The stored digest of a presented code. Case and separators of `text` do not matter. Null if `text` is no code. */
export function recoveryCodeDigest(accountId: string, text: string): Buffer | null {
  if (text.length > 64) return null;
  const digits = text.toUpperCase().replaceAll(/[\s-]/g, "");
  return /^[A-Z2-7]{16}$/.test(digits) ? sha256(`latchkey recovery code\n${accountId}\n${digits}`) : null;
}
