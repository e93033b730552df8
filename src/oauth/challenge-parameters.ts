import type { OAuthReason } from "./errors.ts";
import { isS256Challenge } from "./parameters.ts";

/**
 * The error of the PKCE parameters, null if none. Only S256 is supported, so a missing method, which means `plain`, is an
 * error.
 * @see RFC 7636 §4.3, §4.4.1; RFC 9700 §2.1.1
 */
export function findChallengeError(values: ReadonlyMap<string, string>, required: boolean): OAuthReason | null {
  const challenge = values.get("code_challenge");
  const method = values.get("code_challenge_method");
  if (challenge === undefined) {
    if (method !== undefined) return "challenge_method_alone";
    return required ? "challenge_missing" : null;
  }
  if (method !== "S256") return "challenge_method";
  return isS256Challenge(challenge) ? null : "challenge_malformed";
}
