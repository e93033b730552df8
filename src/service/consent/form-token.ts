import type { KeySet } from "../../credential/derive.ts";

/** What a consent form is bound to. */
export interface FormBinding {
  sessionId: string;
  interactionId: string;
  /** Digest of what the page showed. */
  shown: string;
}

/** The `csrf_token` of a consent page: a MAC over session, interaction and what is shown, a dot, and the digest of what is shown. */
export function createFormToken(keys: KeySet, { sessionId, interactionId, shown }: FormBinding): string {
  return `${keys.csrfToken(sessionId, interactionId, shown)}.${shown}`;
}

/** The digest of what the page of this form showed; null if no page of this session and interaction made the token. */
export function readFormToken(
  keys: KeySet,
  text: string,
  { sessionId, interactionId }: Omit<FormBinding, "shown">,
): string | null {
  const [mac = "", shown = ""] = splitOnce(text);
  return keys.csrfMatches(mac, sessionId, interactionId, shown) ? shown : null;
}

function splitOnce(text: string): string[] {
  const dot = text.indexOf(".");
  return dot === -1 ? [text] : [text.slice(0, dot), text.slice(dot + 1)];
}
