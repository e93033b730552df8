export interface SmtpServer {
  host: string;
  port: number;
  /** True for TLS from the first byte (`smtps:`); false for STARTTLS. @see RFC 8314 §3 */
  implicitTls: boolean;
  /** Null: no authentication. */
  auth: { user: string; pass: string } | null;
}

/** A sender: `Example <no-reply@example.com>`, or the address alone. */
export interface Sender {
  name: string;
  address: string;
}

const SUBMISSION = 587;
const SUBMISSIONS = 465;

/** Parses `smtp://user:password@host:587` or `smtps://…`; null if it is malformed or has a path or a query. */
export function parseSmtpUrl(text: string): SmtpServer | null {
  const scheme = /^smtps?:\/\/(?=.)/.exec(text)?.[0];
  // The URL parser checks the hosts of unknown schemes less strictly than those of http.
  if (scheme === undefined || !URL.canParse(text.replace(scheme, "http://"))) return null;
  const url = new URL(text.replace(scheme, "http://"));
  if ((url.pathname !== "/" && url.pathname !== "") || url.search !== "" || url.hash !== "") return null;
  if ((url.username === "") !== (url.password === "")) return null;
  const implicitTls = scheme === "smtps://";
  const port = portOf(text, url) ?? (implicitTls ? SUBMISSIONS : SUBMISSION);
  const auth = url.username === "" ? null : decodeAuth(url);
  if (auth === undefined) return null;
  return { host: url.hostname.replace(/^\[(.*)\]$/, "$1"), port, implicitTls, auth };
}

/** The URL parser drops port 80, the default of http. */
function portOf(text: string, { port }: URL): number | null {
  if (port !== "") return Number(port);
  return /:80\/?$/.test(text) ? 80 : null;
}

function decodeAuth({ username, password }: URL): SmtpServer["auth"] | undefined {
  try {
    return { user: decodeURIComponent(username), pass: decodeURIComponent(password) };
  } catch {
    return undefined;
  }
}

const ADDRESS = /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9.-]{0,187}[A-Za-z0-9])?$/;

/** True for an address that needs no quoting in SMTP commands and headers. @see RFC 5321 §4.1.2 Dot-string */
export function isMailAddress(text: string): boolean {
  return ADDRESS.test(text);
}

/** Parses the sender; null if it is malformed. */
export function parseSender(text: string): Sender | null {
  const [, quoted, plain, inBrackets] = /^(?:"([^"\\]+)"|([^"<>\\]*?))\s*<([^<>]+)>$/.exec(text) ?? [];
  const address = inBrackets ?? text;
  const name = (quoted ?? plain ?? "").trim();
  return isMailAddress(address) && !/\p{Cc}/u.test(name) ? { name, address } : null;
}
