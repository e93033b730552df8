import { isLoopback } from "./loopback.ts";

// node-postgres reads `require` and `prefer` as verify-full today and will not from its next major version on.
const VERIFIED = new Set(["verify-full", "verify-ca"]);

const FILES = ["sslrootcert", "sslcert", "sslkey"] as const;

/** Whether a connection by this URL leaves the machine and does not verify the server's certificate, as node-postgres reads the URL. */
export function isUnverifiedRemote(url: string): boolean {
  return !isLocal(url) && !VERIFIED.has(lastOf(url, "sslmode") ?? "");
}

/** The files that the URL names, by the parameter that names each. */
export function filesOf(url: string): { parameter: (typeof FILES)[number]; file: string }[] {
  return FILES.flatMap((parameter) => {
    const file = lastOf(url, parameter);
    return file ? [{ parameter, file }] : [];
  });
}

/** By loopback or a Unix socket, which is a directory in place of the host. The parameter `host` wins over the URL's own. */
function isLocal(url: string): boolean {
  const host = lastOf(url, "host") || new URL(url).hostname;
  return /^(\/|%2f)/i.test(host) || isLoopback(host);
}

/** node-postgres takes the last of several. */
function lastOf(url: string, parameter: string): string | undefined {
  return new URL(url).searchParams.getAll(parameter).at(-1);
}
