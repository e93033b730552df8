import type { KeySet } from "../../credential/derive.ts";

/** The values that a form token is bound to. */
export interface FormBinding {
  sessionId: string;
  interactionId: string;
  /** The digest of the page's content, by `digestPage`. */
  pageDigest: string;
}

/** Creates the `csrf_token` of a consent page: `<MAC over session, interaction and page digest>.<page digest>`. */
export function createFormToken(keys: KeySet, { sessionId, interactionId, pageDigest }: FormBinding): string {
  return `${keys.csrfToken(sessionId, interactionId, pageDigest)}.${pageDigest}`;
}

/** Returns the page digest in a form token; null if the token belongs to another session or interaction. */
export function readFormToken(
  keys: KeySet,
  token: string,
  { sessionId, interactionId }: Omit<FormBinding, "pageDigest">,
): string | null {
  const dot = token.indexOf(".");
  const [mac, pageDigest] = dot === -1 ? [token, ""] : [token.slice(0, dot), token.slice(dot + 1)];
  return keys.csrfMatches(mac, sessionId, interactionId, pageDigest) ? pageDigest : null;
}
