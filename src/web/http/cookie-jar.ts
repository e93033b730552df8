import { readCookie } from "../../http/read-cookie.ts";
import { sessionCookieAttributes, sessionCookieName } from "../../http/session-cookie.ts";

/** The cookies of the pages. */
export type CookieKind =
  | "session"
  | "form"
  | "external"
  | "pending"
  | "next"
  | "language"
  | "team"
  | "code"
  | "app"
  | "allow"
  | "flash";

export interface CookieJar {
  /** The value in a Cookie header; null unless the header has exactly one valid value. */
  read(header: string | undefined, kind: CookieKind): string | null;
  /** A `Set-Cookie` value. `maxAge` is in seconds; null makes a session cookie. */
  write(kind: CookieKind, value: string, maxAge: number | null): string;
  /** A `Set-Cookie` value that removes the cookie. */
  clear(kind: CookieKind): string;
}

const SUFFIXES: Record<CookieKind, string> = {
  session: "",
  form: "-form",
  external: "-external",
  pending: "-pending",
  next: "-next",
  language: "-language",
  team: "-team",
  code: "-code",
  app: "-app",
  allow: "-allow",
  flash: "-flash",
};
const MAX_LENGTHS: Partial<Record<CookieKind, number>> = { allow: 512, flash: 2048, next: 2048 };

/** @param secure true for an https origin */
export function cookieJar(secure: boolean): CookieJar {
  const attributes = sessionCookieAttributes(secure);
  const nameOf = (kind: CookieKind) => `${sessionCookieName(secure)}${SUFFIXES[kind]}`;
  return {
    read: (header, kind) => readCookie(header, nameOf(kind), MAX_LENGTHS[kind]),
    write: (kind, value, maxAge) =>
      `${nameOf(kind)}=${value}${attributes}${maxAge === null ? "" : `; Max-Age=${Math.max(0, Math.floor(maxAge))}`}`,
    clear: (kind) => `${nameOf(kind)}=${attributes}; Max-Age=0`,
  };
}
