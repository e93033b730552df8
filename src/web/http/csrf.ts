import { hash, randomBytes, timingSafeEqual } from "node:crypto";

/** A form's token is bound to the session or, if there is no session, to a cookie for this purpose. */
export type CsrfBinding = "session" | "form";

/** A new value for the cookie of signed-out forms. */
export function newFormSecret(): string {
  return randomBytes(32).toString("base64url");
}

/**
 * The CSRF token for a cookie. It is a digest, so a leaked token does not reveal the session; the label distinguishes it from the
 * stored digest of the session.
 */
export function csrfTokenFor(binding: CsrfBinding, cookieValue: string): string {
  return hash("sha256", `latchkey csrf ${binding}\n${cookieValue}`, "base64url");
}

/** Compares in constant time; a missing token never matches. */
export function csrfMatches(expected: string, presented: string | null): boolean {
  if (presented === null) return false;
  const [a, b] = [Buffer.from(expected), Buffer.from(presented)];
  return a.length === b.length && timingSafeEqual(a, b);
}
