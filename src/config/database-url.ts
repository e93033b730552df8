import { isLoopback } from "./loopback.ts";

// node-postgres treats `require` and `prefer` as verify-full, but its next major version will not.
const VERIFIED = new Set(["verify-full", "verify-ca"]);

const FILES = ["sslrootcert", "sslcert", "sslkey"] as const;

/** True if node-postgres would connect to another machine without verifying its certificate. */
export function isUnverifiedRemote(url: string): boolean {
  return !isLocal(url) && !VERIFIED.has(lastOf(url, "sslmode") ?? "");
}

/** The files in the URL, with their parameters. */
export function filesOf(url: string): { parameter: (typeof FILES)[number]; file: string }[] {
  return FILES.flatMap((parameter) => {
    const file = lastOf(url, parameter);
    return file ? [{ parameter, file }] : [];
  });
}

/** True for loopback hosts and Unix sockets (a directory as host). The parameter `host` overrides the URL's host. */
function isLocal(url: string): boolean {
  const host = lastOf(url, "host") || new URL(url).hostname;
  return /^(\/|%2f)/i.test(host) || isLoopback(host);
}

/** node-postgres uses the last of repeated parameters. */
function lastOf(url: string, parameter: string): string | undefined {
  return new URL(url).searchParams.getAll(parameter).at(-1);
}
