import { hash, randomBytes, timingSafeEqual } from "node:crypto";

/** What a form's token is bound to: the session, or for people who are not signed in a cookie that only holds it. */
export type CsrfBinding = "session" | "form";

/** A fresh value for the cookie of signed-out forms. */
export function newFormSecret(): string {
  return randomBytes(32).toString("base64url");
}

/**
 * The token for forms of whoever holds the cookie. It is a digest, so a page that leaks it does not leak the session; the label keeps
 * it apart from the digest under which the session is stored.
 */
export function csrfTokenFor(binding: CsrfBinding, cookieValue: string): string {
  return hash("sha256", `latchkey csrf ${binding}\n${cookieValue}`, "base64url");
}

/** Compares in constant time. A token that was not sent never matches. */
export function csrfMatches(expected: string, presented: string | null): boolean {
  if (presented === null) return false;
  const [a, b] = [Buffer.from(expected), Buffer.from(presented)];
  return a.length === b.length && timingSafeEqual(a, b);
}
