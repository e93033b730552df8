import { hash, verify } from "@node-rs/argon2";
import { isPasswordAllowed, PASSWORD_MAX, PASSWORD_MIN } from "./password-rules.ts";

// OWASP's first recommendation for argon2id: 19 MiB, two iterations, one lane.
const OPTIONS = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Why a new password is refused; null if it is not. */
export function findPasswordError(password: string): string | null {
  return isPasswordAllowed(password) ? null : `Password must have ${PASSWORD_MIN} to ${PASSWORD_MAX} characters.`;
}

/** The PHC string (`$argon2id$v=19$m=19456,t=2,p=1$…`) of a password. @see RFC 9106 §3.1 */
export async function hashPassword(password: string): Promise<string> {
  return await hash(normalize(password), OPTIONS);
}

/** True if `password` matches the PHC string `stored`. Throws if `stored` is no PHC string. */
export async function verifyPassword(password: string, stored: string): Promise<boolean> {
  return await verify(stored, normalize(password));
}

// The hash of 32 discarded random bytes under OPTIONS. It is a constant, so that the first call takes no longer than later calls.
const DECOY = "$argon2id$v=19$m=19456,t=2,p=1$1Bq+AjIFwvLlmcFe98Q1Og$ns0xRwkONPFYjyHnphFReleoxTEL4a1t+WmkWW6e3KE";

/** Verifies against a decoy and returns false: an unknown e-mail address takes as long as a wrong password. */
export async function verifyAbsentAccount(password: string): Promise<false> {
  await verifyPassword(password, DECOY);
  return false;
}

/** NFC, so that keyboards that compose characters differently yield the same password. */
function normalize(password: string): string {
  return password.normalize("NFC");
}
