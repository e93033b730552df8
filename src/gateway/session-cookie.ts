// Session tokens are base64url; other values may be illegal as metadata.
const SESSION_TOKEN = /^[A-Za-z0-9_-]{1,128}$/;

/** The session cookie's name: `__Host-` keeps sibling hosts from planting one, and needs https. @param origin PUBLIC_URL */
export function sessionCookieName(origin: string): string {
  return origin.startsWith("https:") ? "__Host-latchkey" : "latchkey";
}

/** The session token of a Cookie header; null without exactly one valid session cookie, since a duplicate may be planted. */
export function readSessionCookie(header: string | undefined, name: string): string | null {
  const prefix = `${name}=`;
  const values = (header ?? "").split(";").map((pair) => pair.trim());
  const [value, ...others] = values.filter((pair) => pair.startsWith(prefix)).map((pair) => pair.slice(prefix.length));
  return value !== undefined && others.length === 0 && SESSION_TOKEN.test(value) ? value : null;
}
