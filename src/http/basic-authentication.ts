import { decodeFormComponent } from "./form.ts";

// Strict base64: Buffer ignores illegal characters.
const BASIC = /^basic +((?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?)$/i;

/**
 * The parts of an HTTP Basic header, decoded as form components. A part that cannot be decoded is null. Null for any other header.
 * @see RFC 6749 §2.3.1, RFC 7617
 */
export function parseBasicCredentials(authorization: string): { user: string | null; password: string | null } | null {
  const encoded = BASIC.exec(authorization)?.[1];
  if (encoded === undefined) return null;
  const pair = Buffer.from(encoded, "base64").toString("latin1");
  const colon = pair.indexOf(":");
  if (colon === -1) return null;
  return { user: decodeFormComponent(pair.slice(0, colon)), password: decodeFormComponent(pair.slice(colon + 1)) };
}
