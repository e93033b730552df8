import { createHmac, randomBytes } from "node:crypto";

/** The length of a time step in seconds. @see RFC 6238 §4.1 */
const STEP = 30;
const DIGITS = 6;
/** The number of steps before and after the current one whose codes are accepted, for clock drift. @see RFC 6238 §5.2 */
const WINDOW = 1;
/** @see RFC 4226 §4 (R6: 160 bits are recommended) */
const SECRET_BYTES = 20;

/** A new secret for an authenticator app. */
export function createTotpSecret(): Uint8Array {
  return randomBytes(SECRET_BYTES);
}

/** The code of a time step, with HMAC-SHA-1, which every authenticator app supports. @see RFC 6238 §4, RFC 4226 §5.3 */
export function totpCode(secret: Uint8Array, step: number, digits = DIGITS): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac("sha1", secret).update(counter).digest();
  const offset = mac[mac.length - 1]! & 0xf;
  const truncated = mac.readUInt32BE(offset) & 0x7fff_ffff;
  return String(truncated % 10 ** digits).padStart(digits, "0");
}

/** A presented code and the facts that decide on it. */
export interface TotpAttempt {
  secret: Uint8Array;
  code: string;
  /** Seconds since the epoch. */
  now: number;
  /** The step of the last accepted code; null before the first. */
  lastStep: number | null;
}

/**
 * The time step of a code. One step of clock drift is allowed. Null if the code is wrong, or its step is not later than `lastStep`.
 * @see RFC 6238 §5.2 (the verifier MUST NOT accept the second attempt of the OTP)
 */
export function findTotpStep({ secret, code, now, lastStep }: TotpAttempt): number | null {
  const current = Math.floor(now / STEP);
  let found: number | null = null;
  // Compares all steps, so that the duration does not reveal which step matches.
  for (let step = current - WINDOW; step <= current + WINDOW; step++) {
    if (totpCode(secret, step) === code && (lastStep === null || step > lastStep)) found ??= step;
  }
  return found;
}

const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** Base32 without padding. @see RFC 4648 §6 */
export function encodeBase32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  const digits = bits.match(/.{1,5}/g) ?? [];
  return digits.map((digit) => BASE32[Number.parseInt(digit.padEnd(5, "0"), 2)]!).join("");
}

/** The code points of the issuer in the URI, which must fit into a cookie and a QR code. */
const MAX_ISSUER = 30;

/**
 * The URI that authenticator apps read from a QR code. A colon would end the issuer in the label, so the issuer has none.
 *
 * @see https://github.com/google/google-authenticator/wiki/Key-Uri-Format
 */
export function otpauthUri({
  secret,
  platform,
  account,
}: {
  secret: string;
  platform: string;
  account: string;
}): string {
  const issuer = [...platform.replaceAll(":", "")].slice(0, MAX_ISSUER).join("").trim();
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`;
  const query = new URLSearchParams({
    secret,
    issuer,
    algorithm: "SHA1",
    digits: String(DIGITS),
    period: String(STEP),
  });
  return `otpauth://totp/${label}?${query.toString().replaceAll("+", "%20")}`;
}
