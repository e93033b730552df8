/**
 * The name of the session cookie; the names of the other cookies begin with it. The prefix `__Host-` prevents sibling hosts from setting
 * the cookie, and requires https.
 */
export function sessionCookieName(secure: boolean): string {
  return secure ? "__Host-latchkey" : "latchkey";
}

/** The attributes of the session cookie in `Set-Cookie`, without its lifetime. The other cookies have the same. */
export function sessionCookieAttributes(secure: boolean): string {
  return `; Path=/; HttpOnly; SameSite=Lax${secure ? "; Secure" : ""}`;
}
