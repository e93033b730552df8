import { RequestError } from "../errors.ts";

export function denied(reason: string, message: string): RequestError {
  return new RequestError("permission_denied", reason, message);
}

/** NOT_FOUND with the reason `<NOUN>_NOT_FOUND`. */
export function notFound(
  noun: "account" | "merchant" | "team" | "invitation" | "service key" | "session" | "passkey" | "security event",
): RequestError {
  const reason = `${noun.toUpperCase().replace(" ", "_")}_NOT_FOUND`;
  return new RequestError("not_found", reason, `There is no such ${noun}.`);
}

/** The error of an attempt above a rate limit, or of password work that the queue rejected. */
export function rateLimited(retryAfterSeconds: number): RequestError {
  const message = "There are too many attempts. Try again later.";
  return new RequestError("resource_exhausted", "RATE_LIMITED", message, { retryAfterSeconds });
}
