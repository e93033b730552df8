/** The newest Citus that supports PostgreSQL 15, the version of Debian 12. */
export const CITUS_TAG = "v13.2.2";

/** The environment variable with the directory of the build. */
export const CACHE_VARIABLE = "CITUS_CACHE";

/** Outside of home directories, because PostgreSQL's account may not access them. */
export const DEFAULT_CACHE = "/var/tmp/latchkey-citus";

/** The directory of PostgreSQL's server programs in the build. */
export function programDirectory(): string {
  return `${process.env[CACHE_VARIABLE] ?? DEFAULT_CACHE}/root/usr/lib/postgresql/15/bin`;
}
