/** What the pages keep in the browser. */
export type CookieKind = "session" | "form" | "external" | "language" | "flash";

export interface CookieJar {
  /** The value that the request brought; null if it brought none, several, or one that cannot be ours. */
  read(header: string | undefined, kind: CookieKind): string | null;
  /** A `Set-Cookie` value. `maxAge` in seconds; null: until the browser is closed. */
  write(kind: CookieKind, value: string, maxAge: number | null): string;
  /** A `Set-Cookie` value that removes it. */
  clear(kind: CookieKind): string;
}

const SUFFIXES: Record<CookieKind, string> = {
  session: "",
  form: "-form",
  external: "-external",
  language: "-language",
  flash: "-flash",
};
// Everything we set is base64url or a language tag.
const VALUE = /^[A-Za-z0-9_-]+$/;
const LONGEST: Partial<Record<CookieKind, number>> = { flash: 2048 };

/**
 * Cookies of an https origin carry the `__Host-` prefix, which keeps sibling hosts from planting one; loopback http cannot have it.
 *
 * @param secure the origin is https
 */
export function cookieJar(secure: boolean): CookieJar {
  const prefix = secure ? "__Host-latchkey" : "latchkey";
  const attributes = `; Path=/; HttpOnly; SameSite=Lax${secure ? "; Secure" : ""}`;
  const nameOf = (kind: CookieKind) => prefix + SUFFIXES[kind];
  return {
    read: (header, kind) => readCookie(header, nameOf(kind), LONGEST[kind] ?? 256),
    write: (kind, value, maxAge) =>
      `${nameOf(kind)}=${value}${attributes}${maxAge === null ? "" : `; Max-Age=${Math.max(0, Math.floor(maxAge))}`}`,
    clear: (kind) => `${nameOf(kind)}=${attributes}; Max-Age=0`,
  };
}

function readCookie(header: string | undefined, name: string, longest: number): string | null {
  if (header === undefined) return null;
  const values = header
    .split(";")
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1));
  // Two of one name: one of them was planted, and which is not for us to guess.
  const [value] = values;
  if (values.length !== 1 || value === undefined || value.length > longest) return null;
  return VALUE.test(value) ? value : null;
}
