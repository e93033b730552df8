import { isLoopback } from "./loopback.ts";

// node-postgres treats `require` and `prefer` as verify-full, but its next major version will not.
const VERIFIED = new Set(["verify-full", "verify-ca"]);

const FILES = ["sslrootcert", "sslcert", "sslkey"] as const;

/** One URL for each host of a PostgreSQL URL such as postgres://user@a:5432,b:5433/database. */
export function hostUrls(url: string): string[] {
  const [, scheme, user = "", hosts = "", rest] = /^([a-z]+:\/\/)([^/?#]*@)?([^/?#]*)(.*)$/i.exec(url) ?? [];
  return hosts.includes(",") ? hosts.split(",").map((host) => `${scheme}${user}${host}${rest}`) : [url];
}

/** True if each connection may go to another host of the URL. */
export function isBalanced(url: string): boolean {
  return lastOf(url, "load_balance_hosts") === "random";
}

const HOST_PARAMETERS: Readonly<Record<string, readonly string[]>> = {
  target_session_attrs: ["read-write", "primary"],
  load_balance_hosts: ["disable", "random"],
};

/** True if the parameters that choose among several hosts select a primary. Latchkey does not read from standbys. */
export function selectsPrimary(url: string): boolean {
  return Object.entries(HOST_PARAMETERS).every(([parameter, values]) => {
    const value = lastOf(url, parameter);
    return value === undefined || values.includes(value);
  });
}

/** True if node-postgres would connect to another machine without verifying its certificate. */
export function isUnverifiedRemote(url: string): boolean {
  return !hostUrls(url).every(isLocal) && !VERIFIED.has(lastOf(url, "sslmode") ?? "");
}

/** The files in the URL, with their parameters. */
export function filesOf(url: string): { parameter: (typeof FILES)[number]; file: string }[] {
  return FILES.flatMap((parameter) => {
    const file = lastOf(url, parameter);
    return file ? [{ parameter, file }] : [];
  });
}

/** True for a URL with a loopback host or a Unix socket (a directory as host). The parameter `host` overrides the URL's host. */
function isLocal(url: string): boolean {
  const host = lastOf(url, "host") || new URL(url).hostname;
  return /^(\/|%2f)/i.test(host) || isLoopback(host);
}

/** node-postgres uses the last of repeated parameters. */
function lastOf(url: string, parameter: string): string | undefined {
  return new URL(hostUrls(url)[0]!).searchParams.getAll(parameter).at(-1);
}
